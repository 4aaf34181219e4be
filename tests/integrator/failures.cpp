// Bad input is refused, numerical failure is a status that keeps what was computed.
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>

#include "systems.hpp"

using namespace hamel;
using V3 = Vector<double, 3>;

namespace {

const double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// A well that turns into NaN where x > 1, as a table that ends would.
struct Edge {
  template <class S>
  S operator()(const Element<SE2, S>& q) const {
    return q.data[0] < S(1) ? S(-3.) * q.data[0] : S(not_a_number) * q.data[0];
  }
};

template <class M>
void check_partial(const M& method) {
  const Matrix<double, 3> m = V3(1, 1, 1).asDiagonal();
  const auto problem = free(mechanical(SE2{}, m, Edge{}));
  const auto start = problem.start(SE2{}.identity<double>(), V3(1, 0, 0));
  const auto run = integrate(problem, start, method, {.step = 0.01, .steps = 200});
  CHECK_FALSE(run.status);
  CHECK(run.status.outcome == Outcome::not_finite);
  CHECK(run.status.steps > 40);
  CHECK(run.status.steps < 100);
  REQUIRE(run.states.size() == std::size_t(run.status.steps) + 1);
  for (const auto& state : run.states) CHECK(state.x.data.allFinite());
  CHECK(run.times.back() == doctest::Approx(0.01 * double(run.status.steps)));
}

}  // namespace

TEST_CASE("runs without meaning are refused") {
  const auto c = systems::suslov();
  const auto problem = c.free();
  const auto start = problem.start(c.x, c.a);
  for (const double h : {0., not_a_number, std::numeric_limits<double>::infinity()}) {
    CHECK_THROWS_AS(integrate(problem, start, Variational<>{}, {.step = h}), InputError);
  }
  CHECK_THROWS_AS(integrate(problem, start, Variational<>{}, {.steps = -1}), InputError);
  CHECK_THROWS_AS(integrate(problem, start, Variational<>{}, {.every = 0}), InputError);
}

TEST_CASE("a negative step runs backward and returns to the start") {
  const auto c = systems::suslov();
  for (const double h : {0.05, -0.05}) {
    const auto problem = c.nonholonomic();
    const auto start = problem.start(c.x, c.a);
    const auto there = integrate(problem, start, Variational<>{}, {.step = h, .steps = 100});
    const auto back =
        integrate(problem, there.states.back(), Variational<>{}, {.step = -h, .steps = 100});
    CHECK((back.states.back().m - start.m).norm() < 1e-13);
    CHECK((back.states.back().x.data - start.x.data).norm() < 1e-13);
  }
}

TEST_CASE("starts that violate the problem are refused") {
  const auto c = systems::suslov();
  const auto problem = c.vakonomic();
  CHECK_THROWS_AS(problem.start(c.x, V3(0, 0, 1)), ConstraintViolation);
  CHECK_THROWS_AS(problem.start(c.x, V3(not_a_number, 0, 0)), ConstraintViolation);
  CHECK_THROWS_AS(problem.start(c.x, c.a, V3(1, 0, 0)), ConstraintViolation);
  auto off = c.x;
  off.data *= 1.1;
  CHECK_THROWS_AS(problem.start(off, c.a), OffGroup);
}

TEST_CASE("metrics and distributions without meaning are refused") {
  Matrix<double, 3> m = Matrix<double, 3>::Identity();
  m(0, 1) = 0.1;
  CHECK_THROWS_AS(mechanical(SO3{}, m), DegenerateMetric);
  m = V3(1, 0, 1).asDiagonal();
  CHECK_THROWS_AS(mechanical(SO3{}, m), DegenerateMetric);
  m = V3(1, not_a_number, 1).asDiagonal();
  CHECK_THROWS_AS(mechanical(SO3{}, m), DegenerateMetric);
  const auto lorentz = mechanical(SO3{}, Matrix<double, 3>(V3(1, 1, -1).asDiagonal()));
  const Matrix<double, 3, 1> light = V3(1, 0, 1);
  CHECK_THROWS_AS(Split(lorentz, light), DegenerateMetric);
  CHECK_THROWS_AS(Split(lorentz, systems::columns<3, 2>({1, 0, 0, 2, 0, 0})), ConstraintViolation);
}

TEST_CASE("NaN at some step ends the run there, with what came before") {
  check_partial(Variational<>{});
  check_partial(RungeKutta<Classical4>{});
}

TEST_CASE("a step that is too long for Newton's method says so and leaves the state alone") {
  const auto c = systems::suslov();
  const auto problem = c.free();
  auto state = problem.start(c.x, V3(20, -30, 10));
  const auto before = state;
  Variational<>::Memory memory;
  const StepStatus status = Variational<>{.max_iterations = 3}.step(problem, 0., 5., state, memory);
  CHECK(status.outcome == Outcome::not_converged);
  CHECK(status.iterations == 3);
  CHECK(status.residual > 0);
  CHECK((state.m - before.m).norm() == 0);
}
