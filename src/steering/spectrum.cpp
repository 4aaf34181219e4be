// Eigenvalues of a linear flow.
#include "steering/spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <numeric>
#include <utility>

#include <Eigen/Eigenvalues>

#include "searching/factors.hpp"

namespace hamel::steering {

namespace {

constexpr double zero_pivot = 1e-11;  // of a singular value, relative to the largest
constexpr double rounding = 1e-14;    // of an entry, relative to the largest of A

/// A on what is left when the last `dimension` columns of Q, A^T P = Q R, are taken out.
void take_out(WithoutZeros& result, const Ranked& rows, int dimension) {
  const Eigen::MatrixXd q = rows.q();
  const Eigen::MatrixXd left = q.leftCols(q.cols() - dimension);
  if (result.chain.empty()) result.kernel = q.rightCols(dimension);
  if (dimension == 0) return;
  result.chain.push_back(dimension);
  const double zero = rounding * result.rest.cwiseAbs().maxCoeff();
  result.rest = (left.transpose() * result.rest * left).eval();
  result.rest = (result.rest.array().abs() <= zero).select(0, result.rest).eval();
}

}  // namespace

int WithoutZeros::zeros() const {
  return std::accumulate(chain.begin(), chain.end(), 0);
}

WithoutZeros without_zeros(const Eigen::MatrixXd& A) {
  WithoutZeros result{A, Eigen::MatrixXd(A.rows(), 0), {}};
  while (result.rest.rows() > 0) {
    const Ranked rows(result.rest.transpose(), zero_pivot);
    // of a matrix of zeros no pivot is the largest
    const int rank = result.rest.isZero(0) ? 0 : rows.rank();
    const int dimension = static_cast<int>(result.rest.rows()) - rank;
    take_out(result, rows, dimension);
    if (dimension == 0) break;
  }
  return result;
}

WithoutZeros without_zeros(const Eigen::MatrixXd& A, const std::vector<int>& chain) {
  WithoutZeros result{A, Eigen::MatrixXd(A.rows(), 0), {}};
  for (const int dimension : chain)
    take_out(result, Ranked(result.rest.transpose(), zero_pivot), dimension);
  return result;
}

LinearMode neutral_mode() {
  LinearMode mode;
  mode.neutral = true;
  mode.kind = "marginal";
  return mode;
}

std::vector<LinearMode> modes(const Eigen::MatrixXd& A) {
  std::vector<LinearMode> all;
  if (A.rows() == 0) return all;
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(A, false);
  for (const std::complex<double>& value : solver.eigenvalues()) {
    LinearMode mode;
    mode.re = value.real();
    mode.im = value.imag();
    mode.period = mode.im != 0 ? 2 * std::numbers::pi / std::abs(mode.im) : 0;
    mode.damping = -mode.re / std::abs(value);
    all.push_back(mode);
  }
  std::sort(all.begin(), all.end(), [](const LinearMode& a, const LinearMode& b) {
    return a.re != b.re ? a.re > b.re : a.im > b.im;
  });
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double zero = resolution(A, all, i);
    all[i].kind = all[i].re > zero ? "unstable" : all[i].re < -zero ? "stable" : "marginal";
  }
  return all;
}

double resolution(const Eigen::MatrixXd& A, const std::vector<LinearMode>& all, std::size_t mode) {
  constexpr double alone = 1e-10, together = 1e-6;
  const double size = A.cwiseAbs().rowwise().sum().maxCoeff();
  for (std::size_t j = 0; j < all.size(); ++j)
    if (j != mode &&
        std::hypot(all[j].re - all[mode].re, all[j].im - all[mode].im) < together * size)
      return together * size;
  return alone * size;
}

}  // namespace hamel::steering
