// Coordinates of an element and how they change with it.
#pragma once

#include <cstddef>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/dual.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/steer/linearised_motion.hpp>
#include <hamel/system/left_derivative.hpp>

namespace hamel {

/// dc at x, a row for each coordinate.
template <class G>
Eigen::MatrixXd coordinate_rates(const G& group, const Element<G, double>& x) {
  Eigen::MatrixXd c;
  for (int k = 0; k < group.dim(); ++k) {
    std::vector<Dual<double, 1>> along;
    if constexpr (GenericGroup<G>) {
      const Vector<double, G::dimension> e = Vector<double, G::dimension>::Unit(group.dim(), k);
      along = group.coordinates(displaced<Dual<double, 1>>(group, x, infinitesimal_along(e)));
    } else {
      along = group.coordinates_along(x, k);
    }
    if (k == 0) c.resize(static_cast<int>(along.size()), group.dim());
    for (int i = 0; i < c.rows(); ++i) c(i, k) = along[std::size_t(i)].derivatives()[0];
  }
  return c;
}

/// The change of dc^T weights under x exp(eta), exact.
template <class G>
Eigen::VectorXd turning_rates(const G& group, const Element<G, double>& x,
                              const Vector<double, G::dimension>& eta,
                              const Eigen::VectorXd& weights) {
  if constexpr (GenericGroup<G>) {
    const auto here = displaced<Dual<double, 1>>(group, x, infinitesimal_along(eta));
    const auto sum = left_gradient(group, here, [&]<class S>(const Element<G, S>& y) {
      const auto c = group.coordinates(y);
      S total(0);
      for (std::size_t i = 0; i < c.size(); ++i) total += c[i] * S(weights[static_cast<int>(i)]);
      return total;
    });
    Eigen::VectorXd change(sum.size());
    for (int i = 0; i < sum.size(); ++i) change[i] = sum[i].derivatives()[0];
    return change;
  } else {
    return group.coordinate_curvature(x, weights.data()) * eta;
  }
}

}  // namespace hamel
