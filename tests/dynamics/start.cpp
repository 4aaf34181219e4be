// Where a motion may start, under each of the three dynamics.
#include <limits>

#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>

#include "systems.hpp"

using namespace hamel;
using V3 = Vector<double, 3>;

TEST_CASE("starts that violate the problem are refused") {
  const auto c = systems::suslov();
  const double not_a_number = std::numeric_limits<double>::quiet_NaN();
  const auto problem = c.vakonomic();
  CHECK_THROWS_AS(problem.start(c.x, V3(0, 0, 1)), ConstraintViolation);
  CHECK_THROWS_AS(problem.start(c.x, V3(not_a_number, 0, 0)), ConstraintViolation);
  CHECK_THROWS_AS(problem.start(c.x, c.a, V3(1, 0, 0)), ConstraintViolation);
  auto off = c.x;
  off.data *= 1.1;
  CHECK_THROWS_AS(problem.start(off, c.a), OffGroup);
  CHECK_THROWS_AS(c.nonholonomic().start(c.x, V3(0, 0, 1)), ConstraintViolation);
  CHECK_THROWS_AS(c.free().start(off, c.a), OffGroup);
  CHECK_THROWS_AS(c.free().start(c.x, V3(0, not_a_number, 0)), ConstraintViolation);
  CHECK_NOTHROW(c.free().start(c.x, V3(0, 0, 1)));
  auto slightly = c.x;
  slightly.data *= 1 + 1e-7;
  CHECK_THROWS_AS(c.free().start(slightly, c.a), OffGroup);
  CHECK_THROWS_WITH(problem.start(c.x, c.a, V3(0, 0, not_a_number)),
                    "initial state: found a number that is not finite, expected finite numbers");
}

TEST_CASE("roundings of the terms are no violation, more than that is") {
  const auto c = systems::suslov();
  const auto problem = c.nonholonomic();
  CHECK_NOTHROW(problem.start(c.x, V3(0.8, -0.3, 1e-17)));
  CHECK_NOTHROW(problem.start(c.x, V3(8e8, -3e8, 1e-8)));
  CHECK_THROWS_AS(problem.start(c.x, V3(0.8, -0.3, 1e-9)), ConstraintViolation);
  CHECK_THROWS_AS(problem.start(c.x, V3(8e-12, -3e-12, 1e-20)), ConstraintViolation);
}

TEST_CASE("a start may be as small as numbers go, and is in d or not all the same") {
  const auto c = systems::unicycle();
  const auto rolling = c.nonholonomic();
  const auto steered = c.vakonomic();
  for (const double size : {1e-300, 1e-307, 1e-310, 3e-317, 5e-322}) {
    CAPTURE(size);
    CHECK_NOTHROW(rolling.start(c.x, size * c.a));
    CHECK_NOTHROW(steered.start(c.x, c.a, size * c.mu));
    CHECK_THROWS_AS(rolling.start(c.x, size * Vector<double, 4>::Unit(1)), ConstraintViolation);
    CHECK_THROWS_AS(steered.start(c.x, c.a, size * Vector<double, 4>::Unit(3)),
                    ConstraintViolation);
  }
}

TEST_CASE("expressions, maps and sizes known at run time are vectors, of the right length only") {
  const auto c = systems::suslov();
  const auto problem = c.vakonomic();
  const auto expected = problem.start(c.x, c.a, c.mu);
  const double numbers[] = {0.8, -0.3, 0};
  const Eigen::VectorXd long_a = Eigen::VectorXd::Constant(4, 0.);
  CHECK(problem.start(c.x, Eigen::Map<const Eigen::Vector3d>(numbers), c.mu).m == expected.m);
  CHECK(problem.start(c.x, 2 * c.a - c.a, Eigen::VectorXd(c.mu)).m == expected.m);
  CHECK(problem.start(c.x, c.a.transpose(), c.mu).m == expected.m);
  CHECK_THROWS_AS(problem.start(c.x, long_a, c.mu), DimensionError);
  CHECK_THROWS_AS(problem.start(c.x, c.a, long_a), DimensionError);
}

TEST_CASE("what the momentum of a start says") {
  const auto c = systems::suslov();
  const auto metric = c.free().metric(c.x);
  const V3 p = metric * c.a;
  CHECK((c.free().start(c.x, c.a).m - p).norm() < 1e-15);
  CHECK((c.nonholonomic().start(c.x, c.a).m - p.head(2)).norm() < 1e-15);
  CHECK((c.vakonomic().start(c.x, c.a, c.mu).m - p - c.mu).norm() < 1e-15);
  const auto state = c.vakonomic().start(c.x, c.a, c.mu);
  CHECK((c.vakonomic().multiplier(state) - c.mu).norm() < 1e-15);
  CHECK((c.vakonomic().velocity(state.x, state.m) - c.a).norm() < 1e-15);
}
