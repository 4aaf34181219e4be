// Steady motions on coadjoint orbits: where the energy has no slope along them.
#pragma once

#include <vector>

#include <hamel/check/coordinate_polynomial.hpp>

#include "zero_family.hpp"

namespace hamel {

/// A flow p' = ad*_{dH(p)} p: H, and functions C with ad*_{dC(p)} p = 0 at all p.
struct OrbitFunctions {
  CoordinatePolynomial energy;
  std::vector<CoordinatePolynomial> casimirs;
};

/// Some p with dH = sum_i l_i dC_i, at which p' is 0, for H homogeneous of degree 2 and the C of degree 1 or 2: for
/// rational l_i this is linear in p, and of degree-2 C the last l is a root of a determinant. `number` stands for
/// numbers that are not rational.
std::vector<ZeroFamily> critical_points(const OrbitFunctions& functions, int n, int number);

}  // namespace hamel
