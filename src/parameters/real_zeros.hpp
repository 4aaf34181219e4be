// Where a polynomial in the parameters vanishes at real values.
#pragma once

#include <optional>

#include "exact/polynomial.hpp"
#include "parameter_polynomial.hpp"

namespace hamel::varying {

/// p, in which no variable stands but one, as a polynomial in that.
Polynomial in_one_variable(const ParameterPolynomial& p, int variable);

/// Polynomials whose common real zeros are those of p, where p or -p is seen to be a sum of squares times positive
/// numbers; 1 among them where it has none. Nothing where that is not seen.
std::optional<Vector> as_sum_of_squares(const ParameterPolynomial& p);

/// Certainly without zeros at real values: never of the other sign, and 0 nowhere.
bool has_no_real_zeros(const ParameterPolynomial& p);

}  // namespace hamel::varying
