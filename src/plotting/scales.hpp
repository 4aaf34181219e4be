// What the axes of a panel show.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace hamel::plotting {

/// Numbers that gnuplot can scale; others leave a gap.
inline bool is_drawable(double value) {
  return std::abs(value) < 1e200;
}

struct Range {
  double low = 0, high = 0;
};

/// The range of some values, widened, never empty.
inline Range range_of(const std::vector<const std::vector<double>*>& columns) {
  Range range{HUGE_VAL, -HUGE_VAL};
  for (const auto* column : columns) {
    for (const double v : *column) {
      if (!is_drawable(v)) continue;
      range.low = std::min(range.low, v);
      range.high = std::max(range.high, v);
    }
  }
  if (range.low > range.high) return {-1, 1};
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  double margin = 0.06 * (range.high - range.low);
  if (!(margin > 1e-9 * size)) margin = size > 0 ? 0.1 * size : 1;
  return {range.low - margin, range.high + margin};
}

/// Whole decades around the positive values, at least two.
inline Range decades_of(const std::vector<const std::vector<double>*>& columns) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const auto* column : columns) {
    for (const double v : *column) {
      if (!(v > 0) || !is_drawable(v)) continue;
      low = std::min(low, std::floor(std::log10(v)));
      high = std::max(high, std::ceil(std::log10(v)));
    }
  }
  if (low > high) return {1e-2, 1};
  return {std::pow(10, low), std::pow(10, std::max(high, low + 2))};
}

/// 1, 2 or 5 times a power of ten, not less than the step.
inline double round_step(double step) {
  const double unit = std::pow(10, std::floor(std::log10(step)));
  for (const double digit : {1., 2., 5.})
    if (digit * unit >= step) return digit * unit;
  return 10 * unit;
}

/// The range, or one of another width about its middle when it is narrower than the least.
inline Range at_least(const Range& r, double least, double otherwise) {
  if (r.high - r.low > least) return r;
  const double middle = (r.low + r.high) / 2;
  return {middle - otherwise / 2, middle + otherwise / 2};
}

}  // namespace hamel::plotting
