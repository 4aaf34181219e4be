// Events are located to tolerance, and states within a step lie on the motion.
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/core/winding.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/event.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>

#include "moving_systems.hpp"
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
    CHECK(run.trajectory.status.t == run.t);
    CHECK(run.trajectory.status);
  }
  const auto run = integrate_until(problem, problem.start(c.x, c.a), Variational<>{},
                                   {.step = 0.1, .steps = 1000}, heading);
  CHECK(run.t == doctest::Approx(exact).epsilon(2e-3));  // where the method of order 2 puts it
  CHECK(run.trajectory.status.t == run.t);
  CHECK(std::abs(run.value) < 1e-11);
}

/// The motion crosses the plane through its reference, across its velocity there, at the time of the reference. A
/// secant gives the velocity in coordinates: any plane through the reference is crossed at that time, so its length
/// does not matter.
template <class P, class State>
void check_crossing(const P& problem, const State& start, const Reference& at) {
  using V = Vector<double, P::dimension>;
  const auto& group = problem.group();
  const auto place = group.from_coordinates(at.x);
  constexpr double secant = 1e-5;
  const V along = secant * Eigen::Map<const V>(at.a.data());
  const auto fore = group.coordinates(group.compose(place, group.exp(along)));
  const auto aft = group.coordinates(group.compose(place, group.exp(V(-along))));
  const auto across = [&](double, const auto& s) {
    const auto x = group.coordinates(s.x);
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      sum += (fore[i] - aft[i]) * (x[i] - at.x[i]) / (2 * secant);
    return sum;
  };
  const Adaptive<DormandPrince8> method;
  for (const double before : {0.97, 1.03}) {
    const double from = before * at.t, h = before < 1 ? 0.013 : -0.013;
    const auto way = integrate(problem, start, method, {.step = from, .steps = 1});
    REQUIRE(way.status);
    const auto run = integrate_until(problem, way.states.back(), method,
                                     {.step = h, .steps = 1000, .start = from}, across);
    REQUIRE(run.happened);
    CHECK(std::abs(run.t - at.t) < 1e-10);
    CHECK(relative_error(group.coordinates(run.trajectory.states.back().x), at.x) < 1e-10);
  }
}

template <class Case>
void check_crossings(const Case& c) {
  CAPTURE(std::string(c.name));
  const std::string file = "moving/" + std::string(c.name);
  const auto rolling = c.nonholonomic();
  check_crossing(rolling, rolling.start(c.x, c.a), reference(file, "nonholonomic"));
  const auto steered = c.vakonomic();
  check_crossing(steered, steered.start(c.x, c.a, c.mu), reference(file, "vakonomic"));
}

TEST_CASE("events under constraints that move are where the references say") {
  check_crossings(systems::car());
  check_crossings(systems::snakeboard());
  check_crossings(systems::chaplygin_ball());
  check_crossings(systems::tractor_trailer());
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
  const auto none = [&](const auto& method, const auto& g) {
    const auto run =
        integrate_until(problem, start, method, {.step = 0.1, .steps = 10, .every = 3}, g);
    CHECK_FALSE(run.happened);
    CHECK(run.trajectory.status);
    CHECK(run.trajectory.states.size() == 5);  // 0, 3, 6, 9 and the last
  };
  const auto far = [](double, const auto& s) { return heading_of(s) - 100; };
  none(Variational<>{}, far);
  none(Adaptive<DormandPrince8>{}, far);
  // a start on zero is no event, whichever way it is left
  for (const double sign : {1., -1.}) {
    const auto from_zero = [&](double, const auto& s) {
      return sign * (heading_of(s) - heading_of(start));
    };
    none(Variational<>{}, from_zero);
    none(Adaptive<DormandPrince8>{}, from_zero);
  }
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

/// Headings that are met, and outputs, are seen in the order of the motion, forward and backward.
template <class M>
void check_order(const M& method, double h, double accuracy) {
  const auto c = systems::unicycle();
  const auto problem = c.nonholonomic();
  const auto start = problem.start(c.x, c.a);
  using State = std::remove_cvref_t<decltype(start)>;
  const double sense = h < 0 ? -1 : 1;
  const auto turned_by = [&](double angle) {  // after 2 angle of time
    return [=](double, const State& s) { return sense * (heading_of(s) - 0.2) - angle; };
  };
  std::vector<double> seen;
  std::vector<int> met;
  const auto status = observe_events(
      problem, start, method, {.step = h, .steps = 10},
      {{turned_by(0.12)},
       {turned_by(0.02)},
       {turned_by(0.08), false},
       {turned_by(0.16), true, true}},
      [&](double t, const State&, const RunStatus&) { seen.push_back(t); },
      [&](int i, double t, const State&) {
        met.push_back(i);
        seen.push_back(t);
      });
  CHECK(met == std::vector{1, 0, 3});
  CHECK(status.outcome == Outcome::stopped);
  CHECK(status.t == seen.back());
  CHECK(status.steps == 3);
  const std::vector<double> times{0, 0.04, 0.1, 0.2, 0.24, 0.3, 0.32};
  REQUIRE(seen.size() == times.size());
  for (std::size_t i = 0; i < times.size(); ++i)
    CHECK(std::abs(seen[i] - sense * times[i]) < accuracy);
}

TEST_CASE("events and outputs are seen in the order of the motion") {
  for (const double h : {0.1, -0.1}) {
    check_order(Adaptive<DormandPrince8>{}, h, 1e-11);
    check_order(Adaptive<DormandPrince5>{}, h, 1e-11);
    check_order(RungeKutta<Classical4>{}, h, 1e-7);
    check_order(Variational<>{}, h, 1e-3);
  }
}

TEST_CASE("an event needs a tolerance") {
  const auto c = systems::suslov();
  const auto problem = c.free();
  CHECK_THROWS_AS(integrate_until(
                      problem, problem.start(c.x, c.a), Variational<>{}, {},
                      [](double, const auto&) { return 1.; }, 0.),
                  InputError);
}
