// The second variation of a motion whose ends may move: is it also the best to the ends nearby?
#pragma once

#include <algorithm>

#include <Eigen/Core>
#include <Eigen/Eigenvalues>

#include <hamel/core/factors.hpp>
#include <hamel/core/types.hpp>
#include <hamel/steer/both_ends.hpp>
#include <hamel/steer/conjugate.hpp>
#include <hamel/steer/end_map.hpp>

namespace hamel {

/// What is known of a motion among its neighbours with all ends that `both` allows, where it is stationary among them.
///
/// Without a conjugate time the motions near it are the best between their ends, at a cost W(x0, x1) with dW = (-p0,
/// p1). It is locally optimal where the second variation of W along the ends allowed is positive definite, and not
/// where it is negative somewhere (Agrachev & Sachkov 2004, ch. 20), both in the units of what variations reach. Ends
/// that no motion reaches are left out. Unknown where the motion is abnormal, or the second variation is singular, as
/// for coordinates on which nothing depends.
template <class P>
Optimality among_ends(const P& problem, const typename P::template State<double>& start,
                      double length, const BothEnds<typename P::Group>& both,
                      const Conjugacy& between, double t0 = 0) {
  using V = Vector<double, P::dimension>;
  constexpr double sure = 1e-6;  // relative, beside the rounding and the error of the flow
  if (between.optimality != Optimality::locally_optimal) return between.optimality;
  if (between.abnormality != 0) return Optimality::unknown;
  const ConjugateSearch<P> along(problem, start.x, start.m, t0, length);
  if (!along.fine()) return Optimality::unknown;
  const int n = problem.dim(), m = along.rank();
  const auto& last = along.end();
  const Eigen::MatrixXd transport = last.transport;

  const Eigen::MatrixXd kernel = both.kernel(start.x, last.x);
  Eigen::MatrixXd ends = kernel;
  const Elimination back(transport);
  Eigen::MatrixXd z(2 * n, ends.cols());  // at both ends, carried back to the start
  z << ends.topRows(n), back.solve_columns(ends.bottomRows(n));
  if (m < n) {  // what is off the places that are reached is the same at both ends
    const Eigen::MatrixXd off = along.units().outside(z.bottomRows(n) - z.topRows(n));
    if (off.norm() > sure * z.norm()) {
      const Ranked parts(off.transpose(), sure);
      const Eigen::MatrixXd inside = parts.q().rightCols(ends.cols() - parts.rank());
      ends = (ends * inside).eval();
      z = (z * inside).eval();
    }
  }
  if (ends.cols() == 0) return between.optimality;

  // The Jacobi fields between these ends, and the changes of momentum that they have.
  const Eigen::MatrixXd z0 = along.units().inside(z.topRows(n)),
                        z1 = along.units().inside(z.bottomRows(n));
  const Eigen::MatrixXd flow = along.flow();
  const Eigen::MatrixXd y0 = Elimination(flow.topRightCorner(m, m))
                                 .solve_columns(z1 - flow.topLeftCorner(m, m) * z0);
  const Eigen::MatrixXd y1 = flow.bottomLeftCorner(m, m) * z0 + flow.bottomRightCorner(m, m) * y0;
  const Eigen::MatrixXd eta0 = ends.topRows(n);
  Eigen::MatrixXd dp0 = along.units().momenta(y0);
  EndMap<P> moved;
  moved.x = last.x;
  moved.p = last.p;
  moved.eta = ends.bottomRows(n);
  moved.dp = Elimination(transport.transpose()).solve_columns(along.units().momenta(y1));
  for (int k = 0; k < ends.cols(); ++k) {  // delta p = xi + ad*_eta p/2
    dp0.col(k) += 0.5 * problem.group().ad_star(V(eta0.col(k)), V(start.m));
    moved.dp.col(k) += 0.5 * problem.group().ad_star(V(moved.eta.col(k)), last.p);
  }
  Eigen::MatrixXd second =
      (kernel.transpose() * ends).transpose() *
      both.jacobian(start.x, V(start.m), moved, eta0, dp0).bottomRows(kernel.cols());
  const Cholesky unit(z0.transpose() * z0 + z1.transpose() * z1);
  if (!unit.exists()) return Optimality::unknown;
  second = unit.orthonormal(unit.orthonormal(second).transpose()).eval();
  const double largest = second.cwiseAbs().maxCoeff();
  if (!((second - second.transpose()).cwiseAbs().maxCoeff() <= sure * std::max(1., largest)))
    return Optimality::
        unknown;  // it is symmetric where the flow is accurate and the motion stationary
  const Eigen::MatrixXd symmetric = (second + second.transpose()) / 2;
  const double least =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric, Eigen::EigenvaluesOnly)
          .eigenvalues()[0];
  const double rounding = sure / 100 * std::max(1., largest);  // 1 without forces and curvature
  if (least > rounding) return Optimality::locally_optimal;
  return least < -rounding ? Optimality::cheaper_ends : Optimality::unknown;
}

}  // namespace hamel
