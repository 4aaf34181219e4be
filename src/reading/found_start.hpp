// Numbers of a start that its constraints determine: `initial.find`.
#pragma once

#include <string>
#include <vector>

#include <hamel/io/expression.hpp>
#include <hamel/io/system_file.hpp>

#include "base/json.hpp"

namespace hamel::reading {

/// A formula in the numbers of a start that is 0 there, and what messages call it.
struct StartEquation {
  Expression formula;
  std::string name;
};

/// The places among the names of what `find` lists. Refuses another name, and one that is listed twice.
std::vector<int> read_find(const JsonNode& find, const std::vector<std::string>& names);

/// Solves the equations for the numbers of `point` at `unknowns`, by Newton's method from the values that they have;
/// exactly where the equations are affine in them and the other numbers are rational. Returns whether what it finds is
/// exact. `names[i]` is number i in messages; one without a name is auxiliary. Refuses what contradicts, with the
/// equations and what is left of them, and what stays free, by its names.
bool find_start(const JsonNode& find, const std::vector<std::string>& names,
                const std::vector<int>& unknowns, const std::vector<StartEquation>& equations,
                std::vector<Number>& point);

}  // namespace hamel::reading
