// The default method against 22-digit answers, free, nonholonomic and vakonomic.
#include "references.hpp"

#include <doctest/doctest.h>

#include <hamel/diagnostics/observables.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/tableau.hpp>

#include "systems.hpp"

using namespace hamel;

namespace {

template <class P, class St>
void check(const P& problem, const St& start, const char* name, const char* dynamics) {
  CAPTURE(name);
  CAPTURE(dynamics);
  const Reference expected = reference(name, dynamics);
  const auto run =
      integrate(problem, start, Adaptive<DormandPrince8>{}, {.step = expected.t / 10, .steps = 10});
  REQUIRE(run.status);
  const auto& end = run.states.back();
  CHECK(relative_error(problem.group().coordinates(end.x), expected.x) < 1e-10);
  CHECK(relative_error(problem.velocity(end.x, end.m), expected.a) < 1e-10);
  CHECK(relative_error(momentum(problem, end), expected.p) < 1e-10);
  CHECK(std::abs(energy(problem, end) / expected.energy - 1) < 1e-10);
}

template <class C>
void check_all(const C& c) {
  check(c.free(), c.free().start(c.x, c.a), c.name, "free");
  check(c.nonholonomic(), c.nonholonomic().start(c.x, c.a), c.name, "nonholonomic");
  check(c.vakonomic(), c.vakonomic().start(c.x, c.a, c.mu), c.name, "vakonomic");
}

}  // namespace

TEST_CASE("invariant systems") {
  check_all(systems::suslov());
  check_all(systems::chaplygin_sleigh());
  check_all(systems::chaplygin_skate());
  check_all(systems::unicycle());
  check_all(systems::heisenberg());
}

TEST_CASE("systems with potential") {
  check_all(systems::unicycle_potential());
  const auto incline = systems::skate_on_incline();
  check(incline.nonholonomic(), incline.nonholonomic().start(incline.x, incline.a), incline.name,
        "nonholonomic");
  const auto top = systems::heavy_top();
  check(top.free(), top.free().start(top.x, top.a), top.name, "free");
}

TEST_CASE("a metric that varies") {
  check_all(systems::heisenberg_generalized());
}
