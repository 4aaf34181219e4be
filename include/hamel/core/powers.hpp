// Whole powers and their inverses.
#pragma once

#include <bit>
#include <cstdint>

namespace hamel {

/// x^n, n >= 0.
template <int n>
constexpr double power(double x) noexcept {
  if constexpr (n == 0)
    return 1;
  else if constexpr (n % 2 == 1)
    return x * power<n - 1>(x);
  else
    return power<n / 2>(x * x);
}

/// x^(-1/n) of a normal x > 0 to a few roundings, without quotients and tables: what std::pow takes twice as long for.
/// A guess from the exponent, off by a few percent, is multiplied by the beginning of the series of (1 - d)^(-1/n),
/// d = 1 - x y^n.
template <int n>
double inverse_root(double x) noexcept {
  static_assert(1 < n && n < 16);
  // The bits of a number are nearly its logarithm: log y = -(log x)/n.
  constexpr double one = double(std::int64_t(1) << 52), bias = 1023 - 0.0430;
  constexpr auto origin = std::int64_t(one * bias * (1 + 1. / n));
  double y = std::bit_cast<double>(origin - std::bit_cast<std::int64_t>(x) / n);
  constexpr double first = 1. / n, second = first * (1 + first) / 2,
                   third = second * (2 + first) / 3, fourth = third * (3 + first) / 4;
  for (int i = 0; i < 2; ++i) {
    const double d = 1 - x * power<n>(y);
    y += y * (d * first + (d * d) * ((second + d * third) + (d * d) * fourth));
  }
  return y;
}

}  // namespace hamel
