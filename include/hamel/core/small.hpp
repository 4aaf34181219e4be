// The entries of small matrices one by one: what the steps are computed with.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <type_traits>
#include <utility>

#include <hamel/core/inline.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>

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
/// The rows x cols matrix of f(i, j), by a loop.
template <class S, int N, int M, class F>
HAMEL_ALWAYS_INLINE inline Matrix<S, N, M> looped_entrywise(int rows, int cols, F&& f) {
  Matrix<S, N, M> c;
  if constexpr (N == dynamic || M == dynamic) c.resize(rows, cols);
  S* const to = c.data();
  for (int j = 0; j < cols; ++j) {
    for (int i = 0; i < rows; ++i) to[i + j * rows] = f(i, j);
  }
  return c;
}
/// The rows x cols matrix whose entries are, column by column, f(0), f(1), ..., by a loop.
template <class S, int N, int M, class F>
HAMEL_ALWAYS_INLINE inline Matrix<S, N, M> looped_list(int rows, int cols, F&& f) {
  Matrix<S, N, M> c;
  if constexpr (N == dynamic || M == dynamic) c.resize(rows, cols);
  S* const to = c.data();
  for (int k = 0; k < rows * cols; ++k) to[k] = f(k);
  return c;
}
}  // namespace detail

/// The rows x cols matrix of f(i, j).
template <class S, int N, int M, class F>
HAMEL_ALWAYS_INLINE inline Matrix<S, N, M> entrywise(int rows, int cols, F&& f) {
  if constexpr (written_out<S, N, M>) {
    return [&]<int... K>(std::integer_sequence<int, K...>) HAMEL_ALWAYS_INLINE {
      Matrix<S, N, M> c;
      S* const to = c.data();
      ((to[K] = f(K % N, K / N)), ...);
      return c;
    }
    (std::make_integer_sequence<int, N * M>{});
  } else {
    return detail::looped_entrywise<S, N, M>(rows, cols, f);
  }
}

/// The entries of a in memory, column by column.
template <class A>
HAMEL_ALWAYS_INLINE inline const typename A::Scalar* memory(const A& a) {
  static_assert(std::is_base_of_v<Eigen::PlainObjectBase<A>, A> &&
                (A::IsVectorAtCompileTime || !A::IsRowMajor));
  return a.data();
}

/// The rows x cols matrix whose entries are, column by column, f(0), f(1), ...
template <class S, int N, int M, class F>
HAMEL_ALWAYS_INLINE inline Matrix<S, N, M> listed(int rows, int cols, F&& f) {
  if constexpr (written_out<S, N, M>) {
    return [&]<int... K>(std::integer_sequence<int, K...>) HAMEL_ALWAYS_INLINE {
      Matrix<S, N, M> c;
      S* const to = c.data();
      ((to[K] = f(K)), ...);
      return c;
    }
    (std::make_integer_sequence<int, N * M>{});
  } else {
    return detail::looped_list<S, N, M>(rows, cols, f);
  }
}

/// The same, shaped like a.
template <class A, class F>
HAMEL_ALWAYS_INLINE inline auto listed_like(const A& a, F&& f) {
  return listed<typename A::Scalar, A::RowsAtCompileTime, A::ColsAtCompileTime>(int(a.rows()),
                                                                                int(a.cols()), f);
}

/// The N x M (or rows x cols) matrix of zeros.
template <class S, int N, int M = 1>
HAMEL_ALWAYS_INLINE inline Matrix<S, N, M> zeros(int rows = N, int cols = M) {
  return listed<S, N, M>(rows, cols, [](int) { return S(0); });
}

/// The same of -0, which a compiler leaves out where something is added to it: what sums begin with.
template <class S, int N, int M = 1>
HAMEL_ALWAYS_INLINE inline Matrix<S, N, M> negative_zeros(int rows = N, int cols = M) {
  return listed<S, N, M>(rows, cols, [](int) { return -S(0); });
}

