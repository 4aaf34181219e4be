// Partial derivatives of polynomials.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <hamel/check/coordinate_polynomial.hpp>

namespace hamel {

/// The derivative of the value by x_k.
inline CoordinatePolynomial partial(const CoordinatePolynomial& p, int k) {
  const auto variables = p.variables();
  const int last = std::max(k, variables.empty() ? 0 : *variables.rbegin());
  std::vector<CoordinatePolynomial> unit(static_cast<std::size_t>(last) + 1);
  unit[static_cast<std::size_t>(k)] = CoordinatePolynomial(1);
  return p.derivative(unit);
}

}  // namespace hamel
