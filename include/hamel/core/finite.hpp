// The plain values of a matrix and whether all are finite, for plain and differentiated scalars alike.
#pragma once

#include <hamel/core/entries.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// True when no entry of m is NaN or infinite.
template <class Derived>
inline bool all_finite(const Derived& m) noexcept {
  // x - x is 0 for a finite x and NaN otherwise: sums need no branches.
  Plain<typename Derived::Scalar> sum(0);
  each_entry<typename Derived::Scalar, Derived::RowsAtCompileTime, Derived::ColsAtCompileTime>(
      int(m.rows()), int(m.cols()), [&](int i, int j) {
        const auto x = plain(m.coeff(i, j));
        sum += x - x;
      });
  return sum == 0;
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
