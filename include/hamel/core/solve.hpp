// Small linear systems in a step: closed form up to three unknowns, elimination with pivots beyond.
#pragma once

#include <cmath>
#include <type_traits>
#include <utility>

#include <hamel/core/inline.hpp>
#include <hamel/core/known_zeros.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

namespace detail {
/// Entries lie in memory column by column.
template <class A>
inline constexpr bool by_columns = std::is_base_of_v<Eigen::PlainObjectBase<A>, A> &&
                                   (A::IsVectorAtCompileTime || !A::IsRowMajor);
}  // namespace detail

namespace detail {
/// Two equations a x = b in two unknowns as solve_in_place solves them.
template <class S, int N>
Vector<S, N> solve_two(const S* a, const S* b) noexcept {
  using std::abs;
  const int top = abs(plain(a[1])) > abs(plain(a[0])) ? 1 : 0, other = 1 - top;
  const S factor = S(a[other] / a[top]);
  const S y = S(b[other] - S(factor * b[top])) / S(a[2 + other] - S(factor * a[2 + top]));
  Vector<S, N> x(2);
  x[0] = S(b[top] - S(a[2 + top] * y)) / a[top];
  x[1] = y;
  return x;
}
}  // namespace detail

/// Solves A X = B in place by Gaussian elimination with row pivots: A becomes its factors, B becomes X. A singular A
/// gives numbers that are not finite, never an exception.
template <class A, class B>
void solve_in_place(A& a, B& b) noexcept {
  using S = typename A::Scalar;
  using std::abs;
  static_assert(detail::by_columns<A> && detail::by_columns<B>);
  const int n = int(a.rows()), m = int(b.cols());
  S* const first = b.data();
  S* const end = a.data() + n * n;
  S* factors = a.data();  // column k
  for (int k = 0; k < n; ++k, factors += n) {
    int pivot = k;
    auto most = abs(plain(factors[k]));
    for (int i = k + 1; i < n; ++i) {
      const auto size = abs(plain(factors[i]));
      if (size > most) {
        most = size;
        pivot = i;
      }
    }
    if (pivot != k) std::swap(factors[k], factors[pivot]);
    const S top = factors[k];
    for (int i = k + 1; i < n; ++i) factors[i] = S(factors[i] / top);
    const auto reduce = [&](S* column) {
      if (pivot != k) std::swap(column[k], column[pivot]);
      const S by = column[k];
      for (int i = k + 1; i < n; ++i) column[i] -= S(factors[i] * by);
    };
    for (S* column = factors + n; column != end; column += n) reduce(column);
    for (int j = 0; j < m; ++j) reduce(first + j * n);
  }
  for (int j = 0; j < m; ++j) {
    S* const column = first + j * n;
    const S* upper = end;
    for (int k = n - 1; k >= 0; --k) {
      upper -= n;
      const S x = column[k] / upper[k];
      column[k] = x;
      for (int i = 0; i < k; ++i) column[i] -= S(upper[i] * x);
    }
  }
}

/// The determinant, by elimination with row pivots.
template <class A>
typename A::Scalar determinant(A a) noexcept {
  using S = typename A::Scalar;
  using std::abs;
  static_assert(detail::by_columns<A>);
  const int n = int(a.rows());
  if (n == 2) return a.coeff(0, 0) * a.coeff(1, 1) - a.coeff(0, 1) * a.coeff(1, 0);
  S* const end = a.data() + n * n;
  S product(1);
  S* factors = a.data();  // column k
  for (int k = 0; k < n; ++k, factors += n) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (abs(plain(factors[i])) > abs(plain(factors[pivot]))) pivot = i;
    if (pivot != k) {
      product = -product;
      std::swap(factors[k], factors[pivot]);
    }
    const S top = factors[k];
    product *= top;
    if (plain(top) == 0) return product;
    for (int i = k + 1; i < n; ++i) factors[i] = S(factors[i] / top);
    for (S* column = factors + n; column != end; column += n) {
      if (pivot != k) std::swap(column[k], column[pivot]);
      const S by = column[k];
      for (int i = k + 1; i < n; ++i) column[i] -= S(factors[i] * by);
    }
  }
  return product;
}

