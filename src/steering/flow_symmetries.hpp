// Symmetries of the equations of motion of a file, found from the equations alone.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "steering/state_field.hpp"

namespace hamel::steering {

/// Directions of g whose translations the equations do not see. They hold to rounding at states drawn at random near
/// the one that was given.
struct FlowSymmetries {
  Eigen::MatrixXd left;   ///< x -> exp(s eta) x, the columns eta
  Eigen::MatrixXd right;  ///< x -> x exp(s zeta), the velocity turned by Ad_exp(-s zeta)
  bool in_time = false;   ///< the equations depend on the time
  bool keeps_energy = false;
};
/// How many directions there are, from the left and from the right.
struct SymmetryCounts {
  int left = 0, right = 0;
};
/// Where `counts` are given, so many: others nearly hold where a family of systems is next to one that has more.
FlowSymmetries flow_symmetries(const StateField& field, const PlaceAndRates& at,
                               const SymmetryCounts* counts = nullptr);

/// Ad_{x^-1}
Eigen::MatrixXd inverse_adjoint(const SystemGroup& group, const SystemGroup::Point& x);

}  // namespace hamel::steering
