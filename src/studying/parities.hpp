// Changes of sign under which a flow is the same, forwards or backwards in time.
#pragma once

#include <vector>

#include "lowering/stored_system.hpp"

namespace hamel {

/// A flow by polynomials in stored numbers and in what parametrises z behind these: z, and det times the rates of the
/// numbers and of z.
struct FlowPolynomials {
  const StoredSystem& system;
  std::vector<CoordinatePolynomial> number_rates, z, z_rates;
  CoordinatePolynomial det = CoordinatePolynomial(1);
};

/// A basis of the parities, 0 or 1 for each function f of the system and each z, for which every relation between f and
/// z has even terms alone or odd ones alone, and every rate too, of the parity of its variable or each time of the
/// other: an integral is a sum of an even and an odd one. They solve linear equations modulo 2.
std::vector<std::vector<int>> parities_of(const FlowPolynomials& flow);

}  // namespace hamel
