// A symmetry of a flow in its variables.
#pragma once

#include <cstddef>
#include <vector>

#include <hamel/check/coordinate_polynomial.hpp>

#include "lowering/coordinate_ring.hpp"

namespace hamel {

/// How x -> x exp(s xi) changes the variables of a flow, which it leads to itself.
struct Turning {
  DynamicVector<Rational> xi;
  std::vector<CoordinatePolynomial> rates;
  /// What c times them adds to the left of equations for steady motions, where these are not the rates.
  std::vector<CoordinatePolynomial> balance = {};
};

/// e_xi f of function i of a ring.
inline CoordinatePolynomial rate_along(const CoordinateRing& ring,
                                       const DynamicVector<Rational>& xi, int i) {
  CoordinatePolynomial rate;
  for (Eigen::Index k = 0; k < xi.size(); ++k)
    rate += CoordinatePolynomial(xi(k)) *
            ring.along()[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)];
  return rate;
}

}  // namespace hamel
