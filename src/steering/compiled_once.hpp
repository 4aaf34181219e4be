// What steering compiles once, in factors.cpp.
#pragma once

#include <hamel/core/factors.hpp>

extern template class hamel::LeastSquares<double>;
extern template class hamel::Ranked<double>;
extern template class hamel::Cholesky<double>;
extern template class hamel::PivotedCholesky<double>;
extern template class hamel::Elimination<double>;
extern template Eigen::MatrixXd hamel::orthogonal_factor<double>(const Eigen::MatrixXd&);
extern template Eigen::MatrixXd hamel::inverse_by_full_pivots<double>(const Eigen::MatrixXd&);
