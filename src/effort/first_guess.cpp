// Paths to begin from.
#include "first_guess.hpp"

#include <cmath>

namespace hamel::effort {

using Eigen::VectorXd;
using V = SystemGroup::V;
using Point = StepEquations::Point;

namespace {

/// A number in [-1, 1] that depends on i alone, evenly spread over all i (multiples of the golden section).
double spread(int i) {
  const double x = 0.6180339887498949 * i;
  return 2 * (x - std::floor(x)) - 1;
}

}  // namespace

Path first_guess(const StepEquations& step, const Point& from, const VectorXd& m, const Point& to,
                 double t_end, int steps, int attempt) {
  const SystemGroup& group = step.group();
  const V way = group.log(group.compose(group.inverse(from), to));
  const double size = 0.5 * (0.5 + way.norm());
  V bend[2];
  for (int j = 0; j < 2; ++j) {
    bend[j] = V::Zero(step.dim());
    for (int i = 0; i < step.dim() && attempt > 0; ++i)
      bend[j][i] = size * spread(1 + i + step.dim() * (j + 2 * attempt));
  }
  const double h = t_end / steps, pi = std::acos(-1);
  Path path;
  for (int k = 0; k <= steps; ++k) {
    const double s = double(k) / steps;
    const V aside = std::sin(pi * s) * bend[0] + std::sin(2 * pi * s) * bend[1];
    path.x.push_back(step.moved(step.moved(from, s * way), aside));
  }
  path.x[0] = from;
  path.x[steps] = to;
  for (int k = 0; k < steps; ++k) {
    const V a = group.log(group.compose(group.inverse(path.x[k]), path.x[k + 1])) / h;
    path.u.push_back(step.rates(k * h, path.x[k], a));
    path.a.push_back(step.velocity(k * h, path.x[k], path.u.back()));
    path.m.push_back(k == 0 ? m : step.momentum(path.x[k], path.a.back()));
    path.w.push_back(VectorXd::Constant(step.inputs(), 1e-3));
  }
  path.m.push_back(VectorXd::Zero(step.rank()));
  return path;
}

Path resampled(const StepEquations& step, const Path& path, double t_end, int steps) {
  const double h = t_end / path.steps(), ratio = double(path.steps()) / steps;
  Path other;
  for (int k = 0; k < steps; ++k) {
    const int at = static_cast<int>(k * ratio), middle = static_cast<int>((k + 0.5) * ratio);
    const double part = k * ratio - at;
    other.x.push_back(step.moved(path.x[at], part * h * path.a[at]));
    other.m.push_back((1 - part) * path.m[at] + part * path.m[at + 1]);
    other.a.push_back(path.a[middle]);
    other.u.push_back(path.u[middle]);
    other.w.push_back(path.w[middle]);
  }
  other.x.push_back(path.x.back());
  other.m.push_back(path.m.back());
  return other;
}

}  // namespace hamel::effort
