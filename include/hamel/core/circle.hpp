// Cosine and sine together, from points on the unit circle that are tabulated beyond double precision.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <hamel/core/inline.hpp>

namespace hamel {

/// Cosine and sine.
template <class S>
struct Direction {
  S cosine, sine;
};

namespace detail {

/// Two numbers side by side in one register.
using Both [[gnu::vector_size(16)]] = double;

/// A point on the circle: (cosine, sine) is high + low; across is high turned by a quarter.
struct CirclePoint {
  Both high, across, low;
};

/// The points at multiples of 1/256 of a turn: those of the first eighth by the series of cosine and sine, the others
/// are their images.
inline constexpr std::array<CirclePoint, 256> circle_points = [] {
  std::array<CirclePoint, 256> points{};
  const auto put = [&](int k, long double c, long double s) {
    const double cosine = static_cast<double>(c), sine = static_cast<double>(s);
    points[static_cast<std::size_t>(k & 255)] =
        CirclePoint{Both{cosine, sine}, Both{-sine, cosine},
                    Both{static_cast<double>(c - cosine), static_cast<double>(s - sine)}};
  };
  for (int k = 0; k <= 32; ++k) {
    const long double angle = k * 0.0245436926061702596754894014318711L, z = angle * angle;
    long double c = 1, s = 1;
    for (int j = 10; j > 0; --j) {
      c = 1 - c * z / ((2 * j - 1) * (2 * j));
      s = 1 - s * z / (2 * j * (2 * j + 1));
    }
    s *= angle;
    put(k, c, s), put(-k, c, -s), put(128 - k, -c, s), put(128 + k, -c, -s);
    put(64 - k, s, c), put(64 + k, -s, c), put(192 - k, -s, -c), put(192 + k, s, -c);
  }
  return points;
}();

/// Up to 2^16: the nearest point, turned by the rest of at most 1/512 of a turn, whose series are
/// short. The step between points is split in two, and multiples of the first part are exact, so that near a
/// quarter turn the small one of the two results keeps its relative accuracy. Of sine's series the cube of the square z
/// is R z^2 - R^2 z/8, which for z <= R is R^3/8 from it at most (Chebyshev), 9e-17 of the sine. Without branches,
/// cosine and sine side by side in one register.
HAMEL_ALWAYS_INLINE inline Direction<double> direction_by_points(double angle) {
  constexpr double whole = 0x1.8p52;  // what is added to it is rounded to an integer, its last bits
  constexpr double widest = 0x1.3bdp-13;  // R, the largest square of the rest
  const double counted = angle * 40.743665431525205956 + whole, k = counted - whole;
  const double rest = (angle - k * 0x1.921fb544p-6) - k * 0x1.0b4611a626331p-40;
  const double square = rest * rest;
  const Both z{square, square};
  const Both series =
      Both{-1. / 2, 1} + z * (Both{1. / 24, -1. / 6 + widest * widest / (8 * 5040)} +
                              z * Both{-1. / 720, 1. / 120 - widest / 5040});
  const Both turned = series * Both{square, rest};  // cos - 1, sin
  const auto& [high, across, low] = circle_points[std::bit_cast<std::uint64_t>(counted) & 255U];
  const Both moved = high + ((low + high * turned[0]) + across * turned[1]);
  return {moved[0], moved[1]};
}

}  // namespace detail

}  // namespace hamel
