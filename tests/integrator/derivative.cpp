// The derivative of a step: against differences, and symplectic where the map is.
#include <algorithm>

#include <doctest/doctest.h>

#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/step_derivative.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>

#include "differences.hpp"
#include "symplectic.hpp"
#include "systems.hpp"

using namespace hamel;

namespace {

constexpr double h = 0.05;

/// Differences of order 6 of the end state in every direction.
template <class P, class St, class M>
void check_differences(const P& problem, const St& start, const M& method) {
  const auto derivative = step_derivative(problem, method, 0., h, start);
  REQUIRE(derivative.status);
  const auto& group = problem.group();
  const int n = problem.dim(), w = problem.state_dim();
  using V = Vector<double, P::dimension>;
  const auto reach = [&](int direction, double s) {
    auto state = start;
    double step = h;
    if (direction < n)
      state.x = group.compose(start.x, group.exp(V(s * V::Unit(n, direction))));
    else if (direction < n + w)
      state.m[direction - n] += s;
    else
      step += s;
    typename M::Memory memory{};
    REQUIRE(method.step(problem, 0., step, state, memory));
    return state;
  };
  const auto end = reach(n + w, 0);
  for (int direction = 0; direction <= n + w; ++direction) {
    CAPTURE(direction);
    const Eigen::VectorXd slope = systems::difference([&](double by) {
      const auto state = reach(direction, by);
      Eigen::VectorXd moved(n + w);
      moved << group.log(group.compose(group.inverse(end.x), state.x)), state.m - end.m;
      return moved;
    });
    const Eigen::VectorXd exact = direction < n + w
                                      ? Eigen::VectorXd(derivative.by_state.col(direction))
                                      : Eigen::VectorXd(derivative.by_step);
    CHECK((slope - exact).cwiseAbs().maxCoeff() < 1e-10);
  }
}

}  // namespace

TEST_CASE("free and vakonomic variational steps are symplectic") {
  const auto s = systems::suslov();
  check_symplectic(s.free(), s.free().start(s.x, s.a), Variational<>{}, h);
  check_symplectic(s.vakonomic(), s.vakonomic().start(s.x, s.a, s.mu), Variational<>{}, h);
  check_symplectic(s.free(), s.free().start(s.x, s.a), Composition<TripleJump4, Variational<>>{},
                   h);
  const auto u = systems::unicycle_potential();
  check_symplectic(u.vakonomic(), u.vakonomic().start(u.x, u.a, u.mu), Variational<>{}, h);
  const auto g = systems::heisenberg_generalized();
  check_symplectic(g.free(), g.free().start(g.x, g.a), Variational<>{}, h);
  check_symplectic(g.vakonomic(), g.vakonomic().start(g.x, g.a, g.mu), Variational<>{}, h);
}

TEST_CASE("the derivative of a step agrees with differences of order 6") {
  const auto s = systems::suslov();
  check_differences(s.free(), s.free().start(s.x, s.a), Variational<>{});
  check_differences(s.nonholonomic(), s.nonholonomic().start(s.x, s.a), Variational<>{});
  check_differences(s.vakonomic(), s.vakonomic().start(s.x, s.a, s.mu), RungeKutta<Classical4>{});
  const auto u = systems::unicycle_potential();
  check_differences(u.nonholonomic(), u.nonholonomic().start(u.x, u.a), Variational<>{});
  const auto g = systems::heisenberg_generalized();
  check_differences(g.vakonomic(), g.vakonomic().start(g.x, g.a, g.mu), Variational<>{});
}
