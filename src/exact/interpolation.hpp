// Polynomials by their values.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "polynomial.hpp"

namespace hamel {

/// The polynomial of a degree below their number that has these values at these points (Newton).
template <class K>
PolynomialOver<K> through(const std::vector<std::pair<K, K>>& points) {
  std::vector<K> differences;
  for (const auto& [x, value] : points) differences.push_back(value);
  for (std::size_t order = 1; order < points.size(); ++order)
    for (std::size_t i = points.size() - 1; i >= order; --i)
      differences[i] =
          (differences[i] - differences[i - 1]) / (points[i].first - points[i - order].first);
  PolynomialOver<K> p;
  for (std::size_t i = points.size(); i-- > 0;)
    p = p * PolynomialOver<K>(std::vector<K>{-points[i].first, K(1)}) +
        PolynomialOver<K>(differences[i]);
  return p;
}

}  // namespace hamel
