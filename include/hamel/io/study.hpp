// What else an invariant system hides: first integrals, invariant measures, steady motions and their stability.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <hamel/check/densities.hpp>
#include <hamel/check/first_integrals.hpp>
#include <hamel/check/steady_motions.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// Integrals are searched for up to this degree.
inline constexpr int study_degree = 4;

/// What is known of one of the flows, exactly.
struct FlowStudy {
  std::string flow;       ///< `nonholonomic`, `free` or `vakonomic`
  std::string variables;  ///< what the names mean
  PolynomialField field;
  FirstIntegrals integrals;
  InvariantMeasures measures;
  std::optional<SteadyMotions> steady;  ///< of fields that are homogeneous
  std::optional<int>
      casimirs;  ///< on g*: how many independent Casimir functions of any kind there are
  std::string integrability;  ///< what follows by the theorems of Euler & Jacobi and of Liouville
};

struct Study {
  std::string name;
  std::vector<FlowStudy> flows;
};

/// The flows of a system on a group with rational numbers, a constant metric and a constraint that does not move. Throws
/// InputError for others, naming what is not covered.
Study study_of(const SystemFile& file);

/// The study in words, as `hamel study` prints it.
std::string words(const Study& study);
/// The same as a JSON object.
std::string as_json(const Study& study);

}  // namespace hamel
