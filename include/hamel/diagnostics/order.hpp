// The order a method really has: the slope of its error against its step.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

namespace hamel {

/// One run of a convergence study: the step and the error it left.
struct ConvergencePoint {
  double step;
  double error;
};

/// The slope of log(error) against log(step) between the two finest steps whose errors stand clear
/// of the plateau of rounding: at least 2^order above it after the next halving would still show.
/// NaN when fewer than two points qualify.
///
/// Points run from coarse to fine; `plateau` is the size below which errors are rounding.
inline double measured_order(const std::vector<ConvergencePoint>& points, double plateau) {
  double slope = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t i = 1; i < points.size(); ++i) {
    const auto &coarse = points[i - 1], &fine = points[i];
    if (!(fine.error > plateau) || !(coarse.error > fine.error)) break;
    slope = std::log(coarse.error / fine.error) / std::log(coarse.step / fine.step);
  }
  return slope;
}

}  // namespace hamel
