// Equations for lambda that differentiation along nonholonomic motions makes no more of.
#pragma once

#include <optional>
#include <vector>

#include "chart_division.hpp"
#include "closed_rows.hpp"
#include "cramer_motion.hpp"

namespace hamel {

/// With A = phi_v and B = d/dt phi_v - phi_q the vakonomic equations A^T (lambda' - nu) + B^T lambda = 0 are, S being m
/// velocities by which A has an inverse A_S,
///     lambda' = nu - A_S^-T B_S^T lambda,    <B_j - B_S A_S^-1 A_j, lambda> = 0 for the velocities j that are left.
/// Each of the latter has a derivative of the same form.
struct ClosedLambda {
  ClosedRows rows;  ///< by their velocities j
  /// Of A_S, in the stored numbers. There are solutions where neither it nor the minor of the rows vanishes.
  CoordinatePolynomial minor;
};

/// The equations, if they close without a contradiction, all as identities on phi = 0. That the division gives each
/// velocity it divides by as a polynomial in the others, so that phi = 0 is in one piece, is for the caller to know.
std::optional<ClosedLambda> close_lambda(const ChartPolynomials& chart, const CramerMotion& motion,
                                         const ChartDivision& division,
                                         const std::vector<int>& solved);

}  // namespace hamel
