// The variational integrator reaches its order, with the errors of an independent computation.
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/diagnostics/order.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>

#include "references.hpp"
#include "systems.hpp"

using namespace hamel;

namespace {

/// Max-norm error of a at the reference time.
template <class P, class St, class M>
double error(const P& problem, const St& start, const M& method, const Reference& exact,
             long steps) {
  const auto run = integrate(problem, start, method,
                             {.step = exact.t / double(steps), .steps = steps, .every = steps});
  REQUIRE(run.status);
  const auto& end = run.states.back();
  const auto a = problem.velocity(end.x, end.m);
  double worst = 0;
  for (int i = 0; i < a.size(); ++i)
    worst = std::fmax(worst, std::fabs(a[i] - exact.a[std::size_t(i)]));
  return worst;
}

template <class P, class St>
void check_errors(const P& problem, const St& start, const char* name, const char* dynamics,
                  std::initializer_list<double> expected) {
  CAPTURE(name);
  CAPTURE(dynamics);
  const Reference exact = reference(name, dynamics);
  long steps = 25;
  double previous = 0;
  for (const double printed : expected) {
    const double found = error(problem, start, Variational<>{}, exact, steps);
    CAPTURE(steps);
    CHECK(found == doctest::Approx(printed).epsilon(0.005));
    if (previous > 0) CHECK(std::abs(std::log2(previous / found) - 2) < 0.1);
    previous = found;
    steps *= 2;
  }
}

}  // namespace

TEST_CASE("order 2, with the printed errors") {
  const auto suslov = systems::suslov();
  const auto sleigh = systems::chaplygin_sleigh();
  const auto skate = systems::chaplygin_skate();
  check_errors(suslov.nonholonomic(), suslov.nonholonomic().start(suslov.x, suslov.a), "suslov",
               "nonholonomic", {1.90e-4, 4.74e-5, 1.18e-5, 2.96e-6});
  check_errors(sleigh.nonholonomic(), sleigh.nonholonomic().start(sleigh.x, sleigh.a),
               "chaplygin_sleigh", "nonholonomic", {1.96e-3, 4.91e-4, 1.23e-4, 3.07e-5});
  check_errors(suslov.free(), suslov.free().start(suslov.x, suslov.a), "suslov", "free",
               {2.70e-4, 6.75e-5, 1.69e-5, 4.22e-6});
  check_errors(suslov.vakonomic(), suslov.vakonomic().start(suslov.x, suslov.a, suslov.mu),
               "suslov", "vakonomic", {2.03e-4, 5.07e-5, 1.27e-5, 3.17e-6});
  check_errors(skate.vakonomic(), skate.vakonomic().start(skate.x, skate.a, skate.mu),
               "chaplygin_skate", "vakonomic", {1.67e-3, 4.21e-4, 1.05e-4, 2.64e-5});
}

TEST_CASE("order 2 with potentials and with a metric that varies, all three dynamics") {
  const auto check = [](const auto& problem, const auto& start, const char* name,
                        const char* dynamics) {
    CAPTURE(name);
    CAPTURE(dynamics);
    const Reference exact = reference(name, dynamics);
    const double coarse = error(problem, start, Variational<>{}, exact, 200);
    const double fine = error(problem, start, Variational<>{}, exact, 400);
    CHECK(std::abs(std::log2(coarse / fine) - 2) < 0.1);
  };
  const auto all = [&](const auto& c) {
    check(c.free(), c.free().start(c.x, c.a), c.name, "free");
    check(c.nonholonomic(), c.nonholonomic().start(c.x, c.a), c.name, "nonholonomic");
    check(c.vakonomic(), c.vakonomic().start(c.x, c.a, c.mu), c.name, "vakonomic");
  };
  all(systems::unicycle_potential());
  all(systems::heisenberg_generalized());
}

TEST_CASE_TEMPLATE("Runge-Kutta-Munthe-Kaas methods reach their order", Tableau, Classical4,
                   DormandPrince5, DormandPrince8) {
  const auto c = systems::suslov();
  const auto problem = c.free();
  const Reference exact = reference("suslov", "free");
  const auto start = problem.start(c.x, c.a);
  std::vector<ConvergencePoint> points;
  for (const long steps : {4, 8, 16, 25, 50, 100, 200}) {
    points.push_back(
        {exact.t / double(steps), error(problem, start, RungeKutta<Tableau>{}, exact, steps)});
  }
  CHECK(std::abs(measured_order(points, 1e-14) - Tableau::order) < 0.1);
}
