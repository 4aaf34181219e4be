// Acceleration and reaction against differences along motions.
#include <cmath>
#include <string>
#include <type_traits>

#include <doctest/doctest.h>

#include <hamel/core/types.hpp>
#include <hamel/dynamics/reaction.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>

#include "moving_systems.hpp"
#include "systems.hpp"

using namespace hamel;

namespace {

/// The state of a motion a moment h from the start.
template <class P, class St>
St after(const P& problem, const St& start, double h) {
  const auto run = integrate(problem, start, RungeKutta<DormandPrince8>{}, {.step = h, .steps = 1});
  REQUIRE(run.status);
  return run.states.back();
}

/// The derivative at the start of f(state), by differences of order 4.
template <class P, class St, class F>
auto rate(const P& problem, const St& start, const F& f) {
  const double h = 1e-3;
  const auto at = [&](double s) { return f(after(problem, start, s * h)); };
  return ((8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h)).eval();
}

template <class P, class St>
void check_acceleration(const P& problem, const St& start) {
  const auto a_dot = rate(problem, start, [&](const St& s) {
    return Vector<double, P::dimension>(problem.velocity(s.x, s.m));
  });
  CHECK((acceleration(problem, 0., start) - a_dot).norm() < 1e-9);
  CHECK(a_dot.norm() > 1e-3);
}

/// nu - ((M a)' - ad*_a (M a) - F).
template <class P, class St>
double off(const P& problem, const St& start) {
  using V = Vector<double, P::dimension>;
  const auto kinetic = [&](const auto& s) {
    return V(problem.metric(s.x) * problem.velocity(s.x, s.m));
  };
  const V a = problem.velocity(start.x, start.m);
  const V found = rate(problem, start, kinetic) - problem.group().ad_star(a, kinetic(start)) -
                  V(problem.system().force(0., start.x, a));
  return (reaction(problem, 0., start) - found).norm();
}

/// The forces that keep the constraint, and no work of the reaction on d. Returns its size.
template <class C>
double check(const C& c) {
  const std::string name = c.name;
  CAPTURE(name);
  check_acceleration(c.free(), c.free().start(c.x, c.a));
  check_acceleration(c.vakonomic(), c.vakonomic().start(c.x, c.a, c.mu));
  const auto problem = c.nonholonomic();
  const auto start = problem.start(c.x, c.a);
  check_acceleration(problem, start);
  using P = std::decay_t<decltype(problem)>;
  using V = Vector<double, P::dimension>;
  const V nu = reaction(problem, 0., start);
  CHECK(off(problem, start) < 1e-9);
  CHECK(off(c.vakonomic(), c.vakonomic().start(c.x, c.a, c.mu)) < 1e-9);
  CHECK(off(c.free(), c.free().start(c.x, c.a)) < 1e-9);
  CHECK((problem.basis(start.x).transpose() * nu).norm() < 1e-13);
  CHECK((multiplier(problem, 0., start) - nu).norm() == 0);
  return nu.norm();
}

}  // namespace

TEST_CASE("an invariant system, one in a potential, one whose metric varies") {
  CHECK(check(systems::suslov()) > 1e-3);
  check(systems::unicycle_potential());
  check(systems::heisenberg_generalized());
}

/// A wheel that slides sideways as it is told to.
struct Sliding {
  template <class G, class S>
  Vector<S, 4> operator()(const S& t, const Element<G, S>&) const {
    using std::sin;
    Vector<S, 4> v = Vector<S, 4>::Constant(S(0));
    v[1] = S(0.3) * sin(S(2) * t + S(0.5));
    return v;
  }
};

TEST_CASE("acceleration where the constraint moves with the configuration, and with time") {
  const auto c = systems::car();
  check_acceleration(c.nonholonomic(), c.nonholonomic().start(c.x, c.a));
  check_acceleration(c.vakonomic(), c.vakonomic().start(c.x, c.a, c.mu));

  const MovingSplit split(c.system, systems::CarDistribution<>{}, c.x, Sliding{});
  const auto check = [&](const auto& problem, const auto& start) {
    const double h = 1e-3;  // of differences of order 4: their error is about h^4
    const auto at = [&](double s) {
      const auto state = after(problem, start, s * h);
      return Vector<double, 4>(problem.velocity(s * h, state.x, state.m));
    };
    const Vector<double, 4> a_dot = (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h);
    CHECK((acceleration(problem, 0., start) - a_dot).norm() < 1e-9);
  };
  const Vector<double, 4> a = c.a + Sliding{}(0., c.x);
  const auto rolling = nonholonomic(c.system, split);
  check(rolling, rolling.start(c.x, a));
  const auto planned = vakonomic(c.system, split);
  check(planned, planned.start(c.x, a, c.mu));
}
