// What the exact algebra asks of a number: whether it rounds, its nearest double, its sign.
#pragma once

#include <type_traits>

namespace hamel {

/// True where arithmetic in S never rounds, so that a zero is a proof.
template <class S>
inline constexpr bool is_exact = !std::is_floating_point_v<S>;

/// The nearest double; exact numbers bring their own.
inline double to_double(double value) {
  return value;
}

/// The sign: -1, 0 or 1; exact numbers bring their own.
inline int sign(double value) {
  return (value > 0) - (value < 0);
}

}  // namespace hamel
