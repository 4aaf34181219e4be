// The coordinates x exp(s) around an element: what shares work there is what exp and dexp_inv say apart.
#include <random>

#include <doctest/doctest.h>

#include <hamel/core/pack.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/around.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>

#include "suite.hpp"

namespace {

using namespace hamel;

static_assert(has_around<SO3, double> && has_around<Product<SE2, Torus<1>>, double>);
static_assert(has_around<SO3, Pack<double, 8>> && has_around<SE2, Pack<double, 8>>);
static_assert(has_around<Product<SE2, SE3>, double> && !has_around<SO3, Dual<double, 1>> &&
              !has_around<Product<SE2, Heisenberg<1>>, double>);

TEST_CASE_TEMPLATE("the element and the rate at a point", G, SO3, SO21, SE2, SE2Cover, SE3,
                   Torus<2>, Heisenberg<1>, Product<SE2, Torus<1>>, Product<Torus<2>, SO3, SE2>,
                   Product<SE2Cover, Torus<1>>, Product<SE3, Torus<2>>) {
  using V = Tangent<G, double>;
  const G group;
  std::mt19937 random(11);
  const auto draw = [&] { return suite::random_vector<G::dimension>(G::dimension, random); };
  for (const double size : {0., 1e-12, 1e-5, 0.1, 0.49, 0.51, 0.99, 1.01, 3., 4.}) {
    CAPTURE(size);
    for (int repeat = 0; repeat < 20; ++repeat) {
      V s = draw();
      s *= size / s.norm();
      const auto x = group.exp(V(draw() * 2));
      const V a = draw();
      const auto coordinates = around(group, x);
      const auto near = coordinates.at(s);
      const auto place = group.compose(x, group.exp(s));
      CHECK((near.place.data - place.data).norm() < 2e-15 * (1 + place.data.norm()));
      const V rate = group.dexp_inv(V(-s), a);
      CHECK((near.rate(a) - rate).norm() < 4e-15 * (1 + rate.norm()));
      CHECK((around(group, x).rate(s, a) - rate).norm() < 4e-15 * (1 + rate.norm()));
    }
  }
}

TEST_CASE("a heading beyond a turn, far from its first") {
  const SE2Cover group;
  const auto x = group.exp(Vector<double, 3>(0.1, 0.2, 50));
  for (const double angle : {1., 3., -3., 7., 30.}) {
    const Vector<double, 3> s(0.3, -0.2, angle);
    const auto place = group.compose(x, group.exp(s));
    CHECK((around(group, x).at(s).place.data - place.data).norm() < 1e-14);
  }
}

}  // namespace
