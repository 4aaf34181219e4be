// The second variation of a motion whose ends may move.
#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Core>

#include <hamel/steer/moving_ends.hpp>

#include "searching/conjugate_search.hpp"
#include "searching/factors.hpp"

namespace hamel::searching {

namespace {

/// The least eigenvalue of a symmetric matrix, by rotations that make its entries off the diagonal vanish one after the
/// other (Jacobi 1846).
double least_eigenvalue(M a) {
  constexpr int most_sweeps = 30;
  const double rounding = std::numeric_limits<double>::epsilon() * a.norm();
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    double most = 0;
    for (Eigen::Index j = 0; j < a.cols(); ++j)
      for (Eigen::Index i = 0; i < j; ++i) {
        most = std::max(most, std::abs(a(i, j)));
        if (std::abs(a(i, j)) <= rounding) continue;
        const double apart = a(j, j) - a(i, i);
        const double angle = std::atan2(std::copysign(2., apart) * a(i, j), std::abs(apart)) / 2;
        const double c = std::cos(angle), s = std::sin(angle);
        const Eigen::VectorXd column = a.col(i);
        a.col(i) = c * column - s * a.col(j);
        a.col(j) = s * column + c * a.col(j);
        const Eigen::RowVectorXd row = a.row(i);
        a.row(i) = c * row - s * a.row(j);
        a.row(j) = s * row + c * a.row(j);
      }
    if (most <= rounding) break;
  }
  return a.diagonal().minCoeff();
}

}  // namespace

Optimality among_ends(const Motions& motions, const Point& x, const V& p, double length,
                      const BothEnds& both, const Conjugacy& between, double t0) {
  constexpr double sure = 1e-6;  // relative, beside the rounding and the error of the flow
  if (between.optimality != Optimality::locally_optimal) return between.optimality;
  if (between.abnormality != 0) return Optimality::unknown;
  const ConjugateSearch along(motions, x, p, t0, length);
  if (!along.fine()) return Optimality::unknown;
  const int n = motions.dim(), m = along.rank();
  const auto& last = along.end();
  const M transport = last.transport;

  const M kernel = both.kernel(x, last.x);
  M ends = kernel;
  const Elimination back(transport);
  M z(2 * n, ends.cols());  // at both ends, carried back to the start
  z << ends.topRows(n), back.solve_columns(ends.bottomRows(n));
  if (m < n) {  // what is off the places that are reached is the same at both ends
    const M off = along.units().outside(z.bottomRows(n) - z.topRows(n));
    if (off.norm() > sure * z.norm()) {
      const Ranked parts(off.transpose(), sure);
      const M inside = parts.q().rightCols(ends.cols() - parts.rank());
      ends = (ends * inside).eval();
      z = (z * inside).eval();
    }
  }
  if (ends.cols() == 0) return between.optimality;

  // The Jacobi fields between these ends, and the changes of momentum that they have.
  const M z0 = along.units().inside(z.topRows(n)), z1 = along.units().inside(z.bottomRows(n));
  const M flow = along.flow();
  const M y0 =
      Elimination(flow.topRightCorner(m, m)).solve_columns(z1 - flow.topLeftCorner(m, m) * z0);
  const M y1 = flow.bottomLeftCorner(m, m) * z0 + flow.bottomRightCorner(m, m) * y0;
  const M eta0 = ends.topRows(n);
  M dp0 = along.units().momenta(y0);
  EndMap moved;
  moved.x = last.x;
  moved.p = last.p;
  moved.eta = ends.bottomRows(n);
  moved.dp = Elimination(transport.transpose()).solve_columns(along.units().momenta(y1));
  for (int k = 0; k < ends.cols(); ++k) {  // delta p = xi + ad*_eta p/2
    dp0.col(k) += 0.5 * motions.group().ad_star(eta0.col(k), p);
    moved.dp.col(k) += 0.5 * motions.group().ad_star(moved.eta.col(k), last.p);
  }
  M second = (kernel.transpose() * ends).transpose() *
             both.jacobian(x, p, moved, eta0, dp0).bottomRows(kernel.cols());
  const Cholesky unit(z0.transpose() * z0 + z1.transpose() * z1);
  if (!unit.exists()) return Optimality::unknown;
  second = unit.orthonormal(unit.orthonormal(second).transpose()).eval();
  const double largest = second.cwiseAbs().maxCoeff();
  if (!((second - second.transpose()).cwiseAbs().maxCoeff() <= sure * std::max(1., largest)))
    return Optimality::
        unknown;  // it is symmetric where the flow is accurate and the motion stationary
  const M symmetric = (second + second.transpose()) / 2;
  const double least = least_eigenvalue(symmetric);
  const double rounding = sure / 100 * std::max(1., largest);  // 1 without forces and curvature
  if (least > rounding) return Optimality::locally_optimal;
  return least < -rounding ? Optimality::cheaper_ends : Optimality::unknown;
}
}  // namespace hamel::searching
