// Translations of the group from the right that lead motions to motions.
#pragma once

#include <vector>

#include "lowering/motion_series.hpp"

namespace hamel {

/// x -> x exp(s xi) changes velocities by a' = -[xi, a], of u by u' = turning u, functions by e_xi f.
struct RightSymmetry {
  DynamicVector<Rational> xi;
  DynamicMatrix<Rational> turning;  ///< r x r
};

/// A basis of those that leave metric, potential and constraint as they are, and have the same turning at all points:
/// they solve linear equations in xi and turning,
///     e_xi M = ad_xi^T M + M ad_xi,  e_xi U = 0,  e_xi D + [xi, D] + D turning = 0,  e_xi v0 + [xi, v0] = 0.
/// None where a force acts.
std::vector<RightSymmetry> right_symmetries(const PolynomialSystem& system);

}  // namespace hamel
