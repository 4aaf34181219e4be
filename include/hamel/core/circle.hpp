// Cosine and sine together, from points on the unit circle that are tabulated beyond double precision.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace hamel {

/// Cosine and sine.
template <class S>
struct Direction {
  S cosine, sine;
};

namespace detail {

/// A point on the circle: its coordinates are high + low.
struct CirclePoint {
  alignas(16) Direction<double> high;  // in one register
  Direction<double> low;
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
/// quarter turn the small one of the two results keeps its relative accuracy. Without branches, cosine and sine
/// side by side in one register.
inline Direction<double> direction_by_points(double angle) {
  using Both [[gnu::vector_size(16)]] = double;
  constexpr double whole = 0x1.8p52;  // what is added to it is rounded to an integer, its last bits
  const double counted = angle * 10.185916357881301489 + whole, k = counted - whole;
  const double rest = (angle - k * 0x1.921fb544p-4) - k * 0x1.0b4611a626331p-38;
  const double square = rest * rest;
  const Both z{square, square};
  const Both series =
      Both{-1. / 2, 1} + z * (Both{1. / 24, -1. / 6} +
                              z * (Both{-1. / 720, 1. / 120} + z * Both{1. / 40320, -1. / 5040}));
  const Both turned = series * Both{square, rest};  // cos - 1, sin
  const auto& [high, low] = circle_points[std::bit_cast<std::uint64_t>(counted) & 63U];
  const Both point{high.cosine, high.sine}, across = Both{high.sine, high.cosine} * Both{-1, 1};
  const Both moved =
      point + ((Both{low.cosine, low.sine} + point * turned[0]) + across * turned[1]);
  return {moved[0], moved[1]};
}

}  // namespace detail

}  // namespace hamel
