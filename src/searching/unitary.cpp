// Eigenvalues of a unitary matrix that turn through 1.
#include "searching/unitary.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace hamel::searching {

namespace {

/// The diagonal of its Schur form. No vectors are asked for, and of Eigen nothing is compiled that forms them.
Eigen::VectorXcd eigenvalues(const Eigen::MatrixXcd& u) {
  Eigen::ComplexSchur<Eigen::MatrixXcd> schur(u.rows());
  schur.computeFromHessenberg(
      Eigen::MatrixXcd(Eigen::HessenbergDecomposition<Eigen::MatrixXcd>(u).matrixH()),
      Eigen::MatrixXcd(0, 0), false);
  return schur.matrixT().diagonal();
}

/// The sum of the arguments of its eigenvalues in [0, 2 pi).
double sum_of_arguments(const Eigen::MatrixXcd& u) {
  double sum = 0;
  const Eigen::VectorXcd values = eigenvalues(u);
  for (int k = 0; k < values.size(); ++k) {
    const double a = std::arg(values[k]);
    sum += a < 0 ? a + 2 * std::numbers::pi : a;
  }
  return sum;
}

}  // namespace

double from_one(const Eigen::MatrixXcd& u) {
  double least = std::numbers::pi;
  const Eigen::VectorXcd values = eigenvalues(u);
  for (int k = 0; k < values.size(); ++k) least = std::min(least, std::abs(std::arg(values[k])));
  return least;
}

int passed_one(const Eigen::MatrixXcd& u, const Eigen::MatrixXcd& v) {
  const double turned = std::arg(v.determinant() / u.determinant());
  return static_cast<int>(
      std::lround((turned - sum_of_arguments(v) + sum_of_arguments(u)) / (2 * std::numbers::pi)));
}

}  // namespace hamel::searching
