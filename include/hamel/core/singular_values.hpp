// Singular values of small matrices by plain rotations: whether rows are independent, and what is normal to them.
#pragma once

#include <cmath>

#include <hamel/core/scalar.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// Turns the columns of a among themselves until they are orthogonal (Hestenes 1958, one-sided Jacobi rotations); the
/// smallest of their lengths is the smallest singular value of a, which is returned. A has columns. NaN for NaN.
template <class S>
S orthogonalise(Matrix<S, dynamic>& a) noexcept {
  using std::abs;
  using std::sqrt;
  const int n = int(a.rows()), m = int(a.cols());
  const S size = largest(a);
  if (size > S(0)) a /= size;
  const auto dot = [&](int p, int q) {
    S sum(0);
    for (int i = 0; i < n; ++i) sum += a(i, p) * a(i, q);
    return sum;
  };
  bool turned = true;
  for (int sweep = 0; turned && sweep < 60; ++sweep) {
    turned = false;
    for (int p = 0; p < m; ++p)
      for (int q = p + 1; q < m; ++q) {
        const S first = dot(p, p), second = dot(q, q), both = dot(p, q);
        if (!(abs(both) > epsilon<S>() * sqrt(first * second))) continue;
        turned = true;
        const S ratio = (second - first) / (S(2) * both);
        const S t = (ratio < S(0) ? S(-1) : S(1)) / (abs(ratio) + sqrt(S(1) + ratio * ratio));
        const S c = S(1) / sqrt(S(1) + t * t), s = c * t;
        for (int i = 0; i < n; ++i) {
          const S x = a(i, p), y = a(i, q);
          a(i, p) = c * x - s * y;
          a(i, q) = s * x + c * y;
        }
      }
  }
  S smallest = sqrt(dot(0, 0));
  for (int p = 1; p < m; ++p) {
    const S length = sqrt(dot(p, p));
    if (!(length >= smallest)) smallest = length;
  }
  if (size > S(0)) a *= size;
  return size > S(0) ? S(smallest * size) : smallest;
}

/// Orthonormal columns that span what is normal to the columns of a, which are orthogonal and not 0.
template <class S>
Matrix<S, dynamic> complement(const Matrix<S, dynamic>& a) noexcept {
  using std::sqrt;
  const int n = int(a.rows()), m = int(a.cols());
  Matrix<S, dynamic> unit(n, n);  // the directions of a, then those found
  const auto length = [&](const Vector<S, dynamic>& v) { return sqrt(v.squaredNorm()); };
  for (int j = 0; j < m; ++j) {
    Vector<S, dynamic> v = a.col(j);
    v /= largest(v);
    for (int i = 0; i < n; ++i) unit(i, j) = v[i] / length(v);
  }
  const auto normal_part = [&](Vector<S, dynamic> v, int found) {
    for (int again = 0; again < 2; ++again)
      for (int j = 0; j < found; ++j) {
        S along(0);
        for (int i = 0; i < n; ++i) along += unit(i, j) * v[i];
        for (int i = 0; i < n; ++i) v[i] -= along * unit(i, j);
      }
    return v;
  };
  for (int found = m; found < n; ++found) {
    Vector<S, dynamic> best = Vector<S, dynamic>::Zero(n);
    for (int k = 0; k < n; ++k) {
      Vector<S, dynamic> axis = Vector<S, dynamic>::Zero(n);
      axis[k] = S(1);
      const Vector<S, dynamic> v = normal_part(axis, found);
      if (length(v) > length(best)) best = v;
    }
    for (int i = 0; i < n; ++i) unit(i, found) = best[i] / length(best);
  }
  return unit.rightCols(n - m);
}

}  // namespace hamel
