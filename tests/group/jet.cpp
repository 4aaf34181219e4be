// Ceres Jets go through every group, with right derivatives at the identity and near pi.
#include <cmath>
#include <numbers>

#include <ceres/jet.h>
#include <doctest/doctest.h>

#include <hamel/core/types.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>

namespace {

template <class G>
void check(const G& group, const hamel::Tangent<G, double>& at) {
  constexpr int n = G::dimension;
  using Jet = ceres::Jet<double, n>;
  hamel::Vector<Jet, n> xi, p;
  hamel::Vector<double, n> q;
  for (int i = 0; i < n; ++i) {
    xi[i] = Jet(at[i], i);
    q[i] = std::sin(i + 1.0);
    p[i] = Jet(q[i]);
  }
  // log exp = 1, so its Jacobian is the unit matrix
  const hamel::Vector<Jet, n> back = group.log(group.exp(xi));
  const hamel::Vector<Jet, n> star = group.dexp_inv_star(xi, p);
  const hamel::Matrix<double, n> derivative = group.dexp_inv_star_derivative(at, q);
  for (int i = 0; i < n; ++i) {
    CHECK(std::abs(back[i].a - at[i]) < 1e-14);
    CHECK((back[i].v - Eigen::Matrix<double, n, 1>::Unit(i)).norm() < 1e-13);
    CHECK((star[i].v.transpose() - derivative.row(i)).norm() < 1e-13 * (1 + derivative.norm()));
  }
}

TEST_CASE("Jets through exp, log and dexp_inv_star") {
  for (const double angle : {0.0, 1e-12, 1e-6, 1e-3, 0.7, 2.0, std::numbers::pi - 1e-9}) {
    CAPTURE(angle);
    check(hamel::SO3{}, {0.6 * angle, -0.48 * angle, 0.64 * angle});
    check(hamel::SO21{}, {0.6 * angle, -0.48 * angle, 0.64 * angle});
    check(hamel::SO21{}, {0, 0, angle});
    check(hamel::SE2{}, {1, 2, angle});
    check(hamel::SE2Cover{}, {1, 2, angle});
    hamel::Vector<double, 6> screw;
    screw << 1, 2, -3, 0.6 * angle, -0.48 * angle, 0.64 * angle;
    check(hamel::SE3{}, screw);
  }
}

}  // namespace
