// Linear flows of a file while one of its numbers varies, and where their stability changes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/io/linear_flow.hpp>
#include <hamel/io/model.hpp>

namespace hamel {

/// The flow at a value.
struct LinearRow {
  double value = 0;
  std::string refusal;  ///< why there is none; empty: there is
  LinearFlow flow;
};

/// A value at which the real part of an eigenvalue changes its sign, located to rounding.
struct StabilityCrossing {
  double value = 0;
  bool pair = false;   ///< a pair that oscillates; else a real one goes through 0
  double period = 0;   ///< of the pair
  bool grows = false;  ///< it does so beyond the value, not before
};

struct LinearFamily {
  std::string name;
  std::vector<LinearRow> rows;
  std::vector<StabilityCrossing> crossings;  ///< in the order of their values
};

/// About the start of the file with the number `name`, as Model::set takes it, at each of the values, which grow. A
/// crossing lies between two values next to each other at which motions are steady. A real eigenvalue is seen by the sign
/// of the product of those that are not 0 everywhere, pairs where the number of those that grow changes: of two that
/// change back between two values nothing is seen.
///
/// `at_value` is called at each. Throws InputError where there is no such number.
LinearFamily linear_family(Model& model, const std::string& name,
                           const std::vector<Rational>& values,
                           Dynamics dynamics = Dynamics::nonholonomic,
                           const std::function<void()>& at_value = {});

/// Rows and crossings as a JSON object.
std::string as_json(const LinearFamily& family);

}  // namespace hamel
