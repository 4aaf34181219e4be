// A step never allocates: every method, dynamics and kind of group, run-time ones included.
#include <vector>

#include <doctest/doctest.h>

#include <hamel/core/types.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>

#include "allocations.hpp"
#include "systems.hpp"

using namespace hamel;

namespace {

template <class P, class St, class M>
void check(const P& problem, St state, const M& method) {
  typename M::Memory memory{};
  const long before = allocations::count();
  bool ok = true;
  for (int i = 0; i < 5; ++i) ok = method.step(problem, 0.1 * i, 0.1, state, memory) && ok;
  const long during = allocations::count() - before;
  CHECK(ok);
  CHECK(during == 0);
}

template <class P, class St>
void check_methods(const P& problem, const St& state) {
  check(problem, state, Variational<>{});
  check(problem, state, RungeKutta<Classical4>{});
  check(problem, state, Adaptive<DormandPrince8>{});
}

template <class C>
void check_dynamics(const C& c) {
  CAPTURE(c.name);
  check_methods(c.free(), c.free().start(c.x, c.a));
  check_methods(c.nonholonomic(), c.nonholonomic().start(c.x, c.a));
  check_methods(c.vakonomic(), c.vakonomic().start(c.x, c.a, c.mu));
}

}  // namespace

TEST_CASE("the counter counts") {
  const long before = allocations::count();
  const std::vector<int> held(10);
  CHECK(allocations::count() == before + 1);
}

TEST_CASE("a group and a distribution known at run time only") {
  const AnyGroup group(AnyFactors{{SE2{}, Torus<>(1)}});
  const Matrix<double, dynamic> metric = Vector<double, 4>(1.3, 1.3, 0.7, 0.4).asDiagonal();
  const Matrix<double, dynamic> d = systems::columns<4, 2>({0.9, 0, 0, 1, 0, 0, 1, 0});
  const auto system =
      mechanical(group, metric, [](const auto& x) { return x.data[0] * x.data[4]; });
  const Split split(system, d);
  const auto x = group.identity<double>();
  const Vector<double, dynamic> a = Vector<double, 4>(0.9, 0, 0.5, 1);
  check_methods(free(system), free(system).start(x, a));
  check_methods(nonholonomic(system, split), nonholonomic(system, split).start(x, a));
  check_methods(vakonomic(system, split), vakonomic(system, split).start(x, a));
}

TEST_CASE("fixed groups") {
  check_dynamics(systems::suslov());
  check_dynamics(systems::unicycle());
  check_dynamics(systems::unicycle_potential());
  check_dynamics(systems::heisenberg_generalized());
  check_dynamics(systems::chaplygin_skate());
}