/// Is the symmetric A clearly positive definite? No pivot of L D L^T is below a hundredth of the entry it came from.
template <class A>
bool clearly_definite(A a) noexcept {
  using S = typename A::Scalar;
  const int n = int(a.rows());
  for (int k = 0; k < n; ++k) {
    S pivot = a.coeff(k, k);
    for (int j = 0; j < k; ++j) pivot -= S(a.coeff(k, j) * a.coeff(k, j)) * a.coeff(j, j);
    if (!(plain(pivot) > plain(a.coeff(k, k)) / 100)) return false;
    a.coeffRef(k, k) = pivot;
    for (int i = k + 1; i < n; ++i) {
      S sum = a.coeff(i, k);
      for (int j = 0; j < k; ++j) sum -= S(a.coeff(i, j) * a.coeff(k, j)) * a.coeff(j, j);
      a.coeffRef(i, k) = S(sum / pivot);
    }
  }
  return true;
}

/// A matrix of three rows that is solved with: by its cofactors.
template <class S>
class Cofactors {
 public:
  explicit Cofactors(const Matrix<S, 3>& a)
      : c0_(cross(a(0, 1), a(1, 1), a(2, 1), a(0, 2), a(1, 2), a(2, 2))),
        c1_(cross(a(0, 2), a(1, 2), a(2, 2), a(0, 0), a(1, 0), a(2, 0))),
        c2_(cross(a(0, 0), a(1, 0), a(2, 0), a(0, 1), a(1, 1), a(2, 1))),
        inverse_(S(1) / (a(0, 0) * c0_[0] + a(1, 0) * c0_[1] + a(2, 0) * c0_[2])) {}

  Vector<S, 3> solve(const Vector<S, 3>& b) const {
    return {inverse_ * (b[0] * c0_[0] + b[1] * c0_[1] + b[2] * c0_[2]),
            inverse_ * (b[0] * c1_[0] + b[1] * c1_[1] + b[2] * c1_[2]),
            inverse_ * (b[0] * c2_[0] + b[1] * c2_[1] + b[2] * c2_[2])};
  }

 private:
  static Vector<S, 3> cross(const S& u0, const S& u1, const S& u2, const S& v0, const S& v1,
                            const S& v2) {
    return {u1 * v2 - u2 * v1, u2 * v0 - u0 * v2, u0 * v1 - u1 * v0};
  }

  Vector<S, 3> c0_, c1_, c2_;
  S inverse_;  // of the determinant
};

namespace detail {
/// Three equations in three unknowns by cofactors, sizes of run time.
template <class S, int N>
Vector<S, N> solve_three(const S* a, const S* b) noexcept {
  Matrix<S, 3> m;
  for (int k = 0; k < 9; ++k) m.data()[k] = a[k];
  const Vector<S, 3> solution = Cofactors<S>(m).solve({b[0], b[1], b[2]});
  Vector<S, N> x(3);
  for (int k = 0; k < 3; ++k) x[k] = solution[k];
  return x;
}
}  // namespace detail

/// The solution of A X = B, one column or several. A singular A gives numbers that are not finite, never an exception.
/// Exact numbers of run-time size are left to algebra/linear.hpp.
template <class S, int N, int M>
requires(N != dynamic ||
         room<S> != dynamic) inline Matrix<S, N, M> solve(const Matrix<S, N>& a,
                                                          const Matrix<S, N, M>& b) noexcept {
  if constexpr (N == 1 && M == 1) {
    return Vector<S, 1>(b[0] / a(0, 0));
  } else if constexpr (N == 2 && M == 1) {
    if constexpr (std::is_floating_point_v<S>) {
      // Two quotients side by side are there sooner than a determinant.
      if (a(0, 1) == S(0) && a(1, 0) == S(0)) return {b[0] / a(0, 0), b[1] / a(1, 1)};
    }
    const S inverse = S(1) / (a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0));
    return {inverse * (a(1, 1) * b[0] - a(0, 1) * b[1]),
            inverse * (a(0, 0) * b[1] - a(1, 0) * b[0])};
  } else if constexpr (N == 3 && M == 1) {
    return Cofactors<S>(a).solve(b);
  } else {
    if constexpr (N == dynamic && M == 1) {
      if (a.rows() == 2) return detail::solve_two<S, N>(a.data(), b.data());
      if (a.rows() == 3) return detail::solve_three<S, N>(a.data(), b.data());
    }
    Matrix<S, N> factors = a;
    Matrix<S, N, M> x = b;
    solve_in_place(factors, x);
    return x;
  }
}

