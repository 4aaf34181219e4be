// Dense output: states inside steps are as accurate as the method, for the three dynamics.
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/diagnostics/observables.hpp>
#include <hamel/diagnostics/order.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/event.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>

#include "references.hpp"
#include "systems.hpp"

using namespace hamel;

namespace {

/// The error at the time of the reference, which lies at that fraction of the step after `steps`.
template <class M, class P, class St>
double error_within(const P& problem, const St& start, const Reference& exact, long steps,
                    double fraction) {
  const double h = exact.t / (double(steps) + fraction);
  const auto run = integrate(problem, start, M{}, {.step = h, .steps = steps, .every = steps});
  REQUIRE(run.status);
  StepStatus status;
  const auto inside =
      state_within(problem, M{}, run.times.back(), run.states.back(), exact.t, status);
  REQUIRE(status);
  return std::fmax(relative_error(problem.group().coordinates(inside.x), exact.x),
                   std::fmax(relative_error(problem.velocity(inside.x, inside.m), exact.a),
                             relative_error(momentum(problem, inside), exact.p)));
}

/// Calls f(problem, start, reference) for the three dynamics.
template <class C, class F>
void each_dynamics(const C& c, const F& f) {
  CAPTURE(c.name);
  f(c.free(), c.free().start(c.x, c.a), reference(c.name, "free"));
  f(c.nonholonomic(), c.nonholonomic().start(c.x, c.a), reference(c.name, "nonholonomic"));
  f(c.vakonomic(), c.vakonomic().start(c.x, c.a, c.mu), reference(c.name, "vakonomic"));
}

template <class C>
void check_adaptive(const C& c) {
  each_dynamics(c, [](const auto& problem, const auto& start, const Reference& exact) {
    for (const long steps : {3, 20}) {
      for (const double fraction : {0.02, 0.37, 0.5, 0.95}) {
        CAPTURE(steps);
        CAPTURE(fraction);
        CHECK(error_within<Adaptive<DormandPrince8>>(problem, start, exact, steps, fraction) <
              1e-11);
      }
    }
  });
}

template <class M, class C>
void check_order(const C& c, long coarsest) {
  each_dynamics(c, [&](const auto& problem, const auto& start, const Reference& exact) {
    std::vector<ConvergencePoint> points;
    for (int halving = 0; halving < 4; ++halving) {
      const long steps = coarsest << halving;
      points.push_back(
          {exact.t / (double(steps) + 0.37), error_within<M>(problem, start, exact, steps, 0.37)});
    }
    CHECK(std::abs(measured_order(points, 5e-14) - M::order) < 0.1);
  });
}

}  // namespace

TEST_CASE("inside the intervals of the default method") {
  check_adaptive(systems::suslov());
  check_adaptive(systems::unicycle_potential());
  check_adaptive(systems::heisenberg_generalized());
}

TEST_CASE_TEMPLATE("inside fixed steps, to the order of the method", M, Variational<>,
                   RungeKutta<Classical4>) {
  check_order<M>(systems::suslov(), 50);
  check_order<M>(systems::unicycle_potential(), 100);
}
