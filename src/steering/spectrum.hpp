// Eigenvalues of a linear flow z' = A z, those that are 0 apart, and what they say of its motions.
#pragma once

#include <vector>

#include <Eigen/Core>

#include <hamel/io/linear_flow.hpp>

namespace hamel::steering {

/// A flow less its eigenvalues 0: the kernel of A is taken out, then that of the rest, and so on.
struct WithoutZeros {
  Eigen::MatrixXd rest;    ///< regular
  Eigen::MatrixXd kernel;  ///< of A, columns
  std::vector<int> chain;  ///< dimensions of the kernels; more than one where 0 is not semisimple

  int zeros() const;
};
/// What is 0 to rounding counts as 0.
WithoutZeros without_zeros(const Eigen::MatrixXd& A);
/// With kernels of these dimensions, where near by one more eigenvalue may be 0.
WithoutZeros without_zeros(const Eigen::MatrixXd& A, const std::vector<int>& chain);

/// The modes of a regular flow, the largest real part first.
std::vector<LinearMode> modes(const Eigen::MatrixXd& A);
/// One of an eigenvalue that is 0.
LinearMode neutral_mode();

/// Below it a real part counts as 0. An eigenvalue next to others moves by a root of the rounding.
double resolution(const Eigen::MatrixXd& A, const std::vector<LinearMode>& all, std::size_t mode);

}  // namespace hamel::steering