namespace detail {
/// The same for a symmetric A as L D L^T, written out number by number without the zeros that are known when compiling;
/// false, with x meaningless, where an entry of D is not positive. Where all are this is as accurate as with pivots.
template <class S, int N>
HAMEL_ALWAYS_INLINE inline bool solve_definite(const Matrix<S, N>& a, const Vector<S, N>& b,
                                               Vector<S, N>& solution) noexcept {
  S l[N][N];     // below the diagonal L D
  S inverse[N];  // of D
  S x[N];
  const S *const entries = a.data(), *const right = b.data();
#pragma GCC unroll 8
  for (int j = 0; j < N; ++j) {
    x[j] = right[j];
#pragma GCC unroll 8
    for (int i = j; i < N; ++i) l[i][j] = entries[i + j * N];
  }
  bool positive = true;
#pragma GCC unroll 8
  for (int j = 0; j < N; ++j) {
    positive = positive && l[j][j] > S(0);
    inverse[j] = S(1) / l[j][j];
#pragma GCC unroll 8
    for (int i = j + 1; i < N; ++i) {
      if (known_zero(l[i][j])) continue;
      const S factor = l[i][j] * inverse[j];
#pragma GCC unroll 8
      for (int k = i; k < N; ++k)
        if (!known_zero(l[k][j])) l[k][i] -= factor * l[k][j];
      x[i] -= factor * x[j];
    }
  }
#pragma GCC unroll 8
  for (int j = N - 1; j >= 0; --j) {
    x[j] *= inverse[j];
#pragma GCC unroll 8
    for (int i = 0; i < j; ++i)
      if (!known_zero(l[j][i])) x[i] -= l[j][i] * x[j];
  }
#pragma GCC unroll 8
  for (int i = 0; i < N; ++i) solution.coeffRef(i) = x[i];
  return positive;
}
template <class S, int N>
[[gnu::noinline, gnu::cold]] inline Vector<S, N> solve_with_pivots(const Matrix<S, N>& a,
                                                                   const Vector<S, N>& b) noexcept {
  return solve(a, b);
}
}  // namespace detail

/// The solution of A x = b with a symmetric A, a metric of any signature: one that is positive definite needs no
/// pivots. A singular A gives numbers that are not finite.
template <class S, int N>
inline Vector<S, N> solve_symmetric(const Matrix<S, N>& a, const Vector<S, N>& b) noexcept {
  if constexpr (std::is_floating_point_v<S> && N >= 4 && N <= 8) {
    Vector<S, N> x;
    if (detail::solve_definite(a, b, x)) [[likely]]
      return x;
    // Of a copy: else what A is part of would have to be kept in memory.
    const Matrix<S, N> whole = a;
    const Vector<S, N> right = b;
    return detail::solve_with_pivots(whole, right);
  } else if constexpr (native_number<S> && N == 3) {
    return Cofactors<S>(entrywise<S, 3, 3>(3, 3,
                                           [&](int i, int j) HAMEL_ALWAYS_INLINE {
                                             return a.coeff(
                                                 i < j ? j : i,
                                                 i < j ? i : j);  // each cofactor is found once
                                           }))
        .solve(b);
  } else {
    return solve(a, b);
  }
}

/// A matrix that is solved with several times; what a solution takes from it alone is found once where it is small.
template <class S, int N>
class Solver {
 public:
  explicit Solver(const Matrix<S, N>& a) : kept_(a) {}

  Vector<S, N> solve(const Vector<S, N>& b) const noexcept {
    if constexpr (N == 3)
      return kept_.solve(b);
    else
      return hamel::solve<S, N>(kept_, b);
  }

 private:
  std::conditional_t<N == 3, Cofactors<S>, Matrix<S, N>> kept_;
};

}  // namespace hamel
