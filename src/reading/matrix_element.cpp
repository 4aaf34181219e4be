// Products of exponentials that give a matrix.
#include "matrix_element.hpp"

#include <cmath>
#include <limits>
#include <random>

#include <Eigen/LU>

namespace hamel::reading {

namespace {

using Point = Element<MatrixGroup, double>;
using V = Vector<double, dynamic>;
using Square = DynamicMatrix<double>;

constexpr int most_steps = 80;
constexpr int scattered_starts = 96;
constexpr double enough = 1e-15;

/// g^-1 x - 1, what is left of x.
struct Rest {
  Square matrix;
  double scale;  ///< |g^-1| |x|

  double size() const { return matrix.norm(); }
  double off() const { return matrix.cwiseAbs().maxCoeff() / scale; }
};

Rest rest_of(const MatrixGroup& group, const Point& g, const Square& x) {
  const Square inverse = Square(group.matrix(g)).partialPivLu().inverse();
  const int n = group.rows();
  return {Square(inverse * x - Square::Identity(n, n)), std::max(1., inverse.norm() * x.norm())};
}

/// Levenberg-Marquardt steps from g on.
MatrixElement descend(const MatrixGroup& group, Point g, const Square& x) {
  const int n = group.rows(), d = group.dim();
  Rest rest = rest_of(group, g, x);
  double damping = 1e-3;
  for (int step = 0; step < most_steps && std::isfinite(rest.size()); ++step) {
    if (rest.off() < enough) break;
    Square slopes(n * n, d);
    for (int k = 0; k < d; ++k) {
      const Square moved =
          Square(group.hat(V(V::Unit(d, k)))) * (rest.matrix + Square::Identity(n, n));
      slopes.col(k) = moved.reshaped();
    }
    const Square normal = slopes.transpose() * slopes;
    const Square right = slopes.transpose() * rest.matrix.reshaped();
    Square damped = normal;
    for (int k = 0; k < d; ++k)
      damped(k, k) += damping * (normal(k, k) + std::numeric_limits<double>::min());
    const Square change = damped.partialPivLu().solve(right);
    const double length = change.norm();
    if (!std::isfinite(length)) break;
    const V delta = change.col(0) * std::min(1., 2 / std::max(length, 1e-300));
    const Point ahead = group.compose(g, group.exp(delta));
    const Rest left = rest_of(group, ahead, x);
    if (left.size() < rest.size()) {
      const bool ends = left.size() > 0.999999 * rest.size() && damping < 1e-6;
      g = ahead, rest = left;
      damping = std::max(damping / 8, 1e-14);
      if (ends) break;
    } else {
      damping *= 10;
      if (damping > 1e12) break;
    }
  }
  return {g, std::isfinite(rest.size()) ? rest.off() : std::numeric_limits<double>::infinity()};
}

}  // namespace

MatrixElement nearest_element(const MatrixGroup& group, const Point& x) {
  constexpr double found = 1e-13;
  const Square matrix = group.matrix(x);
  MatrixElement best = descend(group, group.identity<double>(), matrix);
  const auto take = [&](const Point& from) {
    const MatrixElement other = descend(group, from, matrix);
    if (other.off < best.off) best = other;
  };
  if (best.off > found)
    if (const V a = group.log(x); a.allFinite()) take(group.exp(a));
  std::mt19937 generator(20250917);
  std::normal_distribution<double> normal;
  for (int start = 0; start < scattered_starts && best.off > found; ++start) {
    V a(group.dim());
    for (double& c : a) c = normal(generator);
    take(group.exp(V(a * (0.5 + 0.75 * (start % 5)))));
  }
  return best;
}

}  // namespace hamel::reading
