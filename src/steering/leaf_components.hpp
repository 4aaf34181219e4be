// Components of perturbations that stay on the leaf of a motion.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "steering/state_field.hpp"

namespace hamel::steering {

/// Some components of (xi, du), from which the others follow where a perturbation z keeps what motions hold at 0,
///
///     dg xi = 0,   df_x xi + df_u du = 0,   with g of held_places and f of held_rates.
struct LeafComponents {
  std::vector<int> kept;  ///< of (xi, du)
  Eigen::MatrixXd whole;  ///< all components by those that are kept
  Eigen::MatrixXd some;   ///< those that are kept, by all

  std::vector<std::string> named(const std::vector<std::string>& names) const;
  /// Orthonormal columns that span what the columns carry along the leaf.
  Eigen::MatrixXd carried(const Eigen::MatrixXd& columns) const;
};

LeafComponents leaf_components(const StateField& field, const PlaceAndRates& at);

/// The state on the leaf that Newton's method finds near by; nothing where there is none.
std::optional<PlaceAndRates> onto_leaf(const StateField& field, PlaceAndRates at);

}  // namespace hamel::steering
