// The public systems in coordinates against independent 22-digit references.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/chart/chart_problem.hpp>
#include <hamel/chart/constraint_forces.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/tableau.hpp>

#include "systems.hpp"

using namespace hamel;
using namespace chart_test;

namespace {

template <class P, class State>
void check(const char* name, const char* dynamics, const std::vector<std::string>& names,
           const P& problem, const State& start) {
  CAPTURE(name);
  CAPTURE(dynamics);
  const Reference reference(name, dynamics, names);
  const long steps = 8;
  const auto run = integrate(problem, start, Adaptive<DormandPrince8>{},
                             {.step = reference.t / steps, .steps = steps, .every = steps});
  REQUIRE(run.status);
  const auto& end = run.states.back();
  const int n = problem.dim();
  const auto close = [](double found, double expected) {
    CHECK(std::abs(found - expected) <= 1e-10 * std::max(1e-3, std::abs(expected)));
  };
  for (int i = 0; i < n; ++i) {
    CAPTURE(i);
    close(end.x.data[i], reference.q[i]);
    close(end.m[i], reference.v[i]);
  }
  if constexpr (P::kind == Dynamics::vakonomic) {
    REQUIRE(int(reference.lambda.size()) == problem.number_of_constraints());
    for (int i = 0; i < problem.number_of_constraints(); ++i) {
      close(end.m[n + i], reference.lambda[i]);
    }
  }
  close(problem.system().energy(end.x, problem.velocity(end.x, end.m)), reference.energy);
  CHECK(constraint_drift(problem, end) <= 1e-13);
}

template <class C, int N, int M>
void check_both(const char* name, const std::vector<std::string>& names, const C& system,
                const Vector<double, N>& q, const Vector<double, N>& v,
                const Vector<double, M>& lambda) {
  const auto wheel = nonholonomic(system);
  check(name, "nonholonomic", names, wheel, wheel.start(q, v));
  const auto plan = vakonomic(system);
  check(name, "vakonomic", names, plan, plan.start(q, v, lambda));
}

const std::vector<std::string> xyz = {"x", "y", "z"};
const std::vector<std::string> disk_names = {"x", "y", "theta", "phi"};

}  // namespace

TEST_CASE("particle z' = y x', free motion too") {
  const V3 q(0, 0.5, 0), v(1, -1. / 3, 0.5);
  check_both("chart_particle", xyz, particle(), q, v, V1(0.25));
  const auto flight = hamel::free(particle());
  check("chart_particle", "free", xyz, flight, flight.start(q, v));
}

TEST_CASE("the same constraint times x") {
  check_both("chart_particle_xphi", xyz, particle_times_x(), V3(0.5, 0.5, 0), V3(1, -1. / 3, 0.5),
             V1(0.5));
}

TEST_CASE("sleigh y' = x' tan phi") {
  check_both("chart_sleigh", {"x", "y", "phi"}, sleigh(), V3(0, 0, 0.25),
             V3(1, std::tan(0.25), 0.2), V1(1. / 3));
}

TEST_CASE("nonlinear constraint y' = sqrt(1 + x'^2)") {
  check_both("chart_nonlinear", {"x", "y"}, nonlinear(), V2(0, 0), V2(0.75, 1.25), V1(1. / 3));
}

TEST_CASE("rolling disk, multipliers of the nonholonomic motion and others") {
  const V4 q(0, 0, 1. / 3, 0), v(0.9 * std::cos(1. / 3), 0.9 * std::sin(1. / 3), 0.5, 1);
  check_both("chart_rolling_disk", disk_names, disk(), q, v, V2(0, -0.9));
  const auto plan = vakonomic(disk());
  check("chart_rolling_disk_mu", "vakonomic", disk_names, plan, plan.start(q, v, V2(0.2, 1. / 7)));
}

TEST_CASE("mobile robot") {
  check_both("chart_mobile_robot", {"theta", "psi", "x", "y"}, robot(), V4(0, 0, 0, 0),
             V4(1. / 3, 1, 1, 0), V2(0, 0));
}

TEST_CASE("two-wheeled carriage with offset") {
  check_both("chart_carriage", {"x", "y", "phi", "psi1", "psi2"}, carriage(), V5(V5::Zero()),
             (V5() << -0.75, 0, 0.125, 0.5, 1).finished(), V3(0, 0, 0));
}
