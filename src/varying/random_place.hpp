// Ranks of polynomials' matrices from below, by their values at one place modulo a prime.
#pragma once

#include "parameters/parameter_polynomial.hpp"

namespace hamel::varying {

/// The rank of the values at numbers that are chosen by chance, always the same, of all variables, modulo a prime: no
/// more than the rank over the field of quotients, and that unless the chance is against it.
int rank_at_a_place(const Matrix& rows);

}  // namespace hamel::varying
