// Commutator-free methods on groups: stages that move by exponentials of sums of velocities.
#pragma once

#include <hamel/integrator/frozen_flows.hpp>

namespace hamel {

/// The classical Runge-Kutta method in the momenta, with
///
///     x_2 = x exp(h a_1/2),  x_3 = x exp(h a_2/2),  x_4 = x_2 exp(h a_3 - h a_1/2),
///     x+  = x exp(h (3 a_1 + 2 a_2 + 2 a_3 - a_4)/12) exp(h (-a_1 + 2 a_2 + 2 a_3 + 3 a_4)/12).
struct FlowsOfOrder4 {
  static constexpr int order = 4, stages = 4, moves = 5;
  static constexpr int from[5] = {0, 0, 1, 0, 4}, moves_before[4] = {0, 1, 2, 3};
  static constexpr long double along[5][4] = {{0.5L},
                                              {0, 0.5L},
                                              {-0.5L, 0, 1},
                                              {0.25L, 1.L / 6, 1.L / 6, -1.L / 12},
                                              {-1.L / 12, 1.L / 6, 1.L / 6, 0.25L}};
  static constexpr long double a[4][4] = {{}, {0.5L}, {0, 0.5L}, {0, 0, 1}};
  static constexpr long double b[4] = {1.L / 6, 1.L / 3, 1.L / 3, 1.L / 6};
  static constexpr long double c[4] = {0, 0.5L, 0.5L, 1};
};

/// The method of Heun of order 3 in the momenta, with
///
///     x_2 = x exp(h a_1/3),  x_3 = x exp(2 h a_2/3),  x+ = x_2 exp(h (-a_1 + 9 a_3)/12).
struct FlowsOfOrder3 {
  static constexpr int order = 3, stages = 3, moves = 3;
  static constexpr int from[3] = {0, 0, 1}, moves_before[3] = {0, 1, 2};
  static constexpr long double along[3][3] = {{1.L / 3}, {0, 2.L / 3}, {-1.L / 12, 0, 0.75L}};
  static constexpr long double a[3][3] = {{}, {1.L / 3}, {0, 2.L / 3}};
  static constexpr long double b[3] = {0.25L, 0, 0.75L};
  static constexpr long double c[3] = {0, 1.L / 3, 2.L / 3};
};

/// Commutator-free method of order 4 (Celledoni, Marthinsen & Owren 2003, in the left trivialisation).
using CommutatorFree4 = FrozenFlows<FlowsOfOrder4>;
/// Commutator-free method of order 3 (Celledoni, Marthinsen & Owren 2003, in the left trivialisation).
using CommutatorFree3 = FrozenFlows<FlowsOfOrder3>;

}  // namespace hamel
