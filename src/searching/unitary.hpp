// Eigenvalues of a unitary matrix that turn through 1.
#pragma once

#include <Eigen/Core>

namespace hamel::searching {

/// The least argument of an eigenvalue, either way.
double from_one(const Eigen::MatrixXcd& u);

/// How many eigenvalues pass 1 counterclockwise from u to v, which are close: their sum of arguments changes by that of
/// det v / det u, less 2 pi for each.
int passed_one(const Eigen::MatrixXcd& u, const Eigen::MatrixXcd& v);

}  // namespace hamel::searching
