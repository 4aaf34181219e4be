// Factorisations of matrices whose size a run decides, against Eigen's.
#include "searching/factors.hpp"

#include <algorithm>
#include <limits>
#include <random>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>
#include <doctest/doctest.h>

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// Matrices m x n of rank r with entries in [-1, 1], always the same.
struct Dice {
  std::mt19937 bits{7};
  double number() { return 2 * (double(bits()) / double(std::mt19937::max())) - 1; }
  int upto(int n) { return 1 + int(bits() % unsigned(n)); }
  MatrixXd matrix(Eigen::Index m, Eigen::Index n) {
    return MatrixXd::NullaryExpr(m, n, [&] { return number(); });
  }
  VectorXd vector(Eigen::Index n) { return matrix(n, 1); }
};

constexpr double rounding = 1e-14;

}  // namespace

TEST_CASE("least squares and ranked factors are those of a complete orthogonal decomposition") {
  Dice dice;
  for (int trial = 0; trial < 500; ++trial) {
    const int m = dice.upto(9), n = dice.upto(9);
    const int r = trial % 3 == 0 ? std::min(m, n) : dice.upto(std::min(m, n));
    const MatrixXd a = dice.matrix(m, r) * dice.matrix(r, n);
    const VectorXd b = dice.vector(m);
    Eigen::CompleteOrthogonalDecomposition<MatrixXd> expected;
    expected.setThreshold(1e-10);
    expected.compute(a);
    const double condition = expected.pseudoInverse().norm() * a.norm();
    if (condition > 1e4) continue;
    const VectorXd x = hamel::LeastSquares(1e-10).compute(a).solve(b);
    CHECK((x - expected.solve(b)).norm() <=
          rounding * condition * condition * (1 + expected.solve(b).norm()));
    const hamel::Ranked ranked(a, 1e-10);
    CHECK(ranked.rank() == expected.rank());
    const MatrixXd q = ranked.q();
    CHECK((q.transpose() * q - MatrixXd::Identity(m, m)).norm() <= rounding);
    CHECK((q.rightCols(m - ranked.rank()).transpose() * a).norm() <= rounding * a.norm());
    CHECK(ranked.kernel().cols() == n - ranked.rank());
    CHECK((a * ranked.kernel()).norm() <= rounding * a.norm() * (1 + ranked.kernel().norm()));
    CHECK((a.transpose() * (a * ranked.solve(b) - b)).norm() <=
          rounding * condition * a.norm() * (1 + b.norm()));
    CHECK(hamel::orthogonal_factor(a).isUnitary(rounding));
  }
}

TEST_CASE("symmetric and square matrices are solved for") {
  Dice dice;
  for (int trial = 0; trial < 200; ++trial) {
    const int n = dice.upto(9);
    const MatrixXd s = dice.matrix(n, n);
    const VectorXd b = dice.vector(n);
    const MatrixXd positive = s * s.transpose() + 1e-2 * MatrixXd::Identity(n, n);
    const hamel::Cholesky roots(positive);
    REQUIRE(roots.exists());
    CHECK((positive * roots.solve(b) - b).norm() <=
          rounding * positive.norm() * roots.solve(b).norm());
    CHECK_FALSE(hamel::Cholesky(-positive).exists());
    const MatrixXd d = roots.orthonormal(MatrixXd::Identity(n, n));  // L^-T
    CHECK((d.transpose() * positive * d - MatrixXd::Identity(n, n)).norm() <= 1e-11);
    const MatrixXd half = dice.matrix(n, std::max(1, n / 2));
    const MatrixXd semidefinite = half * half.transpose();
    const VectorXd reached = semidefinite * b;
    const VectorXd x = hamel::PivotedCholesky(semidefinite).solve(reached);
    CHECK((semidefinite * x - reached).norm() <= 1e-12 * (1 + semidefinite.norm() * x.norm()));
    const hamel::Elimination rows(s);
    CHECK((s * rows.solve(b) - b).norm() <= rounding * s.norm() * rows.solve(b).norm());
    CHECK((s * rows.inverse() - MatrixXd::Identity(n, n)).norm() <=
          rounding * s.norm() * rows.inverse().norm());
  }
}

TEST_CASE("zeros and numbers that are none have no rank, and no roots") {
  CHECK(hamel::Ranked(MatrixXd::Zero(3, 2)).rank() == 0);
  CHECK(hamel::LeastSquares().compute(MatrixXd::Zero(3, 2)).solve(VectorXd::Ones(3)).norm() == 0);
  CHECK(hamel::PivotedCholesky(MatrixXd::Zero(2, 2)).solve(VectorXd::Ones(2)).norm() == 0);
  const MatrixXd none = MatrixXd::Constant(2, 2, std::numeric_limits<double>::quiet_NaN());
  CHECK_FALSE(hamel::Cholesky(none).exists());
  CHECK_FALSE(hamel::LeastSquares().compute(none).solve(VectorXd::Ones(2)).allFinite());
}
