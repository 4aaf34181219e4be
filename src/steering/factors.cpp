// Factorisations, compiled once for all that steers.
#include "steering/compiled_once.hpp"

template class hamel::LeastSquares<double>;
template class hamel::Ranked<double>;
template class hamel::Cholesky<double>;
template class hamel::PivotedCholesky<double>;
template class hamel::Elimination<double>;
template Eigen::MatrixXd hamel::orthogonal_factor<double>(const Eigen::MatrixXd&);
template Eigen::MatrixXd hamel::inverse_by_full_pivots<double>(const Eigen::MatrixXd&);
