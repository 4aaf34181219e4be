// Every fixed-step method reaches its declared order, for the three dynamics, on nonlinear problems.
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/diagnostics/observables.hpp>
#include <hamel/diagnostics/order.hpp>
#include <hamel/integrator/commutator_free.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/energy_midpoint.hpp>
#include <hamel/integrator/gauss.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/variational.hpp>

#include "references.hpp"
#include "systems.hpp"

using namespace hamel;

namespace {

template <class M, class P, class St>
double slope(const P& problem, const St& start, const Reference& exact, long coarsest) {
  std::vector<ConvergencePoint> points;
  for (int halving = 0; halving < 4; ++halving) {
    const long steps = coarsest << halving;
    const auto run = integrate(problem, start, M{},
                               {.step = exact.t / double(steps), .steps = steps, .every = steps});
    REQUIRE(run.status);
    const auto& end = run.states.back();
    const double error = std::fmax(relative_error(problem.group().coordinates(end.x), exact.x),
                                   relative_error(problem.velocity(end.x, end.m), exact.a));
    points.push_back({exact.t / double(steps), error});
  }
  return measured_order(points, 5e-14);
}

template <class M, class C>
void check(const C& c, long coarsest) {
  CAPTURE(c.name);
  const auto reaches = [](double found) { return std::abs(found - M::order) < 0.1; };
  CHECK(reaches(slope<M>(c.free(), c.free().start(c.x, c.a), reference(c.name, "free"), coarsest)));
  CHECK(reaches(slope<M>(c.nonholonomic(), c.nonholonomic().start(c.x, c.a),
                         reference(c.name, "nonholonomic"), coarsest)));
  CHECK(reaches(slope<M>(c.vakonomic(), c.vakonomic().start(c.x, c.a, c.mu),
                         reference(c.name, "vakonomic"), coarsest)));
}

template <class M>
void check_everywhere(long coarsest) {
  check<M>(systems::suslov(), coarsest);
  check<M>(systems::unicycle_potential(), 2 * coarsest);
}

}  // namespace

TEST_CASE("commutator-free methods") {
  check_everywhere<CommutatorFree3>(100);
  check_everywhere<CommutatorFree4>(50);
}

TEST_CASE("Gauss collocation") {
  check_everywhere<Collocation<Gauss4>>(20);
  check_everywhere<Collocation<Gauss6>>(10);
}

TEST_CASE("the energy-conserving midpoint rule") {
  check_everywhere<EnergyMidpoint>(50);
  check<EnergyMidpoint>(systems::heisenberg_generalized(), 50);
}

TEST_CASE("compositions of the variational method, nonholonomic ones included") {
  check_everywhere<Composition<TripleJump4, Variational<>>>(50);
  check_everywhere<Composition<Suzuki4, Variational<>>>(20);
  check_everywhere<Composition<KahanLi6, Variational<>>>(12);
  check<Composition<KahanLi6, Variational<>>>(systems::heisenberg_generalized(), 12);
}

TEST_CASE("the composition of order 8") {
  // Its plateau is near: one system with errors large enough to see the slope.
  check<Composition<KahanLi8, Variational<>>>(systems::unicycle_potential(), 20);
}

TEST_CASE("the midpoint rule conserves energy to rounding, with a potential too") {
  const auto check_energy = [](const auto& problem, const auto& start, double h = 0.02) {
    double worst = 0;
    const double e0 = energy(problem, start);
    const RunStatus status =
        observe_run(problem, start, EnergyMidpoint{}, {.step = h, .steps = 50000, .every = 10},
                    [&](double, const auto& s, const RunStatus&) {
                      worst = std::fmax(worst, std::abs(energy(problem, s) / e0 - 1));
                    });
    REQUIRE(status);
    CHECK(worst < 1e-12);
  };
  const auto sleigh = systems::chaplygin_sleigh();
  check_energy(sleigh.nonholonomic(), sleigh.nonholonomic().start(sleigh.x, sleigh.a));
  check_energy(sleigh.vakonomic(), sleigh.vakonomic().start(sleigh.x, sleigh.a, sleigh.mu));
  const auto u = systems::unicycle_potential();
  check_energy(u.nonholonomic(), u.nonholonomic().start(u.x, u.a));
  const auto top = systems::heavy_top();
  check_energy(top.free(), top.free().start(top.x, top.a), 1e-3);
}

TEST_CASE("a method that does not apply says so and changes nothing") {
  const auto group = SE2Cover{};
  const Matrix<double, 3> m = Vector<double, 3>(1, 1, 0.4).asDiagonal();
  Matrix<double, 3, 1> d(1, 0, 0);
  const auto system = mechanical(group, m);
  const Vector<double, 3> offset(0, 0, 0.3);
  const auto drift = [offset]<class S>(const Element<SE2Cover, S>&) {
    return Vector<S, 3>(offset.cast<S>());
  };
  const auto problem = nonholonomic(system, Split(system, d, drift));
  const auto start = problem.start(group.identity<double>(), Vector<double, 3>(0.7, 0, 0.3));
  const auto run = integrate(problem, start, EnergyMidpoint{}, {.step = 0.1, .steps = 10});
  CHECK(run.status.outcome == Outcome::unsupported);
  CHECK(run.states.size() == 1);
}
