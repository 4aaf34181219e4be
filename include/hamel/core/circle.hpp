// Cosine and sine together, from points on the unit circle that are tabulated beyond double precision.
#pragma once

#include <array>
#include <cstddef>

namespace hamel {

/// Cosine and sine.
template <class S>
struct Direction {
  S cosine, sine;
};

namespace detail {

/// A point on the circle: its coordinates are high + low.
struct CirclePoint {
  Direction<double> high, low;
};

/// The points at multiples of 1/64 of a turn, by the series of cosine and sine over angle.
inline constexpr std::array<CirclePoint, 64> circle_points = [] {
  std::array<CirclePoint, 64> points{};
  for (int k = 0; k < 64; ++k) {
    const long double angle = (k > 32 ? k - 64 : k) * 0.0981747704246810387019576057274845L;
    const long double z = angle * angle;
    long double c = 1, s = 1;
    for (int j = 20; j > 0; --j) {
      c = 1 - c * z / ((2 * j - 1) * (2 * j));
      s = 1 - s * z / (2 * j * (2 * j + 1));
    }
    c = k % 32 == 16 ? 0 : c;
    s = k % 32 == 0 ? 0 : s * angle;
    const Direction<double> high{static_cast<double>(c), static_cast<double>(s)};
    points[static_cast<std::size_t>(k)] = {
        high, {static_cast<double>(c - high.cosine), static_cast<double>(s - high.sine)}};
  }
  return points;
}();

/// Up to 2^18: the nearest point, turned by the rest of at most 1/128 of a turn, whose series are
/// short. The step between points is split in two, and multiples of the first part are exact, so that near a
/// quarter turn the small one of the two results keeps its relative accuracy. Without branches.
inline Direction<double> direction_by_points(double angle) {
  constexpr double whole = 0x1.8p52;  // what is added to it is rounded to an integer
  const double k = (angle * 10.185916357881301489 + whole) - whole;
  const double rest = (angle - k * 0x1.921fb544p-4) - k * 0x1.0b4611a626331p-38;
  const double z = rest * rest;
  const double c = z * (-1. / 2 + z * (1. / 24 - z * (1. / 720 - z * (1. / 40320))));  // cos - 1
  const double s = rest + rest * z * (-1. / 6 + z * (1. / 120 - z * (1. / 5040)));
  const auto& [high, low] = circle_points[static_cast<unsigned>(static_cast<int>(k)) & 63U];
  return {high.cosine + ((low.cosine + high.cosine * c) - high.sine * s),
          high.sine + ((low.sine + high.sine * c) + high.cosine * s)};
}

}  // namespace detail

}  // namespace hamel
