// What the library asks of a number type: its plain value, its resolution, and how functions lift
// to it.
#pragma once

#include <limits>
#include <type_traits>
#include <utility>

// What is refused here is found by NaN, and angles lose their turns in sums whose order counts.
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) || \
    defined(__ASSOCIATIVE_MATH__)
#error \
    "Hamel: -ffast-math, -Ofast, -ffinite-math-only and -funsafe-math-optimizations make answers wrong without a word; use -O3 -fno-math-errno -fno-trapping-math -ffp-contract=fast, or add -fno-finite-math-only -fno-associative-math behind -ffast-math"
#endif

namespace hamel {

/// A forward-differentiation number in the style of Eigen's AutoDiffScalar.
template <class S>
concept AutoDiffLike = requires(const S& s) {
  s.value();
  s.derivatives();
};

/// A forward-differentiation number in the style of Ceres' Jet.
template <class S>
concept JetLike = requires(const S& s) {
  s.a;
  s.v;
};

/// A number of reverse differentiation, which knows where on a tape it was made.
template <class S>
concept TapedLike = requires(const S& s) {
  s.value();
  s.node();
};

/// A number that carries first derivatives of its value along.
template <class S>
concept Differentiated = AutoDiffLike<S> || JetLike<S> || TapedLike<S>;

/// A ring of polynomials, not numbers: nothing rounds, and there are no quotients.
template <class S>
concept PolynomialRing = requires {
  requires S::is_polynomial_ring;
};

/// Numbers of several members side by side (core/pack.hpp).
template <class S>
concept PackLike = requires {
  requires S::is_pack;
};

/// What the processor computes with: its numbers, one by one or in packs.
template <class S>
inline constexpr bool native_number = std::is_floating_point_v<S> || PackLike<S>;

namespace detail {
template <class S>
struct LaneOf {
  using type = S;
};
template <PackLike S>
struct LaneOf<S> {
  using type = typename S::Lane;
};
}  // namespace detail

/// The number that a pack is made of; any other number itself.
template <class S>
using Lane = typename detail::LaneOf<S>::type;

/// The value without the derivatives of the outermost level; a plain number itself.
template <class S>
constexpr auto value(const S& s) {
  if constexpr (AutoDiffLike<S> || TapedLike<S>) {
    return std::remove_cvref_t<decltype(s.value())>(s.value());
  } else if constexpr (JetLike<S>) {
    return s.a;
  } else {
    return s;
  }
}

/// The value without any derivatives, however deeply nested.
template <class S>
constexpr auto plain(const S& s) {
  if constexpr (Differentiated<S>) {
    return plain(value(s));
  } else {
    return s;
  }
}

/// The plain number type below S.
template <class S>
using Plain = decltype(plain(std::declval<const S&>()));

/// Distance from 1 to the next larger number of the plain type; 0 for exact numbers.
template <class S>
Plain<S> epsilon() {
  return std::numeric_limits<Plain<S>>::epsilon();
}

/// Binary digits of the plain type.
template <class S>
inline constexpr int digits = std::numeric_limits<Plain<S>>::digits;

/// f(x) for a differentiated x, from f and f' at its value: exact to first order, which is all x
/// knows. Nested numbers come out right because f and f' are then themselves differentiated.
template <Differentiated S, class V>
S lifted(const S& x, const V& f, const V& derivative) {
  const S increment = x - value(x);
  const S scaled = increment * derivative;
  return S(scaled + f);
}

}  // namespace hamel
