// The entries of small matrices one by one: what the steps are computed with.
#pragma once

#include <cmath>
#include <type_traits>
#include <utility>

#include <hamel/core/types.hpp>

// A step works on a handful of numbers that were just computed. Written out entry by entry they stay in registers;
// packed arithmetic, and even a loop, has them stored and reloaded in other widths, which stalls the processor and
// costs several times the sum itself. So for the processor's numbers everything here unrolls while it compiles, into the
// functions that use it: compilers, left alone, keep the pieces apart.
namespace hamel {

/// f(0), ..., f(n-1), without a loop when N is fixed.
template <int N, class F>
[[gnu::always_inline]] inline void unrolled(int n, F&& f) {
  if constexpr (N == dynamic) {
    for (int i = 0; i < n; ++i) f(i);
  } else {
    [&]<int... I>(std::integer_sequence<int, I...>) __attribute__((always_inline)) {
      (f(I), ...);
    }
    (std::make_integer_sequence<int, N>{});
  }
}

/// Are matrices of S, N x M, written out? Only a few entries, and only those that processors compute with.
template <class S, int N, int M>
inline constexpr bool written_out = std::is_floating_point_v<S> && (N != dynamic) &&
                                    (M != dynamic) && (N * M <= 16);

/// f(i, j) for all entries of an N x M matrix of S, column by column.
template <class S, int N, int M, class F>
[[gnu::always_inline]] inline void each_entry(int rows, int cols, F&& f) {
  constexpr bool out = written_out<S, N, M>;
  unrolled<out ? M : dynamic>(
      cols, [&](int j) __attribute__((always_inline)) {
        unrolled<out ? N : dynamic>(
            rows, [&](int i) __attribute__((always_inline)) { f(i, j); });
      });
}

/// The rows x cols matrix of f(i, j).
template <class S, int N, int M, class F>
[[gnu::always_inline]] inline Matrix<S, N, M> entrywise(int rows, int cols, F&& f) {
  Matrix<S, N, M> c(rows, cols);
  each_entry<S, N, M>(
      rows, cols, [&](int i, int j) __attribute__((always_inline)) { c.coeffRef(i, j) = f(i, j); });
  return c;
}

/// The matrix of f(i, j), shaped like a.
template <class A, class F>
[[gnu::always_inline]] inline auto entrywise_like(const A& a, F&& f) {
  return entrywise<typename A::Scalar, A::RowsAtCompileTime, A::ColsAtCompileTime>(
      int(a.rows()), int(a.cols()), f);
}

/// s a
template <class S, class A>
[[gnu::always_inline]] inline auto scaled(const S& s, const A& a) {
  return entrywise_like(
      a, [&](int i, int j) __attribute__((always_inline)) { return S(s * a.coeff(i, j)); });
}

/// a + b
template <class A, class B>
[[gnu::always_inline]] inline auto plus(const A& a, const B& b) {
  using S = typename A::Scalar;
  return entrywise_like(
      a, [&](int i, int j)
             __attribute__((always_inline)) { return S(a.coeff(i, j) + b.coeff(i, j)); });
}

/// a - b
template <class A, class B>
[[gnu::always_inline]] inline auto minus(const A& a, const B& b) {
  using S = typename A::Scalar;
  return entrywise_like(
      a, [&](int i, int j)
             __attribute__((always_inline)) { return S(a.coeff(i, j) - b.coeff(i, j)); });
}

/// a + s b
template <class A, class S, class B>
[[gnu::always_inline]] inline auto plus(const A& a, const S& s, const B& b) {
  return entrywise_like(
      a, [&](int i, int j)
             __attribute__((always_inline)) { return S(a.coeff(i, j) + s * b.coeff(i, j)); });
}

/// The transpose of a.
template <class A>
[[gnu::always_inline]] inline auto transposed(const A& a) {
  return entrywise<typename A::Scalar, A::ColsAtCompileTime, A::RowsAtCompileTime>(
      int(a.cols()),
      int(a.rows()), [&](int i, int j) __attribute__((always_inline)) { return a.coeff(j, i); });
}

/// The entries of a as numbers of another type.
template <class S, class A>
[[gnu::always_inline]] inline auto converted(const A& a) {
  return entrywise<S, A::RowsAtCompileTime, A::ColsAtCompileTime>(
      int(a.rows()),
      int(a.cols()), [&](int i, int j) __attribute__((always_inline)) { return S(a.coeff(i, j)); });
}

/// The N (or n) entries of the vector a from the k-th on.
template <int N, class A>
[[gnu::always_inline]] inline Vector<typename A::Scalar, N> entries(const A& a, int k, int n = N) {
  if constexpr (N == dynamic) {
    return a.segment(k, n);
  } else {
    return entrywise<typename A::Scalar, N, 1>(
        n, 1, [&](int i, int) __attribute__((always_inline)) { return a.coeff(k + i); });
  }
}

/// Writes b into a from row i and column j on.
template <class A, class B>
[[gnu::always_inline]] inline void put(A& a, int i, int j, const B& b) {
  each_entry<typename B::Scalar, B::RowsAtCompileTime, B::ColsAtCompileTime>(
      int(b.rows()), int(b.cols()), [&](int k, int l) __attribute__((always_inline)) {
        a.coeffRef(i + k, j + l) = b.coeff(k, l);
      });
}

/// The columns of a and then those of b, N x M in all.
template <int N, int M, class A, class B>
[[gnu::always_inline]] inline auto beside(const A& a, const B& b) {
  Matrix<typename A::Scalar, N, M> c(a.rows(), a.cols() + b.cols());
  put(c, 0, 0, a);
  put(c, 0, int(a.cols()), b);
  return c;
}

/// The largest absolute value of an entry; NaN may be passed over.
template <class A>
[[gnu::always_inline]] inline auto largest(const A& a) {
  using S = typename A::Scalar;
  using std::abs;
  S most(0);
  each_entry<S, A::RowsAtCompileTime, A::ColsAtCompileTime>(
      int(a.rows()), int(a.cols()), [&](int i, int j) __attribute__((always_inline)) {
        const S size = abs(a.coeff(i, j));
        most = most < size ? size : most;
      });
  return most;
}

/// a b, in the numbers of b
template <class A, class B>
[[gnu::always_inline]] inline auto times(const A& a, const B& b) {
  using S = typename B::Scalar;
  constexpr int n = A::RowsAtCompileTime, k = A::ColsAtCompileTime, m = B::ColsAtCompileTime;
  if constexpr (n == dynamic || k == dynamic || m == dynamic || n * k * m > 512) {
    Matrix<S, n, m> c(a.rows(), b.cols());
    c.noalias() = a.template cast<S>() * b;
    return c;
  } else {
    return entrywise<S, n, m>(
        n, m, [&](int i, int j) __attribute__((always_inline)) {
          S sum = S(a.coeff(i, 0)) * b.coeff(0, j);
          constexpr bool out = written_out<S, n, m> && written_out<S, k, 1>;
          unrolled<out ? k - 1 : dynamic>(
              k - 1, [&](int l) __attribute__((always_inline)) {
                sum += S(a.coeff(i, l + 1)) * b.coeff(l + 1, j);
              });
          return sum;
        });
  }
}

/// a^T b, in the numbers of b
template <class A, class B>
[[gnu::always_inline]] inline auto transposed_times(const A& a, const B& b) {
  return times(transposed(a), b);
}

/// f(), compiled in one piece with all that it calls where `whole` says so: a step of a small system, whose numbers
/// else travel through memory from function to function.
template <bool whole, class F>
inline auto in_one_piece(F&& f) {
  if constexpr (whole) {
    return [&]() __attribute__((flatten)) {
      return f();
    }
    ();
  } else {
    return f();
  }
}

}  // namespace hamel
