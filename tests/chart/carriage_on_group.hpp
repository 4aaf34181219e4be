// The two-wheeled carriage with offset on SE(2) x T^2, the same system as carriage() in coordinates.
#pragma once

#include <cmath>
#include <vector>

#include <hamel/core/types.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/system/mechanical.hpp>

#include "systems.hpp"

namespace chart_test {

struct CarriageOnGroup {
  using Group = decltype(hamel::SE2Cover{} * hamel::Torus<2>{});
  Group group;
  hamel::Matrix<double, 5> metric;
  hamel::Matrix<double, 5, 2> d;
  hamel::Element<Group, double> x;  ///< a place, with the velocity a along D
  V5 a, q, v;                       ///< and both in coordinates

  CarriageOnGroup() {
    metric = (V5() << 3, 3, 5, 0.5, 0.5).finished().asDiagonal();
    metric(1, 2) = metric(2, 1) = 2;
    d << -0.5, -0.5, 0, 0, -0.25, 0.25, 1, 0, 0, 1;
    x = group.from_coordinates(std::vector<double>{0.1, -0.2, 0.3, 0, 0});
    a = 0.5 * d.col(0) + d.col(1);
    q = coordinates(x);
    v = fields(q[2]) * a;
  }

  auto system() const { return mechanical(group, metric); }
  V5 coordinates(const hamel::Element<Group, double>& y) const {
    return V5::Map(group.coordinates(y).data());
  }
  /// Columns: the left-invariant fields in (x, y, phi, psi1, psi2).
  static hamel::Matrix<double, 5> fields(double phi) {
    hamel::Matrix<double, 5> f = hamel::Matrix<double, 5>::Identity();
    f.topLeftCorner<2, 2>() << std::cos(phi), -std::sin(phi), std::sin(phi), std::cos(phi);
    return f;
  }
};

}  // namespace chart_test
