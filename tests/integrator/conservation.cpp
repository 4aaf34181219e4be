// What the motions keep, the variational integrators keep over long runs.
#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include <hamel/diagnostics/observables.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/variational.hpp>

#include "systems.hpp"

using namespace hamel;

namespace {

struct Drift {
  double energy = 0, momentum = 0, constraint = 0, group = 0;
};

template <class P, class St>
Drift drift(const P& problem, const St& start, double h, long steps) {
  Drift worst;
  const double e0 = energy(problem, start);
  const auto j0 = spatial_momentum(problem, start);
  const RunStatus status =
      observe_run(problem, start, Variational<>{}, {.step = h, .steps = steps, .every = 7},
                  [&](double, const auto& s, const RunStatus&) {
                    worst.energy = std::max(worst.energy, std::abs(energy(problem, s) / e0 - 1));
                    worst.momentum = std::max(
                        worst.momentum, (spatial_momentum(problem, s) - j0).norm() / j0.norm());
                    worst.constraint = std::max(worst.constraint, constraint_residual(problem, s));
                    worst.group = std::max(worst.group, problem.group().residual(s.x));
                  });
  REQUIRE(status);
  return worst;
}

}  // namespace

TEST_CASE(
    "free and vakonomic motion of an invariant system keeps the spatial momentum to rounding") {
  const auto c = systems::suslov();
  const Drift free = drift(c.free(), c.free().start(c.x, c.a), 0.05, 200000);
  CHECK(free.momentum < 1e-13);  // a bias of the roundings would show
  CHECK(free.energy < 1e-3);
  CHECK(free.group < 1e-14);
  const Drift vak = drift(c.vakonomic(), c.vakonomic().start(c.x, c.a, c.mu), 0.05, 200000);
  CHECK(vak.momentum < 1e-13);
  CHECK(vak.energy < 1e-3);
  CHECK(vak.constraint < 1e-14);
}

TEST_CASE("nonholonomic motion stays in d and bounds its energy on a reversible system") {
  const auto c = systems::chaplygin_skate();
  const Drift nh = drift(c.nonholonomic(), c.nonholonomic().start(c.x, c.a), 0.05, 200000);
  CHECK(nh.energy < 1e-12);  // the skate keeps its reduced velocity
  CHECK(nh.constraint < 1e-14);
}

TEST_CASE("the heavy top's energy oscillates without drift") {
  const auto c = systems::heavy_top();
  const auto problem = c.free();
  const auto start = problem.start(c.x, c.a);
  const Drift early = drift(problem, start, 1e-3, 10000);
  const Drift late = drift(problem, start, 1e-3, 100000);
  CHECK(late.energy < 1.05 * early.energy);
  CHECK(late.energy < 1e-3);
  CHECK(late.group < 1e-14);
}