/// e_k
template <class S, int N>
HAMEL_ALWAYS_INLINE inline Vector<S, N> unit_vector(int n, int k) {
  return listed<S, N, 1>(n, 1, [k](int i) { return S(i == k); });
}

/// The unit matrix.
template <class S, int N>
HAMEL_ALWAYS_INLINE inline Matrix<S, N> unit_matrix(int n = N) {
  return entrywise<S, N, N>(n, n, [](int i, int j) { return S(i == j); });
}

/// s a
template <class S, class A>
HAMEL_ALWAYS_INLINE inline auto scaled(const S& s, const A& a) {
  const auto* const x = memory(a);
  return listed_like(a, [&](int k) HAMEL_ALWAYS_INLINE { return S(s * x[k]); });
}

/// a + b
template <class A, class B>
HAMEL_ALWAYS_INLINE inline auto plus(const A& a, const B& b) {
  const auto *const x = memory(a), *const y = memory(b);
  return listed_like(a, [&](int k) HAMEL_ALWAYS_INLINE { return typename A::Scalar(x[k] + y[k]); });
}

/// a - b
template <class A, class B>
HAMEL_ALWAYS_INLINE inline auto minus(const A& a, const B& b) {
  const auto *const x = memory(a), *const y = memory(b);
  return listed_like(a, [&](int k) HAMEL_ALWAYS_INLINE { return typename A::Scalar(x[k] - y[k]); });
}

/// a + s b
template <class A, class S, class B>
HAMEL_ALWAYS_INLINE inline auto plus(const A& a, const S& s, const B& b) {
  const auto *const x = memory(a), *const y = memory(b);
  return listed_like(a, [&](int k) HAMEL_ALWAYS_INLINE { return S(x[k] + s * y[k]); });
}

