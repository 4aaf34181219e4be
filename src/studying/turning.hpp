// A symmetry of a flow in its variables.
#pragma once

#include <vector>

#include <hamel/check/coordinate_polynomial.hpp>

namespace hamel {

/// How x -> x exp(s xi) changes the variables of a flow, which it leads to itself.
struct Turning {
  DynamicVector<Rational> xi;
  std::vector<CoordinatePolynomial> rates;
  /// What c times them adds to the left of equations for steady motions, where these are not the rates.
  std::vector<CoordinatePolynomial> balance = {};
};

}  // namespace hamel
