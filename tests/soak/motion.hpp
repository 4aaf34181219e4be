// The reduced nonholonomic motion in double, written out from the definitions, and how well a multiplier fits it.
#pragma once

#include <cstddef>
#include <vector>

#include <Eigen/Dense>

#include "systems.hpp"

namespace soak {

/// The relative least-squares residual of D^T p = D^T M a with p' = ad*_a p, p(0) = M a(0) + mu over the best mu in
/// Ann(d), along a nonholonomic motion: 0 iff the motion is vakonomic. Negative when the motion leaves every bound.
inline double multiplier_residual(const System& exact, const Eigen::VectorXd& a0, double end,
                                  int steps) {
  using Table = Eigen::MatrixXd;
  const Table metric = hamel::cast<double>(exact.metric), d = hamel::cast<double>(exact.d());
  const Table momenta = d.transpose() * metric;
  const Eigen::PartialPivLU<Table> gram(momenta * d);
  const Eigen::Index n = a0.size(), r = d.cols();
  std::vector<Table> coadjoint;
  for (int i = 0; i < exact.dimension(); ++i)
    coadjoint.push_back(
        hamel::cast<double>(exact.algebra.ad(exact.algebra.basis_vector(i))).transpose());
  const auto rate = [&](const Table& y) {
    Table transport = Table::Zero(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
      transport += y(i, 0) * coadjoint[static_cast<std::size_t>(i)];
    Table result(n, y.cols());
    result.col(0) = d * gram.solve(d.transpose() * (transport * (metric * y.col(0))));
    result.rightCols(y.cols() - 1) = transport * y.rightCols(y.cols() - 1);
    return result;
  };
  Table y(n, 2 + n - r);
  y << a0, metric * a0, Table(d.fullPivHouseholderQr().matrixQ()).rightCols(n - r);
  const double h = end / steps;
  Table equations((steps + 1) * r, n - r);
  Eigen::VectorXd right(equations.rows()), size(equations.rows());
  for (int k = 0; k <= steps; ++k) {
    equations.middleRows(k * r, r) = d.transpose() * y.rightCols(n - r);
    size.segment(k * r, r) = momenta * y.col(0);
    right.segment(k * r, r) = size.segment(k * r, r) - d.transpose() * y.col(1);
    const Table k1 = rate(y), k2 = rate(y + h / 2 * k1), k3 = rate(y + h / 2 * k2),
                k4 = rate(y + h * k3);
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    if (!(y.cwiseAbs().maxCoeff() < 1e6)) return -1;
  }
  return (equations * equations.completeOrthogonalDecomposition().solve(right) - right).norm() /
         size.norm();
}

}  // namespace soak
