// Symmetric methods retrace their steps: a run with h and one with -h end at the start.
#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/gauss.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/retraction/cayley.hpp>
#include <hamel/retraction/exponential.hpp>

#include "method_lists.hpp"
#include "systems.hpp"

using namespace hamel;

namespace {

/// Distance of two states: coordinates relative to max(1, |x|), momenta relative to |m|.
template <class P, class St>
double apart(const P& problem, const St& start, const St& end) {
  const auto from = problem.group().coordinates(start.x), to = problem.group().coordinates(end.x);
  double distance = 0, size = 1;
  for (std::size_t i = 0; i < from.size(); ++i) {
    distance = std::max(distance, std::abs(to[i] - from[i]));
    size = std::max(size, std::abs(from[i]));
  }
  const double momentum = (end.m - start.m).cwiseAbs().maxCoeff();
  return std::max(distance / size, momentum / start.m.cwiseAbs().maxCoeff());
}

/// How far from the start `steps` steps of h and as many of -h end.
template <class M, class P, class St>
double off_start(const P& problem, const St& start, double h, long steps) {
  const RunOptions there{.step = h, .steps = steps, .every = steps};
  const RunOptions back{.step = -h, .steps = steps, .every = steps};
  const auto out = integrate(problem, start, M{}, there);
  REQUIRE(out.status);
  const auto home = integrate(problem, out.states.back(), M{}, back);
  REQUIRE(home.status);
  return apart(problem, start, home.states.back());
}

/// Calls f(problem, start) for the three dynamics.
template <class C, class F>
void each_dynamics(const C& c, const F& f) {
  CAPTURE(c.name);
  f(c.free(), c.free().start(c.x, c.a));
  f(c.nonholonomic(), c.nonholonomic().start(c.x, c.a));
  f(c.vakonomic(), c.vakonomic().start(c.x, c.a, c.mu));
}

/// One step and its reverse end within 1e-13 of the start, 50 and their reverse too: what is left is
/// rounding, of the size of 1e-16 per step and stage.
template <class M, class C>
void check_returns(const C& c, double h) {
  each_dynamics(c, [&](const auto& problem, const auto& start) {
    CHECK(off_start<M>(problem, start, h, 1) < 1e-13);
    CHECK(off_start<M>(problem, start, h, 50) < 1e-13);
  });
}

/// Over long runs the flow enlarges what rounding left: where it is stable, as for the free rigid
/// body, by the number of steps (an error in the energy becomes one in the phase), elsewhere by more.
template <class M>
void check_long_run() {
  const auto c = systems::suslov();
  CHECK(off_start<M>(c.free(), c.free().start(c.x, c.a), 0.1, 2000) < 1e-11);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("a symmetric method comes back", M, symmetric) {
  check_returns<M>(systems::suslov(), 0.1);
  check_returns<M>(systems::unicycle_potential(), 0.05);
  check_returns<M>(systems::heisenberg_generalized(), 0.05);
  check_long_run<M>();
}
TEST_CASE_TEMPLATE_APPLY(symmetric, method_lists::Registered<method_lists::IsSymmetric>);
TEST_CASE_TEMPLATE_INVOKE(symmetric, Composition<TripleJump4, Variational<>>);

TEST_CASE_TEMPLATE("with the midpoint Lagrangian, where it differs", Retraction, Exponential,
                   Cayley) {
  using Method = Variational<Retraction, Midpoint>;
  check_returns<Method>(systems::unicycle_potential(), 0.05);
  check_returns<Method>(systems::heisenberg_generalized(), 0.05);
}

TEST_CASE_TEMPLATE("compositions with the Cayley map", Scheme, TripleJump4, Suzuki4, KahanLi6,
                   KahanLi8) {
  check_returns<Composition<Scheme, Variational<Cayley>>>(systems::suslov(), 0.1);
}

TEST_CASE_TEMPLATE("Gauss collocation where the coordinates of exp fit both ends of a step", C,
                   Gauss4, Gauss6) {
  check_returns<Collocation<C>>(systems::heisenberg_generalized(), 0.05);
}

TEST_CASE_TEMPLATE_DEFINE("any other method comes back beyond its order, not exactly", M,
                          directed) {
  // The error h^(p+1) of the step there and (-h)^(p+1) of the step back cancel where p is even.
  each_dynamics(systems::suslov(), [](const auto& problem, const auto& start) {
    const double coarse = off_start<M>(problem, start, 0.8, 1);
    const double fine = off_start<M>(problem, start, 0.4, 1);
    CHECK(coarse > 1e-10);
    CHECK(std::log2(coarse / fine) > M::order + (M::order % 2 == 0 ? 1.5 : 0.5));
  });
}
TEST_CASE_TEMPLATE_APPLY(directed, method_lists::Registered<method_lists::HasDirection>);
