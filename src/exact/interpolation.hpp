// Polynomials by their values, and determinants of numbers.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <hamel/algebra/linear.hpp>

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

/// det A over a field, by elimination.
template <class K>
K determinant_by_elimination(DynamicMatrix<K> m) {
  K product(1);
  for (Eigen::Index k = 0; k < m.rows(); ++k) {
    Eigen::Index pivot = k;
    while (pivot < m.rows() && m(pivot, k).is_zero()) ++pivot;
    if (pivot == m.rows()) return K(0);
    if (pivot != k) {
      m.row(pivot).swap(m.row(k));
      product = -product;
    }
    product *= m(k, k);
    const K inverse = K(1) / m(k, k);
    for (Eigen::Index i = k + 1; i < m.rows(); ++i)
      if (const K factor = m(i, k) * inverse; !factor.is_zero())
        for (Eigen::Index j = k + 1; j < m.cols(); ++j) m(i, j) -= factor * m(k, j);
  }
  return product;
}

}  // namespace hamel
