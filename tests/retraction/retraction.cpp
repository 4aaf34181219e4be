// Both retractions on every group: tangents against finite differences, transposes, inverses, coadjoint action.
#include <cmath>

#include <Eigen/LU>
#include <doctest/doctest.h>

#include <hamel/core/types.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/retraction/cayley.hpp>
#include <hamel/retraction/concept.hpp>
#include <hamel/retraction/exponential.hpp>

#include "suite.hpp"

namespace {

using namespace hamel;

static_assert(Retraction<Cayley, SO3> && Retraction<Exponential, SO3>);
static_assert(Retraction<Cayley, AnyGroup> && Retraction<Exponential, AnyGroup>);
static_assert(!Retraction<SO3, SO3>);

TEST_CASE_TEMPLATE("retractions", G, Heisenberg<2>, Torus<2>, SE2, Product<SE2, Torus<1>, SO3>,
                   Product<SE2Cover, Torus<1>>) {
  suite::check_retraction(Exponential{}, G{});
  suite::check_retraction(Cayley{}, G{});
}

TEST_CASE("retractions on run-time products") {
  const AnyGroup group({{SE3{}, SO21{}, Heisenberg<>(1)}});
  suite::check_retraction(Exponential{}, group);
  suite::check_retraction(Cayley{}, group);
}

TEST_CASE("cay(xi) = (1 - xi/2)^-1 (1 + xi/2) in matrices") {
  using M4 = Eigen::Matrix4d;
  Vector<double, 6> xi;
  xi << 0.3, -0.2, 0.9, 0.4, 1.2, -0.7;
  M4 hat = M4::Zero();
  hat.topLeftCorner<3, 3>() = SO3{}.ad_matrix(SE3::angular(xi));
  hat.topRightCorner<3, 1>() = SE3::linear(xi);
  const M4 cayley = (M4::Identity() - hat / 2).inverse() * (M4::Identity() + hat / 2);
  const auto x = Cayley{}.tau(SE3{}, xi);
  CHECK((SO3{}.matrix(SE3{}.rotation(x)) - cayley.topLeftCorner<3, 3>()).norm() < 1e-15);
  CHECK((SE3{}.position(x) - cayley.topRightCorner<3, 1>()).norm() < 1e-15);

  const Vector<double, 3> a(0.5, -0.3, 0.8);
  Eigen::Matrix3d motion = Eigen::Matrix3d::Zero(), lorentz = Eigen::Matrix3d::Zero();
  motion << 0, -a[2], a[0], a[2], 0, a[1], 0, 0, 0;
  lorentz << 0, -a[2], a[0], a[2], 0, a[1], a[0], a[1], 0;
  const Eigen::Matrix3d one = Eigen::Matrix3d::Identity();
  const Eigen::Matrix3d planar = (one - motion / 2).inverse() * (one + motion / 2);
  const auto y = Cayley{}.tau(SE2{}, a);
  CHECK(y.data[0] == doctest::Approx(planar(0, 2)).epsilon(1e-15));
  CHECK(y.data[1] == doctest::Approx(planar(1, 2)).epsilon(1e-15));
  CHECK(y.data[2] == doctest::Approx(planar(0, 0)).epsilon(1e-15));
  CHECK(y.data[3] == doctest::Approx(planar(1, 0)).epsilon(1e-15));
  const auto lifted = Cayley{}.tau(SE2Cover{}, a);
  CHECK((lifted.data.head(2) - y.data.head(2)).norm() < 1e-15);
  CHECK(std::sin(lifted.data[2]) == doctest::Approx(planar(1, 0)).epsilon(1e-15));
  CHECK(
      (SO21{}.matrix(Cayley{}.tau(SO21{}, a)) - (one - lorentz / 2).inverse() * (one + lorentz / 2))
          .norm() < 1e-14);
}

TEST_CASE("the Cayley map of SO21 ends where its denominator does") {
  CHECK(Cayley{}.tau(SO21{}, Vector<double, 3>(1.9, 0, 0)).data.allFinite());
  CHECK(!Cayley{}.tau(SO21{}, Vector<double, 3>(2.1, 0, 0)).data.allFinite());
}

}  // namespace
