// Products that leave out the zeros which the compiler sees in matrices that are written as code.
#pragma once

#include <concepts>
#include <type_traits>

#include <hamel/core/inline.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/types.hpp>

// A metric or a distribution that moves is code in which most entries are literally zero. Without fast arithmetic a
// compiler keeps 0 x, for 0 times infinity is no number and 0 times -1 is -0; here a zero of which it knows when
// compiling stands for a term that is absent.
namespace hamel {

/// Is x a zero known when compiling?
template <class S>
HAMEL_ALWAYS_INLINE inline bool known_zero([[maybe_unused]] const S& x) {
  if constexpr (std::is_floating_point_v<S>)
    return __builtin_constant_p(x) && x == S(0);
  else
    return false;
}

/// x y, or -0, which a compiler leaves out of a sum, where one of them is a known zero
template <class S>
HAMEL_ALWAYS_INLINE inline S product_without_zeros(const S& x, const S& y) {
  if (known_zero(x) || known_zero(y)) return -S(0);
  return x * y;
}

/// a + b; of more than four numbers g++ adds pairs, zeros or not
template <class A, class B>
HAMEL_ALWAYS_INLINE inline auto sparse_plus(const A& a, const B& b) {
  using S = typename A::Scalar;
  constexpr int n = A::SizeAtCompileTime;
#ifdef __clang__
  constexpr int most = 8;
#else
  constexpr int most = 4;
#endif
  if constexpr (std::is_floating_point_v<S> && n != dynamic && n <= most) {
    const S *const x = memory(a), *const y = memory(b);
    return listed_like(a, [&](int k) HAMEL_ALWAYS_INLINE {
      if (known_zero(x[k])) return y[k];
      if (known_zero(y[k])) return x[k];
      return x[k] + y[k];
    });
  } else {
    return plus(a, b);
  }
}

/// Are zeros looked for in products of an A and a B of so many rows and columns, sums of `length` terms?
template <class A, class B, int rows, int length, int cols>
inline constexpr bool sees_zeros = std::is_floating_point_v<typename B::Scalar>&&
    std::same_as<typename A::Scalar, typename B::Scalar>&&
        written_out<typename B::Scalar, rows, cols>&& written_out<typename B::Scalar, length, 1>;

/// sum_l x(l) y(l) over l < length without known zeros
template <int length, class X, class Y>
HAMEL_ALWAYS_INLINE inline auto sum_without_zeros(const X& x, const Y& y) {
  using S = std::remove_cvref_t<decltype(y(0))>;
  S sum(0);
  bool begun = false;
  unrolled<length>(length, [&](int l) HAMEL_ALWAYS_INLINE {
    if (known_zero(x(l)) || known_zero(y(l))) return;
    sum = begun ? S(sum + x(l) * y(l)) : S(x(l) * y(l));
    begun = true;
  });
  return sum;
}

/// a b
template <class A, class B>
HAMEL_ALWAYS_INLINE inline auto sparse_times(const A& a, const B& b) {
  constexpr int n = A::RowsAtCompileTime, k = A::ColsAtCompileTime, m = B::ColsAtCompileTime;
  if constexpr (sees_zeros<A, B, n, k, m>) {
    using S = typename B::Scalar;
    const S *const x = memory(a), *const y = memory(b);
    return entrywise<S, n, m>(n, m, [&](int i, int j) HAMEL_ALWAYS_INLINE {
      return sum_without_zeros<k>(
          [&](int l) HAMEL_ALWAYS_INLINE -> const S& { return x[i + l * n]; },
          [&](int l) HAMEL_ALWAYS_INLINE -> const S& { return y[l + j * k]; });
    });
  } else {
    return times(a, b);
  }
}

/// a^T b
template <class A, class B>
HAMEL_ALWAYS_INLINE inline auto sparse_transposed_times(const A& a, const B& b) {
  constexpr int n = A::ColsAtCompileTime, k = A::RowsAtCompileTime, m = B::ColsAtCompileTime;
  if constexpr (sees_zeros<A, B, n, k, m>) {
    using S = typename B::Scalar;
    const S *const x = memory(a), *const y = memory(b);
    return entrywise<S, n, m>(n, m, [&](int i, int j) HAMEL_ALWAYS_INLINE {
      return sum_without_zeros<k>(
          [&](int l) HAMEL_ALWAYS_INLINE -> const S& { return x[l + i * k]; },
          [&](int l) HAMEL_ALWAYS_INLINE -> const S& { return y[l + j * k]; });
    });
  } else {
    return transposed_times(a, b);
  }
}

/// a^T b where it is symmetric, of which half is computed
template <class A, class B>
HAMEL_ALWAYS_INLINE inline auto symmetric_transposed_times(const A& a, const B& b) {
  constexpr int n = A::ColsAtCompileTime, k = A::RowsAtCompileTime;
  if constexpr (sees_zeros<A, B, n, k, n>) {
    using S = typename B::Scalar;
    const S *const x = memory(a), *const y = memory(b);
    Matrix<S, n> c;
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
    Matrix<S, n> c(rows, rows);
    const S* y = memory(b);
    for (int j = 0; j < rows; ++j, y += length) {
      const auto* x = memory(a);
      for (int i = 0; i <= j; ++i, x += length)
        c.coeffRef(i, j) = c.coeffRef(j, i) = dot(x, y, length);
    }
    return c;
  } else {
    return transposed_times(a, b);
  }
}

}  // namespace hamel