/// a += s b
template <class A, class S, class B>
HAMEL_ALWAYS_INLINE inline void add_scaled(A& a, const S& s, const B& b) {
  const auto* const y = memory(b);
  auto* const to = a.data();
  constexpr int n = A::RowsAtCompileTime, m = A::ColsAtCompileTime;
  unrolled<written_out<typename A::Scalar, n, m> ? n * m : dynamic>(
      int(a.size()), [&](int k) HAMEL_ALWAYS_INLINE { to[k] = S(to[k] + s * y[k]); });
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
HAMEL_ALWAYS_INLINE inline Vector<typename A::Scalar, N> entries(const A& a, int k, int n = N) {
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
  Matrix<typename A::Scalar, N, M> c(a.rows(), a.cols() + b.cols());
  put(c, 0, 0, a);
  put(c, 0, int(a.cols()), b);
  return c;
}

/// The largest absolute value of an entry; NaN may be passed over.
template <class A>
HAMEL_ALWAYS_INLINE inline auto largest(const A& a) {
  using S = typename A::Scalar;
  using std::abs, std::max;
  S most(0);
  each_entry<S, A::RowsAtCompileTime, A::ColsAtCompileTime>(
      int(a.rows()), int(a.cols()),
      [&](int i, int j) HAMEL_ALWAYS_INLINE { most = max(most, S(abs(a.coeff(i, j)))); });
  return most;
}

/// x y in the numbers of y; a constant x meets dual numbers as the constant it is.
template <class X, class Y>
HAMEL_ALWAYS_INLINE inline Y product(const X& x, const Y& y) {
  if constexpr (std::is_arithmetic_v<X> && !std::is_arithmetic_v<Y> && requires {
                  { x* y } -> std::same_as<Y>;
                })
    return x * y;
  else
    return Y(x) * y;
}

/// to = a b for `rows` rows of a, whose columns are `stride` apart, and a column b.
template <int rows, class S>
HAMEL_ALWAYS_INLINE inline void times_rows(const S* a, int stride, const S* b, const S* end,
                                           S* to) {
  S sums[rows] = {};
  for (; b != end; ++b, a += stride)
    unrolled<rows>(rows, [&](int i) HAMEL_ALWAYS_INLINE { sums[i] += a[i] * *b; });
  unrolled<rows>(rows, [&](int i) HAMEL_ALWAYS_INLINE { to[i] = sums[i]; });
}

/// a b where sizes are known at run time, four rows at once.
template <int N, int M, class A, class B>
inline auto times_by_rows(const A& a, const B& b) {
  using S = typename B::Scalar;
  const int rows = int(a.rows()), length = int(b.rows());
  Matrix<S, N, M> c;
  c.resize(rows, b.cols());
  const S *const x = memory(a), *y = memory(b);
  S* to = c.data();
  for (int j = 0; j < int(b.cols()); ++j, y += length, to += rows) {
    const S* const end = y + length;
    int i = 0;
    for (; i + 4 <= rows; i += 4) times_rows<4>(x + i, rows, y, end, to + i);
    switch (rows & 3) {
      case 3:
        times_rows<3>(x + i, rows, y, end, to + i);
        break;
      case 2:
        times_rows<2>(x + i, rows, y, end, to + i);
        break;
      case 1:
        times_rows<1>(x + i, rows, y, end, to + i);
    }
  }
  return c;
}

/// a b, in the numbers of b
template <class A, class B>
HAMEL_ALWAYS_INLINE inline auto times(const A& a, const B& b) {
  using S = typename B::Scalar;
  constexpr int n = A::RowsAtCompileTime, k = A::ColsAtCompileTime, m = B::ColsAtCompileTime;
  if constexpr (n == dynamic || k == dynamic || m == dynamic) {
    if constexpr (native_number<S> && std::same_as<typename A::Scalar, S>) {
      return times_by_rows<n, m>(a, b);
    } else {
      const int length = int(b.rows());
      return entrywise<S, n, m>(int(a.rows()), int(b.cols()), [&](int i, int j) {
        S sum(0);
        for (int l = 0; l < length; ++l) sum += product(a.coeff(i, l), b.coeff(l, j));
        return sum;
      });
    }
  } else if constexpr (n * k * m > 512) {
    Matrix<S, n, m> c;
    c.noalias() = a.template cast<S>() * b;
    return c;
  } else {
    const auto* const x = memory(a);
    const auto* const y = memory(b);
    return entrywise<S, n, m>(n, m, [&](int i, int j) HAMEL_ALWAYS_INLINE {
      if constexpr (requires { S::sums_products; }) {  // numbers that take a sum as one
        return S::sum_of_products(
            k, [&](int l) { return x[i + l * n]; }, [&](int l) { return y[l + j * k]; });
      } else {
        S sum = product(x[i], y[j * k]);
        constexpr bool out = written_out<S, n, m> && written_out<S, k, 1>;
        unrolled<out ? k - 1 : dynamic>(k - 1, [&](int l) HAMEL_ALWAYS_INLINE {
          sum += product(x[i + (l + 1) * n], y[l + 1 + j * k]);
        });
        return sum;
      }
    });
  }
}

/// The sum of x_l y_l over l < n, in the numbers of y.
template <class X, class S>
HAMEL_ALWAYS_INLINE inline S dot(const X* x, const S* y, int n) {
  S sum(0);
  int l = 0;
  for (; l + 4 <= n; l += 4)
    unrolled<4>(4, [&](int k) HAMEL_ALWAYS_INLINE { sum += product(x[l + k], y[l + k]); });
  for (; l < n; ++l) sum += product(x[l], y[l]);
  return sum;
}

/// a^T b, in the numbers of b
template <class A, class B>
HAMEL_ALWAYS_INLINE inline auto transposed_times(const A& a, const B& b) {
  constexpr int n = A::ColsAtCompileTime, k = A::RowsAtCompileTime, m = B::ColsAtCompileTime;
  if constexpr (n == dynamic || k == dynamic || m == dynamic) {
    using S = typename B::Scalar;
    const int length = int(b.rows());
    const auto* const x = memory(a);
    const auto* const y = memory(b);
    return entrywise<S, n, m>(int(a.cols()), int(b.cols()), [&](int i, int j) {
      return dot(x + i * length, y + j * length, length);
    });
  } else {
    return times(transposed(a), b);
  }
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
