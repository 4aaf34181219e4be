// Sums and products of small matrices, written out entry by entry: what the steps are computed with.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <type_traits>

#include <hamel/core/entries.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/known_zeros.hpp>
#include <hamel/core/matrix_arithmetic.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/sizes.hpp>

// Where operands are matrices themselves, fixed in size or with room for a few rows, these operators are more special
// than Eigen's, which would make a type of every expression and compute it in packets. Each gives a matrix; zeros that
// the compiler knows are left out of sums.
namespace hamel {

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

namespace detail {
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
template <class A, class B>
inline auto times_by_rows(const A& a, const B& b) {
  using S = typename B::Scalar;
  const int rows = int(a.rows()), length = int(b.rows());
  ValueOfProduct<A, B> c;
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
  static_assert(k == dynamic || B::RowsAtCompileTime == dynamic || k == B::RowsAtCompileTime,
                "a product needs as many columns on the left as rows on the right");
  eigen_assert(a.cols() == b.rows());
  if constexpr (n == dynamic || k == dynamic || m == dynamic) {
    if constexpr (native_number<S> && std::same_as<typename A::Scalar, S>) {
      return times_by_rows(a, b);
    } else {
      const int length = int(b.rows());
      return entrywise_in<ValueOfProduct<A, B>>(int(a.rows()), int(b.cols()), [&](int i, int j) {
        S sum(0);
        for (int l = 0; l < length; ++l) sum += product(a.coeff(i, l), b.coeff(l, j));
        return sum;
      });
    }
  } else if constexpr (n * k * m > 512) {
    ValueOfProduct<A, B> c;
    c.noalias() = a.template cast<S>().operator*(b);  // Eigen's, in blocks
    return c;
  } else {
    const auto* const x = memory(a);
    const auto* const y = memory(b);
    return entrywise<S, n, m>(n, m, [&](int i, int j) HAMEL_ALWAYS_INLINE {
      if constexpr (k == 0) {
        return S(0);
      } else if constexpr (sees_zeros<A, B, n, k, m>) {
        return sum_without_zeros<k>(
            [&](int l) HAMEL_ALWAYS_INLINE -> const S& { return x[i + l * n]; },
            [&](int l) HAMEL_ALWAYS_INLINE -> const S& { return y[l + j * k]; });
      } else if constexpr (requires { S::sums_products; }) {  // numbers that take a sum as one
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
    eigen_assert(a.rows() == b.rows());
    const int length = int(b.rows());
    const auto* const x = memory(a);
    const auto* const y = memory(b);
    using Value = ValueOfProduct<Eigen::Transpose<const A>, B>;
    return entrywise_in<Value>(int(a.cols()), int(b.cols()), [&](int i, int j) {
      return dot(x + i * length, y + j * length, length);
    });
  } else {
    return times(transposed(a), b);
  }
}
}  // namespace detail

namespace detail {
/// Have a and b as many rows and columns? Said when compiling where it is known then.
template <class A, class B>
HAMEL_ALWAYS_INLINE inline void check_shapes([[maybe_unused]] const A& a,
                                             [[maybe_unused]] const B& b) {
  constexpr auto meet = [](int n, int m) { return n == m || n == dynamic || m == dynamic; };
  static_assert(meet(A::RowsAtCompileTime, B::RowsAtCompileTime) &&
                    meet(A::ColsAtCompileTime, B::ColsAtCompileTime),
                "a sum needs as many rows and columns on the left as on the right");
  eigen_assert(a.rows() == b.rows() && a.cols() == b.cols());
}
}  // namespace detail

/// f(a_k, b_k) for all entries, which changes those of a.
template <class A, class B, class F>
HAMEL_ALWAYS_INLINE inline void in_place(A& a, const B& b, F&& f) {
  detail::check_shapes(a, b);
  const auto* const y = memory(b);
  auto* const to = a.data();
  constexpr int n = A::RowsAtCompileTime, m = A::ColsAtCompileTime;
  unrolled<written_out<typename A::Scalar, n, m> ? n * m : dynamic>(
      int(a.size()), [&](int k) HAMEL_ALWAYS_INLINE { f(to[k], y[k]); });
}

/// s a, a s and a / s
template <class S, detail::Small A>
requires std::convertible_to<S, typename A::Scalar> HAMEL_ALWAYS_INLINE inline auto operator*(
    const S& s, const A& a) {
  using Scalar = typename A::Scalar;
  const Scalar factor(s);
  const auto* const x = memory(a);
  return listed_like(a, [&](int k) HAMEL_ALWAYS_INLINE { return Scalar(factor * x[k]); });
}
template <class S, detail::Small A>
requires std::convertible_to<S, typename A::Scalar> HAMEL_ALWAYS_INLINE inline auto operator*(
    const A& a, const S& s) {
  return s * a;
}
template <class S, detail::Small A>
requires std::convertible_to<S, typename A::Scalar> HAMEL_ALWAYS_INLINE inline auto operator/(
    const A& a, const S& s) {
  using Scalar = typename A::Scalar;
  const Scalar divisor(s);
  const auto* const x = memory(a);
  return listed_like(a, [&](int k) HAMEL_ALWAYS_INLINE { return Scalar(x[k] / divisor); });
}

/// -a
template <detail::Small A>
HAMEL_ALWAYS_INLINE inline auto operator-(const A& a) {
  const auto* const x = memory(a);
  return listed_like(a, [&](int k) HAMEL_ALWAYS_INLINE { return typename A::Scalar(-x[k]); });
}

/// a + b
template <detail::Small A, detail::Small B>
requires detail::SameField<A, B> HAMEL_ALWAYS_INLINE inline auto operator+(const A& a, const B& b) {
  detail::check_shapes(a, b);
  using S = typename A::Scalar;
  const S *const x = memory(a), *const y = memory(b);
  return listed_like(a, [&](int k) HAMEL_ALWAYS_INLINE {
    if constexpr (A::SizeAtCompileTime != dynamic && A::SizeAtCompileTime <= 8) {
      if (known_zero(x[k])) return y[k];
      if (known_zero(y[k])) return x[k];
    }
    return S(x[k] + y[k]);
  });
}

/// a - b
template <detail::Small A, detail::Small B>
requires detail::SameField<A, B> HAMEL_ALWAYS_INLINE inline auto operator-(const A& a, const B& b) {
  detail::check_shapes(a, b);
  const auto *const x = memory(a), *const y = memory(b);
  return listed_like(a, [&](int k) HAMEL_ALWAYS_INLINE { return typename A::Scalar(x[k] - y[k]); });
}

/// a += b and a -= b
template <detail::Small A, detail::Small B>
requires detail::SameField<A, B> HAMEL_ALWAYS_INLINE inline A& operator+=(A& a, const B& b) {
  in_place(a, b, [](auto& to, const auto& y) HAMEL_ALWAYS_INLINE {
    if (known_zero(to))
      to = y;
    else if (!known_zero(y))
      to += y;
  });
  return a;
}
template <detail::Small A, detail::Small B>
requires detail::SameField<A, B> HAMEL_ALWAYS_INLINE inline A& operator-=(A& a, const B& b) {
  in_place(a, b, [](auto& to, const auto& y) HAMEL_ALWAYS_INLINE { to -= y; });
  return a;
}

/// a b, a^T b, a b^T and a^T b^T, in the numbers of b; the product of a row and a column is a number, which Eigen gives.
template <detail::SmallFactor A, detail::SmallFactor B>
requires(A::RowsAtCompileTime != 1 || B::ColsAtCompileTime != 1) HAMEL_ALWAYS_INLINE inline auto
operator*(const A& a, const B& b) {
  if constexpr (!detail::Small<B>)
    return a * transposed(b.nestedExpression());
  else if constexpr (!detail::Small<A>)
    return detail::transposed_times(a.nestedExpression(), b);
  else
    return detail::times(a, b);
}

/// a^T b, a number
template <detail::Small A, detail::Small B>
HAMEL_ALWAYS_INLINE inline auto dot(const A& a, const B& b) {
  constexpr int n = A::SizeAtCompileTime;
  const auto* const x = memory(a);
  const auto* const y = memory(b);
  if constexpr (sees_zeros<A, B, 1, n, 1>)
    return sum_without_zeros<n>(
        [&](int i) HAMEL_ALWAYS_INLINE -> const auto& { return x[i]; },
        [&](int i) HAMEL_ALWAYS_INLINE -> const auto& { return y[i]; });
  else
    return detail::dot(x, y, int(a.size()));
}

/// a^T b where it is symmetric, of which half is computed
template <class A, class B>
HAMEL_ALWAYS_INLINE inline auto symmetric_transposed_times(const A& a, const B& b) {
  constexpr int n = A::ColsAtCompileTime, k = A::RowsAtCompileTime;
  if constexpr (sees_zeros<A, B, n, k, n>) {
    using S = typename B::Scalar;
    const S *const x = memory(a), *const y = memory(b);
    detail::ValueOfProduct<Eigen::Transpose<const A>, B> c;
    each_entry<S, n, n>(n, n, [&](int i, int j) HAMEL_ALWAYS_INLINE {
      if (i > j) return;
      c.coeffRef(i, j) =
          sum_without_zeros<k>([&](int l) HAMEL_ALWAYS_INLINE -> const S& { return x[l + i * k]; },
                               [&](int l) HAMEL_ALWAYS_INLINE -> const S& { return y[l + j * k]; });
      c.coeffRef(j, i) = c.coeff(i, j);
    });
    return c;
  } else if constexpr (n == dynamic) {
    using S = typename B::Scalar;
    const int length = int(a.rows()), rows = int(a.cols());
    detail::ValueOfProduct<Eigen::Transpose<const A>, B> c(rows, rows);
    const S* y = memory(b);
    for (int j = 0; j < rows; ++j, y += length) {
      const auto* x = memory(a);
      for (int i = 0; i <= j; ++i, x += length)
        c.coeffRef(i, j) = c.coeffRef(j, i) = detail::dot(x, y, length);
    }
    return c;
  } else {
    return a.transpose() * b;
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
