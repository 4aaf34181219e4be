// Eigenvalues of a unitary matrix that turn through 1.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace hamel {

namespace detail {

/// The eigenvalues of U: the diagonal of its Schur form. No vectors are asked for, and of Eigen nothing is compiled that
/// forms them.
template <class Complex>
Complex eigenvalues(const Complex& u) {
  Eigen::ComplexSchur<Complex> schur(u.rows());
  schur.computeFromHessenberg(Complex(Eigen::HessenbergDecomposition<Complex>(u).matrixH()),
                              Complex(0, 0), false);
  return schur.matrixT().diagonal();
}

/// The sum of their arguments in [0, 2 pi).
template <class Complex>
double sum_of_arguments(const Complex& u) {
  double sum = 0;
  const Complex values = eigenvalues(u);
  for (int k = 0; k < values.rows(); ++k) {
    const double a = std::arg(values(k, 0));
    sum += a < 0 ? a + 2 * std::numbers::pi : a;
  }
  return sum;
}

/// The least argument of an eigenvalue, either way.
template <class Complex>
double from_one(const Complex& u) {
  double least = std::numbers::pi;
  const Complex values = eigenvalues(u);
  for (int k = 0; k < values.rows(); ++k) least = std::min(least, std::abs(std::arg(values(k, 0))));
  return least;
}

/// How many eigenvalues pass 1 counterclockwise from u to v, which are close: their sum of arguments changes by that of
/// det v / det u, less 2 pi for each. Once for all motions; nothing where it is not asked for.
template <class Complex>
int passed_one(const Complex& u, const Complex& v) {
  const double turned = std::arg(v.determinant() / u.determinant());
  return static_cast<int>(
      std::lround((turned - sum_of_arguments(v) + sum_of_arguments(u)) / (2 * std::numbers::pi)));
}

}  // namespace detail

}  // namespace hamel
