// Small linear systems in a step: closed form up to three unknowns, elimination with pivots beyond.
#pragma once

#include <cmath>
#include <utility>

#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// Solves A X = B in place by Gaussian elimination with row pivots: A becomes its factors, B becomes X. A singular A
/// gives numbers that are not finite, never an exception.
template <class A, class B>
void solve_in_place(A& a, B& b) noexcept {
  using S = typename A::Scalar;
  using std::abs;
  const int n = int(a.rows()), m = int(b.cols());
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    auto most = abs(plain(a.coeff(k, k)));
    for (int i = k + 1; i < n; ++i) {
      const auto size = abs(plain(a.coeff(i, k)));
      if (size > most) {
        most = size;
        pivot = i;
      }
    }
    if (pivot != k) {
      for (int j = k; j < n; ++j) std::swap(a.coeffRef(k, j), a.coeffRef(pivot, j));
      for (int j = 0; j < m; ++j) std::swap(b.coeffRef(k, j), b.coeffRef(pivot, j));
    }
    for (int i = k + 1; i < n; ++i) a.coeffRef(i, k) = S(a.coeff(i, k) / a.coeff(k, k));
    const auto reduce = [&](auto& c, int j) {
      const S top = c.coeff(k, j);
      for (int i = k + 1; i < n; ++i) c.coeffRef(i, j) -= S(a.coeff(i, k) * top);
    };
    for (int j = k + 1; j < n; ++j) reduce(a, j);
    for (int j = 0; j < m; ++j) reduce(b, j);
  }
  for (int j = 0; j < m; ++j) {
    for (int k = n - 1; k >= 0; --k) {
      const S x = b.coeff(k, j) / a.coeff(k, k);
      b.coeffRef(k, j) = x;
      for (int i = 0; i < k; ++i) b.coeffRef(i, j) -= S(a.coeff(i, k) * x);
    }
  }
}

/// The determinant, by elimination with row pivots.
template <class A>
typename A::Scalar determinant(A a) noexcept {
  using S = typename A::Scalar;
  using std::abs;
  const int n = int(a.rows());
  S product(1);
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (abs(plain(a.coeff(i, k))) > abs(plain(a.coeff(pivot, k)))) pivot = i;
    if (pivot != k) {
      product = -product;
      for (int j = k; j < n; ++j) std::swap(a.coeffRef(k, j), a.coeffRef(pivot, j));
    }
    const S top = a.coeff(k, k);
    product *= top;
    if (plain(top) == 0) return product;
    for (int i = k + 1; i < n; ++i) {
      const S factor = a.coeff(i, k) / top;
      for (int j = k + 1; j < n; ++j) a.coeffRef(i, j) -= S(factor * a.coeff(k, j));
    }
  }
  return product;
}

/// The solution of A X = B, one column or several. A singular A gives numbers that are not finite, never an exception. Exact
/// numbers of run-time size are left to algebra/linear.hpp.
template <class S, int N, int M>
requires(N != dynamic ||
         room<S> != dynamic) inline Matrix<S, N, M> solve(const Matrix<S, N>& a,
                                                          const Matrix<S, N, M>& b) noexcept {
  if constexpr (N == 1 && M == 1) {
    return Vector<S, 1>(b[0] / a(0, 0));
  } else if constexpr (N == 2 && M == 1) {
    const S inverse = S(1) / (a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0));
    return {inverse * (a(1, 1) * b[0] - a(0, 1) * b[1]),
            inverse * (a(0, 0) * b[1] - a(1, 0) * b[0])};
  } else if constexpr (N == 3 && M == 1) {
    const auto cross = [](const S& u0, const S& u1, const S& u2, const S& v0, const S& v1,
                          const S& v2) {
      return Vector<S, 3>{u1 * v2 - u2 * v1, u2 * v0 - u0 * v2, u0 * v1 - u1 * v0};
    };
    const Vector<S, 3> c0 = cross(a(0, 1), a(1, 1), a(2, 1), a(0, 2), a(1, 2), a(2, 2));
    const Vector<S, 3> c1 = cross(a(0, 2), a(1, 2), a(2, 2), a(0, 0), a(1, 0), a(2, 0));
    const Vector<S, 3> c2 = cross(a(0, 0), a(1, 0), a(2, 0), a(0, 1), a(1, 1), a(2, 1));
    const S inverse = S(1) / (a(0, 0) * c0[0] + a(1, 0) * c0[1] + a(2, 0) * c0[2]);
    return {inverse * (b[0] * c0[0] + b[1] * c0[1] + b[2] * c0[2]),
            inverse * (b[0] * c1[0] + b[1] * c1[1] + b[2] * c1[2]),
            inverse * (b[0] * c2[0] + b[1] * c2[1] + b[2] * c2[2])};
  } else {
    Matrix<S, N> factors = a;
    Matrix<S, N, M> x = b;
    solve_in_place(factors, x);
    return x;
  }
}

}  // namespace hamel
