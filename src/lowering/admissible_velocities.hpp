// The velocities that constraints linear or affine in them allow, as polynomials.
#pragma once

#include <optional>

#include <hamel/algebra/linear.hpp>
#include <hamel/check/coordinate_polynomial.hpp>

namespace hamel {

/// v = D u + tops / minor satisfies A v + b = 0, with a minor of m columns of A: where it is not 0 all solutions are of
/// this form.
struct Admissible {
  DynamicMatrix<CoordinatePolynomial> d, tops;  ///< n x (n - m), n x 1
  CoordinatePolynomial minor;
  bool everywhere;  ///< the minor is constant
};

/// By Cramer's rule, with as constant a minor as there is, and what of it divides a column of D left out: A is m x n
/// with m of at most 4, b m x 1. Nothing where no minor is known to differ from 0.
std::optional<Admissible> admissible_velocities(const DynamicMatrix<CoordinatePolynomial>& a,
                                                const DynamicMatrix<CoordinatePolynomial>& b);

}  // namespace hamel
