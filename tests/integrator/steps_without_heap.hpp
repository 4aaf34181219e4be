// Steps of lists of methods, whose heap allocations are counted.
#pragma once

#include <string>
#include <tuple>

#include <doctest/doctest.h>

#include <hamel/core/status.hpp>
#include <hamel/integrator/commutator_free.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/event.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/retraction/cayley.hpp>
#include <hamel/retraction/exponential.hpp>

#include "allocations.hpp"
#include "method_lists.hpp"

namespace allocations {

using namespace hamel;
using namespace method_lists;

/// Those that ask for the vector field.
using OfField =
    Joined<Registered<AsksForField>,
           std::tuple<RungeKutta<DormandPrince5>, RungeKutta<DormandPrince8>, CommutatorFree3>>;
/// Those that solve the discrete momentum balance, for any metric.
using OfBalance =
    Joined<Registered<SolvesBalance>,
           std::tuple<Variational<Cayley, Midpoint>, Composition<TripleJump4, Variational<>>>>;
/// Those that need a linear constraint.
using OfLinearConstraint = Registered<NeedsLinearConstraint>;

/// A few steps and a state within one: they succeed, cannot throw, and leave the heap alone.
template <class M, class P, class St>
void check(const P& problem, St state, const M& method) {
  typename M::Memory memory{};
  static_assert(noexcept(method.step(problem, 0., 0.02, state, memory)));
  const St start = state;
  StepStatus within;
  const long before = count();
  bool ok = true;
  for (int i = 0; i < 5; ++i) ok = method.step(problem, 0.02 * i, 0.02, state, memory) && ok;
  static_cast<void>(state_within(problem, method, 0., start, 0.013, within));
  const long during = count() - before;
  CHECK(ok);
  CHECK(within);
  CHECK(during == 0);
}

template <class... Ms, class P, class St>
void check_methods(std::tuple<Ms...>, const P& problem, const St& start) {
  (check(problem, start, Ms{}), ...);
}

/// The three dynamics of a case, see systems.hpp.
template <class List, class C>
void check_dynamics(List list, const C& c) {
  const std::string name = c.name;
  CAPTURE(name);
  check_methods(list, c.free(), c.free().start(c.x, c.a));
  check_methods(list, c.nonholonomic(), c.nonholonomic().start(c.x, c.a));
  check_methods(list, c.vakonomic(), c.vakonomic().start(c.x, c.a, c.mu));
}

}  // namespace allocations
