// Where a polynomial in parameters and velocities is 0 for all velocities, by its factors, also at null velocities.
#pragma once

#include <optional>
#include <vector>

#include "parameter_family.hpp"

namespace hamel::varying {

/// Lists of polynomials in the parameters, all of g non-degenerate on d: where from each list one is not 0, p is not 0
/// for some u. Where p is a product they are the coefficients of its factors, but for E(u) = g(u, u), which is 0 for no
/// metric. Where d has three dimensions a factor is looked at on the quadric E = 0, which is irreducible, so that a
/// product is 0 there only where one of its factors is. It is divided by the form A of nonholonomic motions u' = F(u):
/// F is orthogonal to u, so that where g(u, u) = 0 both lie in a plane of which u is the normal,
///     G u x G F = -A(u) u.
/// Empty where d has less than three dimensions, where every g(d_i, d_i) may be 0, where motions depend on more than u,
/// and where p is too long.
std::vector<Vector> factors_in_parameters(const ParameterFamily& family,
                                          const ParameterPolynomial& p);

/// The irreducible polynomials, no units, outside of whose zeros on the part p, of a family that holds it, is not 0
/// for all u; nothing where it is.
std::optional<Vector> outside_zeros(const Part& part, const ParameterFamily& family,
                                    const ParameterPolynomial& p);

}  // namespace hamel::varying
