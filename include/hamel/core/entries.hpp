// The entries of small matrices one by one.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include <hamel/core/dense.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/matrix_arithmetic.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/sizes.hpp>

// A step works on a handful of numbers that were just computed. Written out entry by entry they stay in registers;
// packed arithmetic, and even a loop, has them stored and reloaded in other widths, which stalls the processor and
// costs several times the sum itself. So for the processor's numbers everything here unrolls while it compiles, into
// the functions that use it: compilers, left alone, keep the pieces apart.
namespace hamel {

/// Are matrices of S, N x M, written out? Only a few entries, and only those that processors compute with.
template <class S, int N, int M>
inline constexpr bool written_out = native_number<S> && (N != dynamic) && (M != dynamic) &&
                                    (N * M <= 16);

/// f(0), ..., f(n-1), without a loop when N is fixed.
template <int N, class F>
HAMEL_ALWAYS_INLINE inline void unrolled(int n, F&& f) {
  if constexpr (N == dynamic) {
    for (int i = 0; i < n; ++i) f(i);
  } else {
    [&]<int... I>(std::integer_sequence<int, I...>) HAMEL_ALWAYS_INLINE {
      (f(I), ...);
    }
    (std::make_integer_sequence<int, N>{});
  }
}

/// f(i, j) for all entries of an N x M matrix of S, column by column.
template <class S, int N, int M, class F>
HAMEL_ALWAYS_INLINE inline void each_entry(int rows, int cols, F&& f) {
  if constexpr (written_out<S, N, M> && N != 0) {
    [&]<int... K>(std::integer_sequence<int, K...>) HAMEL_ALWAYS_INLINE {
      (f(K % N, K / N), ...);
    }
    (std::make_integer_sequence<int, N * M>{});
  } else {
    for (int j = 0; j < cols; ++j) {
      for (int i = 0; i < rows; ++i) f(i, j);
    }
  }
}

namespace detail {
// Functions of their own: older compilers build a result where it is wanted only if it is declared outside all blocks.
/// The rows x cols matrix T of f(i, j), by a loop.
template <class T, class F>
HAMEL_ALWAYS_INLINE inline T looped_entrywise(int rows, int cols, F&& f) {
  T c;
  if constexpr (T::SizeAtCompileTime == dynamic) c.resize(rows, cols);
  auto* const to = c.data();
  for (int j = 0; j < cols; ++j) {
    for (int i = 0; i < rows; ++i) to[i + j * rows] = f(i, j);
  }
  return c;
}
/// The rows x cols matrix T whose entries are, column by column, f(0), f(1), ..., by a loop.
template <class T, class F>
HAMEL_ALWAYS_INLINE inline T looped_list(int rows, int cols, F&& f) {
  T c;
  if constexpr (T::SizeAtCompileTime == dynamic) c.resize(rows, cols);
  auto* const to = c.data();
  for (int k = 0; k < rows * cols; ++k) to[k] = f(k);
  return c;
}

/// The rows x cols matrix T whose entries are, column by column, f(0), f(1), ...
template <class T, class F>
HAMEL_ALWAYS_INLINE inline T listed_in(int rows, int cols, F&& f) {
  constexpr int n = T::RowsAtCompileTime, m = T::ColsAtCompileTime;
  if constexpr (written_out<typename T::Scalar, n, m>) {
    return [&]<int... K>(std::integer_sequence<int, K...>) HAMEL_ALWAYS_INLINE {
      T c;
      auto* const to = c.data();
      ((to[K] = f(K)), ...);
      return c;
    }
    (std::make_integer_sequence<int, n * m>{});
  } else {
    return looped_list<T>(rows, cols, f);
  }
}
/// The rows x cols matrix T of f(i, j).
template <class T, class F>
HAMEL_ALWAYS_INLINE inline T entrywise_in(int rows, int cols, F&& f) {
  constexpr int n = T::RowsAtCompileTime, m = T::ColsAtCompileTime;
  if constexpr (written_out<typename T::Scalar, n, m>)
    return listed_in<T>(rows, cols, [&](int k) HAMEL_ALWAYS_INLINE { return f(k % n, k / n); });
  else
    return looped_entrywise<T>(rows, cols, f);
}
}  // namespace detail

/// The rows x cols matrix of f(i, j).
template <class S, int N, int M, class F>
HAMEL_ALWAYS_INLINE inline detail::Sized<S, N, M> entrywise(int rows, int cols, F&& f) {
  return detail::entrywise_in<detail::Sized<S, N, M>>(rows, cols, f);
}

/// The rows x cols matrix whose entries are, column by column, f(0), f(1), ...
template <class S, int N, int M, class F>
HAMEL_ALWAYS_INLINE inline detail::Sized<S, N, M> listed(int rows, int cols, F&& f) {
  return detail::listed_in<detail::Sized<S, N, M>>(rows, cols, f);
}

/// The same, shaped like a and with as much room.
template <class A, class F>
HAMEL_ALWAYS_INLINE inline auto listed_like(const A& a, F&& f) {
  return detail::listed_in<detail::Value<A>>(int(a.rows()), int(a.cols()), f);
}

/// The entries of a in memory, column by column.
template <class A>
HAMEL_ALWAYS_INLINE inline const typename A::Scalar* memory(const A& a) {
  static_assert(std::is_base_of_v<Eigen::PlainObjectBase<A>, A> &&
                (A::IsVectorAtCompileTime || !A::IsRowMajor));
  return a.data();
}

/// The N x M (or rows x cols) matrix of zeros.
template <class S, int N, int M = 1>
HAMEL_ALWAYS_INLINE inline detail::Sized<S, N, M> zeros(int rows = N, int cols = M) {
  return listed<S, N, M>(rows, cols, [](int) { return S(0); });
}

/// The same of -0, which a compiler leaves out where something is added to it: what sums begin with.
template <class S, int N, int M = 1>
HAMEL_ALWAYS_INLINE inline detail::Sized<S, N, M> negative_zeros(int rows = N, int cols = M) {
  return listed<S, N, M>(rows, cols, [](int) { return -S(0); });
}

/// e_k
template <class S, int N>
HAMEL_ALWAYS_INLINE inline detail::Sized<S, N, 1> unit_vector(int n, int k) {
  return listed<S, N, 1>(n, 1, [k](int i) { return S(i == k); });
}

/// The unit matrix.
template <class S, int N>
HAMEL_ALWAYS_INLINE inline detail::Sized<S, N> unit_matrix(int n = N) {
  return entrywise<S, N, N>(n, n, [](int i, int j) { return S(i == j); });
}

/// The transpose of a.
template <class A>
HAMEL_ALWAYS_INLINE inline auto transposed(const A& a) {
  const auto* const x = memory(a);
  const int rows = int(a.rows());
  return entrywise<typename A::Scalar, A::ColsAtCompileTime, A::RowsAtCompileTime>(
      int(a.cols()), rows, [&](int i, int j) HAMEL_ALWAYS_INLINE { return x[j + i * rows]; });
}

/// The entries of a as numbers of another type.
template <class S, class A>
HAMEL_ALWAYS_INLINE inline auto converted(const A& a) {
  const auto* const x = memory(a);
  return listed<S, A::RowsAtCompileTime, A::ColsAtCompileTime>(
      int(a.rows()), int(a.cols()), [&](int k) HAMEL_ALWAYS_INLINE { return S(x[k]); });
}

/// The same; a itself where its numbers are of that type.
template <class S, class A>
HAMEL_ALWAYS_INLINE inline decltype(auto) in_numbers(const A& a) {
  if constexpr (std::same_as<S, typename A::Scalar>)
    return (a);
  else
    return converted<S>(a);
}

/// The N (or n) entries of the vector a from the k-th on.
template <int N, class A>
HAMEL_ALWAYS_INLINE inline detail::Sized<typename A::Scalar, N, 1> entries(const A& a, int k,
                                                                           int n = N) {
  const auto* const x = memory(a) + k;
  return listed<typename A::Scalar, N, 1>(n, 1, [&](int i) HAMEL_ALWAYS_INLINE { return x[i]; });
}

/// The j-th column of a.
template <class A>
HAMEL_ALWAYS_INLINE inline auto column(const A& a, int j) {
  const int n = int(a.rows());
  const auto* const x = memory(a) + j * n;
  return listed<typename A::Scalar, A::RowsAtCompileTime, 1>(
      n, 1, [&](int i) HAMEL_ALWAYS_INLINE { return x[i]; });
}

/// The N x M entries of a from row i and column j on.
template <int N, int M, class A>
HAMEL_ALWAYS_INLINE inline auto part_of(const A& a, int i, int j) {
  return entrywise<typename A::Scalar, N, M>(
      N, M, [&](int k, int l) HAMEL_ALWAYS_INLINE { return a.coeff(i + k, j + l); });
}

/// Writes b into a from row i and column j on.
template <class A, class B>
HAMEL_ALWAYS_INLINE inline void put(A& a, int i, int j, const B& b) {
  each_entry<typename B::Scalar, B::RowsAtCompileTime, B::ColsAtCompileTime>(
      int(b.rows()), int(b.cols()),
      [&](int k, int l) HAMEL_ALWAYS_INLINE { a.coeffRef(i + k, j + l) = b.coeff(k, l); });
}

/// The columns of a and then those of b, N x M in all.
template <int N, int M, class A, class B>
HAMEL_ALWAYS_INLINE inline auto beside(const A& a, const B& b) {
  detail::Sized<typename A::Scalar, N, M> c(a.rows(), a.cols() + b.cols());
  put(c, 0, 0, a);
  put(c, 0, int(a.cols()), b);
  return c;
}

}  // namespace hamel
