// Events are located to tolerance, and states within a step lie on the motion.
#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include <hamel/core/winding.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/event.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>

#include "references.hpp"
#include "systems.hpp"

using namespace hamel;

/// The unwrapped heading of the unicycle.
double heading_of(const auto& state) {
  return unwound(state.x.data[2], state.x.data[3]);
}

TEST_CASE("a rolling unicycle comes round to the heading pi") {
  const auto c = systems::unicycle();
  const auto problem = c.nonholonomic();
  const auto heading = [](double, const auto& s) { return heading_of(s) - std::numbers::pi; };
  const double exact = (std::numbers::pi - 0.2) / 0.5;
  for (const double h : {0.1, 0.7}) {
    const auto run = integrate_until(problem, problem.start(c.x, c.a), Adaptive<DormandPrince8>{},
                                     {.step = h, .steps = 1000}, heading);
    REQUIRE(run.happened);
    CHECK(run.t == doctest::Approx(exact).epsilon(1e-12));
    CHECK(std::abs(run.value) < 1e-11);
    CHECK(run.trajectory.times.back() == run.t);
    CHECK(run.trajectory.status);
  }
  const auto run = integrate_until(problem, problem.start(c.x, c.a), Variational<>{},
                                   {.step = 0.1, .steps = 1000}, heading);
  CHECK(run.t == doctest::Approx(exact).epsilon(2e-3));  // where the method of order 2 puts it
  CHECK(std::abs(run.value) < 1e-11);
}

TEST_CASE("backward in time, and no event at all") {
  const auto c = systems::unicycle();
  const auto problem = c.nonholonomic();
  const auto start = problem.start(c.x, c.a);
  const auto back =
      integrate_until(problem, start, Adaptive<DormandPrince8>{}, {.step = -0.3, .steps = 100},
                      [](double, const auto& s) { return heading_of(s) + 1; });
  REQUIRE(back.happened);
  CHECK(back.t == doctest::Approx(-2.4).epsilon(1e-12));
  const auto none =
      integrate_until(problem, start, Variational<>{}, {.step = 0.1, .steps = 10, .every = 3},
                      [](double, const auto& s) { return heading_of(s) - 100; });
  CHECK_FALSE(none.happened);
  CHECK(none.trajectory.status);
  CHECK(none.trajectory.states.size() == 5);  // 0, 3, 6, 9 and the last
}

TEST_CASE("a state within a step is as accurate as the step") {
  const auto c = systems::suslov();
  const auto problem = c.free();
  const auto start = problem.start(c.x, c.a);
  const Reference exact = reference("suslov", "free");
  const Adaptive<DormandPrince8> method;
  StepStatus status;
  const auto inside = state_within(problem, method, 0., start, exact.t, status);
  REQUIRE(status);
  CHECK(relative_error(problem.velocity(inside.x, inside.m), exact.a) < 1e-12);
}

TEST_CASE("an event needs a tolerance") {
  const auto c = systems::suslov();
  const auto problem = c.free();
  CHECK_THROWS_AS(integrate_until(
                      problem, problem.start(c.x, c.a), Variational<>{}, {},
                      [](double, const auto&) { return 1.; }, 0.),
                  InputError);
}
