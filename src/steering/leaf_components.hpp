// Components of perturbations on the leaf of an integrable constraint.
#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

#include <hamel/dynamics/state.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel::steering {

/// Some components of (xi, du), from which the others follow where xi stays in the algebra that d generates, of a chart
/// in the kernel of dg of its equations g = 0.
struct LeafComponents {
  std::vector<int> kept;  ///< of xi
  Eigen::MatrixXd whole;  ///< all components by those that are kept
  Eigen::MatrixXd some;   ///< those that are kept, by all

  std::vector<std::string> named(const std::vector<std::string>& names) const;
  /// Orthonormal columns that span what the columns carry along the leaf.
  Eigen::MatrixXd carried(const Eigen::MatrixXd& columns) const;
};

/// About the place x.
LeafComponents leaf_components(const SystemFile& file, Dynamics dynamics, const Eigen::VectorXd& x,
                               int n, int r);

}  // namespace hamel::steering
