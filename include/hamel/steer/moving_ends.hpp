// The second variation of a motion whose ends may move: is it also the best to the ends nearby?
#pragma once

#include <algorithm>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/SVD>

#include <hamel/core/types.hpp>
#include <hamel/steer/both_ends.hpp>
#include <hamel/steer/conjugate.hpp>
#include <hamel/steer/end_map.hpp>
#include <hamel/steer/moving_frame.hpp>

namespace hamel {

/// What is known of a motion among its neighbours with all ends that `both` allows, where it is stationary among them.
///
/// Without a conjugate time the motions near it are the best between their ends, at a cost W(x0, x1) with dW = (-p0,
/// p1). It is locally optimal where the second variation of W along the ends allowed is positive definite, and not
/// where it is negative somewhere (Agrachev & Sachkov 2004, ch. 20). With N = (N0, N1) the kernel of dC and Phi the
/// linearised flow, ends change by N as the momentum p0 does by dp0 = Phi_xp^-1 (N1 - Phi_xx N0). Ends that no motion
/// reaches are left out. Unknown where the motion is abnormal, or the second variation is singular, as for coordinates
/// on which nothing depends.
template <class P>
Optimality among_ends(const P& problem, const typename P::template State<double>& start,
                      double length, const BothEnds<typename P::Group>& both,
                      const Conjugacy& between, double t0 = 0) {
  using V = Vector<double, P::dimension>;
  constexpr double sure = 1e-6;  // relative, beside the rounding and the error of the flow
  if (between.optimality != Optimality::locally_optimal) return between.optimality;
  if (between.abnormality != 0) return Optimality::unknown;
  const auto flow = [&](bool by_place) {
    EndMap<P> end;
    for (int steps = 16; steps <= 1024; steps *= 2) {
      end = end_map(problem, start.x, start.m, t0, length, steps, by_place);
      if (end.finite && end.error < 1e-13) break;
    }
    return end;
  };
  const EndMap<P> by_momentum = flow(false), by_place = flow(true);
  if (!by_momentum.finite || !by_place.finite) return Optimality::unknown;

  const int n = problem.dim(), reached = frame_at(problem, start.x).reached;
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(Eigen::MatrixXd(by_momentum.eta),
                                              Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Eigen::VectorXd& values = svd.singularValues();
  if (!(values[reached - 1] > sure * values[0])) return Optimality::unknown;
  if (reached < n && values[reached] > 1e-3 * values[reached - 1]) return Optimality::unknown;

  Eigen::MatrixXd ends = both.kernel(start.x, by_momentum.x);
  Eigen::MatrixXd ways =
      ends.bottomRows(n) - Eigen::MatrixXd(by_place.eta) * ends.topRows(n);  // Phi_xp dp0
  if (reached < n) {
    Eigen::FullPivLU<Eigen::MatrixXd> off(svd.matrixU().rightCols(n - reached).transpose() * ways);
    off.setThreshold(sure);
    if (off.dimensionOfKernel() == 0) return between.optimality;
    const Eigen::MatrixXd inside = off.kernel();
    ends = (ends * inside).eval();
    ways = (ways * inside).eval();
  }
  if (ends.cols() == 0) return between.optimality;
  const Eigen::MatrixXd dp0 = svd.matrixV().leftCols(reached) *
                              values.head(reached).cwiseInverse().asDiagonal() *
                              (svd.matrixU().leftCols(reached).transpose() * ways);

  EndMap<P> moved = by_momentum;
  const Eigen::MatrixXd eta0 = ends.topRows(n);
  moved.eta = ends.bottomRows(n);
  moved.dp = by_place.dp * eta0 + by_momentum.dp * dp0;
  const Eigen::MatrixXd kernel = both.kernel(start.x, by_momentum.x);
  const Eigen::MatrixXd second =
      (kernel.transpose() * ends).transpose() *
      both.jacobian(start.x, V(start.m), moved, eta0, dp0).bottomRows(kernel.cols());
  const double largest = second.cwiseAbs().maxCoeff();
  if (!((second - second.transpose()).cwiseAbs().maxCoeff() <= sure * largest))
    return Optimality::
        unknown;  // it is symmetric where the flow is accurate and the motion stationary
  const Eigen::MatrixXd symmetric = (second + second.transpose()) / 2;
  const double least =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric, Eigen::EigenvaluesOnly)
          .eigenvalues()[0];
  if (least > sure * largest) return Optimality::locally_optimal;
  return least < -sure * largest ? Optimality::cheaper_ends : Optimality::unknown;
}

}  // namespace hamel
