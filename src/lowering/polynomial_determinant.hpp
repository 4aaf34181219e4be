// Determinants of small matrices of polynomials, many of whose entries are 0.
#pragma once

#include <hamel/algebra/linear.hpp>
#include <hamel/check/coordinate_polynomial.hpp>

namespace hamel {

/// By the first column.
inline CoordinatePolynomial determinant(const DynamicMatrix<CoordinatePolynomial>& m) {
  if (m.rows() == 0) return CoordinatePolynomial(1);
  CoordinatePolynomial sum;
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    if (m(i, 0).is_known() && m(i, 0).terms().empty()) continue;
    DynamicMatrix<CoordinatePolynomial> minor(m.rows() - 1, m.cols() - 1);
    for (Eigen::Index row = 0, k = 0; row < m.rows(); ++row)
      if (row != i) minor.row(k++) = m.row(row).tail(m.cols() - 1);
    const CoordinatePolynomial term = m(i, 0) * determinant(minor);
    sum += CoordinatePolynomial(i % 2 == 0 ? 1 : -1) * term;
  }
  return sum.reduced({});
}

}  // namespace hamel
