// Constraints of a chart that are derivatives of functions along motions.
#pragma once

#include <hamel/algebra/linear.hpp>

#include "lowering/chart_polynomials.hpp"

namespace hamel {

/// How many constraints, combined and divided by functions, are dF/dt = 0 with F(q,t) that are independent: where sum
/// of lambda_a phi_a = c dF/dt the Lagrangian L + sum of lambda_a phi_a has the motions of L for each constant c, so
/// that equations for lambda have a rank that is less by that. Looked for among the combinations with constant
/// factors that are affine in the velocities, by the leaves that these leave.
Eigen::Index integrable_constraints(const ChartPolynomials& chart);

}  // namespace hamel
