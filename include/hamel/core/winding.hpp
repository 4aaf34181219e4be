// Angles with their full turns apart: however far they wind, no digit is lost.
#pragma once

#include <cmath>
#include <concepts>
#include <type_traits>

#include <hamel/core/scalar.hpp>

namespace hamel {

/// The angle `angle` + 2 pi `turns`: turns is whole, and |angle| exceeds pi by 1e-5 at most.
template <class S>
struct Winding {
  S angle, turns;
};

/// A scalar whose values can be compared; a symbolic one is not, and does not wind.
template <class S>
concept Ordered = std::totally_ordered<Plain<S>>;

namespace detail {

/// 2 pi = two_pi_high + two_pi_low; whole multiples of the first up to 2^16 are exact in every scalar. Other than
/// the processor's numbers know the sum to their own precision.
inline constexpr double two_pi_high = 6.28125;

template <class S>
S two_pi_low() {
  if constexpr (native_number<S>) {
    return S(0.0019353071795864769252867665590057683943L);
  } else {
    using std::atan;
    return S(8) * S(atan(S(1))) - S(two_pi_high);
  }
}

/// The same for any angle.
template <class S>
Winding<S> rewound(const S& angle) {
  if constexpr (Differentiated<S>) {
    const auto at = rewound(value(angle));
    using V = std::remove_cv_t<decltype(at.angle)>;
    return {lifted(angle, at.angle, V(1)), lifted(angle, at.turns, V(0))};
  } else {
    using std::round;
    const S high(two_pi_high), low = two_pi_low<S>();
    const S turns = round(S(angle / (high + low)));
    return {S(S(angle - turns * high) - turns * low), turns};
  }
}

}  // namespace detail

/// Splits an angle.
template <class S>
Winding<S> wound(const S& angle) {
  if constexpr (Ordered<S>) {
    using std::abs;
    if (abs(plain(angle)) > Plain<S>(3.1416)) [[unlikely]]
      return detail::rewound(angle);
  }
  return {angle, S(0)};
}

/// The angle in one number.
template <class S>
S unwound(const S& angle, const S& turns) {
  if constexpr (Ordered<S>) {
    using P = Plain<S>;
    const P whole = plain(turns);
    return whole == P(0)
               ? angle
               : S(angle + S(P(whole * P(detail::two_pi_high) + whole * detail::two_pi_low<P>())));
  } else {
    return angle;
  }
}

}  // namespace hamel
