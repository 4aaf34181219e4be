// The zeros which the compiler sees in matrices that are written as code.
#pragma once

#include <concepts>
#include <type_traits>

#include <hamel/core/entries.hpp>
#include <hamel/core/inline.hpp>

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

}  // namespace hamel
