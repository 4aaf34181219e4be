// Symmetries of the equations of motion of a file, found from the equations alone.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "steering/state_field.hpp"

namespace hamel::steering {

/// Directions along which the equations do not see a change. They hold to rounding at states drawn at random near
/// the one that was given.
struct FlowSymmetries {
  Eigen::MatrixXd left;  ///< x -> exp(s eta) x, the columns eta
  /// Symmetries that turn the velocity: (xi, du) at the state, and its derivative along (xi, du). On a group x -> x exp(s
  /// zeta), with the velocity turned by Ad_exp(-s zeta); in coordinates the flows of q' = B q + b that keep the energy.
  std::vector<ValueAlong> turning;
  bool in_time = false;   ///< the equations depend on the time
  bool keeps_energy = false;
};
/// How many directions there are, from the left and those that turn.
struct SymmetryCounts {
  int left = 0, turning = 0;
};
/// Where `counts` are given, so many: others nearly hold where a family of systems is next to one that has more.
FlowSymmetries flow_symmetries(const StateField& field, const PlaceAndRates& at,
                               const SymmetryCounts* counts = nullptr);

/// [a, e_k], column k.
Eigen::MatrixXd bracket_with(const SystemGroup& group, const Eigen::VectorXd& a);

/// Ad_{x^-1}
Eigen::MatrixXd inverse_adjoint(const SystemGroup& group, const SystemGroup::Point& x);

}  // namespace hamel::steering
