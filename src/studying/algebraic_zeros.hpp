// Real common zeros of polynomials at algebraic numbers, where there are finitely many.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include <hamel/check/coordinate_polynomial.hpp>

#include "exact/algebraic_number.hpp"

namespace hamel {

/// A zero at one real number s: x_k = values[k](s).
struct AlgebraicZero {
  RealRoot
      number;  ///< s, a root of an irreducible polynomial; a rational one where values are constants
  std::map<int, Polynomial> values;
};

/// All real zeros of polynomials that have finitely many complex ones. Nothing where they have more, or where the
/// linear algebra would be too large.
std::optional<std::vector<AlgebraicZero>> algebraic_zeros(
    const std::vector<CoordinatePolynomial>& equations);

}  // namespace hamel
