// Formulas that name variables and do not depend on them.
#pragma once

#include <vector>

#include <hamel/io/expression.hpp>

namespace hamel::reading {

/// The constant, where a short computation shows that a formula in `variables` variables is one: as a quotient of
/// polynomials in the variables, in sines and cosines of a common part of each, and in sines, cosines and exponentials
/// of other terms, modulo cos^2 + sin^2 = 1. The formula itself otherwise.
Expression without_hidden_constant(const Expression& formula, int variables);

/// The same for each of them.
void reveal_constants(std::vector<Expression>& formulas, int variables);

}  // namespace hamel::reading
