// Bounds of room for sizes known at run time: right at the bound, refused one past it.
#include <vector>

#include <Eigen/Core>
#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/integrator/energy_midpoint.hpp>
#include <hamel/integrator/step_derivative.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/steer/linearised_motion.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/moving_split.hpp>
#include <hamel/system/split.hpp>

using namespace hamel;

namespace {

using V = Vector<double, dynamic>;
using M = Eigen::MatrixXd;

auto torus(int n) {
  return mechanical(Torus<>(n), M(M::Identity(n, n)));
}

}  // namespace

TEST_CASE("groups have at most 64 dimensions") {
  CHECK(Torus<>(64).dim() == 64);
  CHECK_THROWS_AS(Torus<>(65), DimensionError);
  CHECK(Heisenberg<>(31).dim() == 63);
  CHECK_THROWS_AS(Heisenberg<>(32), DimensionError);
  const auto bodies = [](int count) {
    return AnyGroup(AnyFactors{std::vector<AnyFactor>(std::size_t(count), SO3{})});
  };
  CHECK(bodies(21).dim() == 63);
  CHECK_THROWS_AS(bodies(22), DimensionError);
}

TEST_CASE("at most 64 inputs, of a matrix and of B(x)") {
  const auto system = torus(3);
  CHECK(with_inputs(system, M(M::Ones(3, 64))).inputs() == 64);
  CHECK_THROWS_AS(with_inputs(system, M(M::Ones(3, 65))), DimensionError);
  const auto columns = [](int m) {
    return [m]<class S>(const Element<Torus<>, S>&) {
      return Eigen::Matrix<S, dynamic, dynamic>(Eigen::Matrix<S, dynamic, dynamic>::Ones(3, m));
    };
  };
  CHECK(with_inputs(system, columns(64)).inputs() == 64);
  CHECK_THROWS_AS(with_inputs(system, columns(65)), DimensionError);
}

TEST_CASE("a distribution of 64 columns with an offset that moves") {
  const auto drift = []<class S>(const Element<Torus<>, S>& x) -> Vector<S, dynamic> {
    return S(0.1) * x.data;
  };
  const auto system = torus(64);
  const auto problem = nonholonomic(system, Split(system, M(M::Identity(64, 64)), drift));
  auto state = problem.start(Torus<>(64).identity<double>(), V(V::Ones(64)));
  Variational<>::Memory memory;
  REQUIRE(Variational<>{}.step(problem, 0., 0.01, state, memory));
  CHECK(state.x.data.isApproxToConstant(state.x.data[0], 1e-15));
  CHECK(state.x.data[0] == doctest::Approx(0.01).epsilon(1e-3));
  CHECK_THROWS_AS(Split(system, M(M::Ones(64, 65))), ConstraintViolation);
}

TEST_CASE("the derivative of a step by more than 64 numbers") {
  // x+ = x + h m, m+ = m: 128 rows.
  const auto problem = free(torus(64));
  const auto start = problem.start(Torus<>(64).identity<double>(), V(V::Ones(64)));
  const auto slope = step_derivative(problem, Variational<>{}, 0., 0.25, start);
  REQUIRE(slope.status);
  M expected = M::Identity(128, 128);
  expected.topRightCorner(64, 64).diagonal().setConstant(0.25);
  REQUIRE(slope.by_state.rows() == 128);
  CHECK((slope.by_state - expected).norm() < 1e-14);
  CHECK(slope.by_step.size() == 128);

  // Sixteen equal bodies, each turning about its first axis: a block is that of one body alone.
  const int n = 48, r = 16;
  AnyGroup group(AnyFactors{std::vector<AnyFactor>(16, SO3{})});
  M span = M::Zero(n, r);
  for (int i = 0; i < r; ++i) span(3 * i, i) = 1;
  const auto many = mechanical(group, M(M::Identity(n, n)));
  const auto rolling = nonholonomic(many, Split(many, span));
  const auto single = mechanical(SO3{}, Matrix<double, 3>(Matrix<double, 3>::Identity()));
  const auto one = nonholonomic(single, Split(single, Matrix<double, 3, 1>(1, 0, 0)));
  const auto compare = [&](const auto& method) {
    const auto all = step_derivative(rolling, method, 0., 0.01,
                                     rolling.start(group.identity<double>(), V(span * V::Ones(r))));
    const auto alone = step_derivative(
        one, method, 0., 0.01, one.start(SO3{}.identity<double>(), Vector<double, 3>(1, 0, 0)));
    REQUIRE(all.status);
    REQUIRE(alone.status);
    REQUIRE(all.by_state.rows() == n + r);
    CHECK((all.by_state.topLeftCorner(3, 3) - alone.by_state.topLeftCorner(3, 3)).norm() < 1e-14);
    CHECK((all.by_state.block(45, 63, 3, 1) - alone.by_state.topRightCorner(3, 1)).norm() < 1e-14);
    CHECK((all.by_step.segment(45, 3) - alone.by_step.head(3)).norm() < 1e-14);
  };
  compare(Variational<>{});
  compare(EnergyMidpoint{});
}

TEST_CASE("motions with more unknowns than there is room for are not steered") {
  const auto fits = free(torus(21)), does_not = free(torus(22));
  CHECK_NOTHROW(LinearisedMotion<std::decay_t<decltype(fits)>, dynamic>(fits, 1));
  CHECK_THROWS_AS((LinearisedMotion<std::decay_t<decltype(fits)>, dynamic>(does_not, 1)),
                  DimensionError);
}
