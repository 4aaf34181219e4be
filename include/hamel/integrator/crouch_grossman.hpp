// Crouch-Grossman methods: a stage moves by one exponential per velocity that it knows.
#pragma once

#include <hamel/integrator/frozen_flows.hpp>

namespace hamel {

/// One exponential for each velocity that is known:
///
///     x_2 = x exp(3h/4 a_1),  x_3 = x exp(119h/216 a_1) exp(17h/108 a_2),
///     x+  = x exp(13h/51 a_1) exp(-2h/3 a_2) exp(24h/17 a_3),
///
/// and the momenta by the same weights. Beyond the conditions of a Runge-Kutta method of order 3 the weights satisfy
/// sum_i b_i^2 c_i + 2 sum_(i<j) b_i c_i b_j = 1/3, the commutators of the three flows.
struct FlowsOneByOne3 {
  static constexpr int order = 3, stages = 3, moves = 6;
  static constexpr int from[6] = {0, 0, 2, 0, 4, 5}, moves_before[3] = {0, 1, 3};
  static constexpr long double along[6][3] = {{0.75L},     {119.L / 216}, {0, 17.L / 108},
                                              {13.L / 51}, {0, -2.L / 3}, {0, 0, 24.L / 17}};
  static constexpr long double a[3][3] = {{}, {0.75L}, {119.L / 216, 17.L / 108}};
  static constexpr long double b[3] = {13.L / 51, -2.L / 3, 24.L / 17};
  static constexpr long double c[3] = {0, 0.75L, 17.L / 24};
};

/// Crouch-Grossman method of order 3 with three stages (Crouch & Grossman 1993, in the left trivialisation).
using CrouchGrossman3 = FrozenFlows<FlowsOneByOne3>;

}  // namespace hamel
