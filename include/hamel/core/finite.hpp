// The plain values of a matrix and whether all are finite, for plain and differentiated scalars alike.
#pragma once

#include <cmath>

#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// True when no entry of m is NaN or infinite.
template <class Matrix>
bool all_finite(const Matrix& m) noexcept {
  using std::isfinite;
  for (int j = 0; j < m.cols(); ++j) {
    for (int i = 0; i < m.rows(); ++i) {
      if (!isfinite(plain(m(i, j)))) return false;
    }
  }
  return true;
}

/// The entries of m without their derivatives.
template <class Derived>
auto plain_values(const Derived& m) {
  Matrix<Plain<typename Derived::Scalar>, Derived::RowsAtCompileTime, Derived::ColsAtCompileTime>
      values(m.rows(), m.cols());
  for (int j = 0; j < m.cols(); ++j) {
    for (int i = 0; i < m.rows(); ++i) values(i, j) = plain(m.coeff(i, j));
  }
  return values;
}

}  // namespace hamel
