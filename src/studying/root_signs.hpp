// Signs of functions that are positive.
#pragma once

#include <map>
#include <vector>

#include "flows/steady_motions.hpp"
#include "lowering/function_values.hpp"

namespace hamel {

/// Whether a function that is positive has another sign where its value says: as it is, or with the square of one
/// variable of a sphere among the equations replaced.
bool is_at_no_root(const FunctionValues& functions, const std::map<int, VariableQuotient>& values,
                   const std::vector<CoordinatePolynomial>& equations);

}  // namespace hamel
