// The variational method with the midpoint discrete Lagrangian: order, symmetry, symplecticity.
#include <cmath>

#include <doctest/doctest.h>

#include <hamel/diagnostics/observables.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/step_derivative.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/retraction/cayley.hpp>

#include "references.hpp"
#include "symplectic.hpp"
#include "systems.hpp"

using namespace hamel;

namespace {

using ByExponential = Variational<Exponential, Midpoint>;
using ByCayley = Variational<Cayley, Midpoint>;

/// Max-norm error of a at the reference time.
template <class P, class St, class M>
double error(const P& problem, const St& start, const M& method, const Reference& exact,
             long steps) {
  const auto run = integrate(problem, start, method,
                             {.step = exact.t / double(steps), .steps = steps, .every = steps});
  REQUIRE(run.status);
  if (M::order == 2) CHECK(run.status.most_iterations <= 6);
  const auto& end = run.states.back();
  const auto a = problem.velocity(end.x, end.m);
  double worst = 0;
  for (int i = 0; i < a.size(); ++i)
    worst = std::fmax(worst, std::fabs(a[i] - exact.a[std::size_t(i)]));
  return worst;
}

template <class P, class St, class M>
void check_order(const P& problem, const St& start, const char* name, const char* dynamics,
                 const M& method, long steps) {
  CAPTURE(name);
  CAPTURE(dynamics);
  const Reference exact = reference(name, dynamics);
  const double coarse = error(problem, start, method, exact, steps);
  const double fine = error(problem, start, method, exact, 2 * steps);
  CHECK(std::abs(std::log2(coarse / fine) - M::order) < 0.1);
}

/// Forward and back.
template <class P, class St, class M>
void check_symmetric(const P& problem, const St& start, const M& method) {
  auto state = start;
  typename M::Memory memory{};
  REQUIRE(method.step(problem, 0.1, 0.05, state, memory));
  CHECK((state.m - start.m).norm() > 1e-3);
  REQUIRE(method.step(problem, 0.1 + 0.05, -0.05, state, memory));
  CHECK((state.m - start.m).cwiseAbs().maxCoeff() < 1e-13);
  CHECK((state.x.data - start.x.data).cwiseAbs().maxCoeff() < 1e-13);
}

template <class M>
void check_all(const M& method) {
  const auto u = systems::unicycle_potential();
  check_order(u.free(), u.free().start(u.x, u.a), u.name, "free", method, 200);
  check_order(u.nonholonomic(), u.nonholonomic().start(u.x, u.a), u.name, "nonholonomic", method,
              200);
  check_order(u.vakonomic(), u.vakonomic().start(u.x, u.a, u.mu), u.name, "vakonomic", method, 200);
  check_symmetric(u.free(), u.free().start(u.x, u.a), method);
  check_symmetric(u.nonholonomic(), u.nonholonomic().start(u.x, u.a), method);
  check_symmetric(u.vakonomic(), u.vakonomic().start(u.x, u.a, u.mu), method);
}

}  // namespace

TEST_CASE("order 2 and symmetric, with the exponential and with the Cayley map") {
  check_all(ByExponential{});
  check_all(ByCayley{});
}

TEST_CASE("with a metric that varies; symplectic where the map is; compositions raise the order") {
  const auto g = systems::heisenberg_generalized();
  const auto free = g.free();
  const auto nonholonomic = g.nonholonomic();
  const auto vakonomic = g.vakonomic();
  const ByExponential method;
  check_order(free, free.start(g.x, g.a), g.name, "free", method, 200);
  check_order(nonholonomic, nonholonomic.start(g.x, g.a), g.name, "nonholonomic", method, 200);
  check_order(vakonomic, vakonomic.start(g.x, g.a, g.mu), g.name, "vakonomic", method, 200);
  check_symplectic(free, free.start(g.x, g.a), method, 0.05);
  check_symplectic(vakonomic, vakonomic.start(g.x, g.a, g.mu), method, 0.05);
  check_order(nonholonomic, nonholonomic.start(g.x, g.a), g.name, "nonholonomic",
              Composition<Suzuki4, ByExponential>{}, 50);
}

TEST_CASE("the same step as the trapezoidal one where nothing depends on x") {
  const auto s = systems::suslov();
  const auto problem = s.nonholonomic();
  auto one = problem.start(s.x, s.a), other = one;
  Variational<>::Memory memory;
  ByExponential::Memory midpoint_memory;
  REQUIRE(Variational<>{}.step(problem, 0., 0.1, one, memory));
  REQUIRE(ByExponential{}.step(problem, 0., 0.1, other, midpoint_memory));
  CHECK(one.m == other.m);
  CHECK(one.x.data == other.x.data);
}
