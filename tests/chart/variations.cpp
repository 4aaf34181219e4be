// Admissible variations, optimal control and holonomic constraints (Gracia et al. 2003).
#include <random>

#include <doctest/doctest.h>

#include <hamel/chart/chart_problem.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/tableau.hpp>

#include "notes/admissible_variations.hpp"
#include "notes/constraint_algorithm.hpp"
#include "notes/optimal_control.hpp"
#include "systems.hpp"

using namespace hamel;
using namespace chart_test;

namespace {

using Exact = Adaptive<DormandPrince8>;

// Runs the variations along a motion; returns the largest change of the action over admissible ones
// of unit size, and checks that each keeps the constraint to first order and vanishes at the ends.
template <class P, class State>
double largest_action_change(const P& problem, const State& start, double duration) {
  const VariationProblem<P> variations(problem, start, duration, 3);
  const auto run =
      integrate(variations, variations.start(), Exact{}, {.step = duration / 20, .steps = 20});
  REQUIRE(run.status);
  const auto combinations = variations.admissible(run.states.back());
  // (3.3) is at most m conditions; fewer where C = 0.
  CHECK(combinations.cols() >= variations.choices() - problem.number_of_constraints());
  double change = 0;
  for (int j = 0; j < combinations.cols(); ++j) {
    const Eigen::VectorXd c = combinations.col(j);
    for (std::size_t k = 0; k < run.states.size(); ++k) {
      const auto [w, w_dot] = variations.variation_field(run.times[k], run.states[k], c);
      const int n = problem.dim();
      const Vector<double, P::dimension> q = run.states[k].x.data, v = run.states[k].m.head(n);
      const double e = 1e-4;  // phi(q + e w, v + e w') = O(e^2)
      const auto phi = problem.system().constraints(Vector<double, P::dimension>(q + e * w),
                                                    Vector<double, P::dimension>(v + e * w_dot));
      const auto back = problem.system().constraints(Vector<double, P::dimension>(q - e * w),
                                                     Vector<double, P::dimension>(v - e * w_dot));
      CHECK((phi - back).norm() / (2 * e) <= 1e-7);
      if (k == 0 || k + 1 == run.states.size()) CHECK(w.norm() <= 1e-10);
      if (k == 7) CHECK(w.norm() > 1e-3);
    }
    change = std::max(change, std::abs(variations.action_change(run.states.back(), c)));
  }
  return change;
}

}  // namespace

TEST_CASE(
    "a vakonomic motion is critical for every admissible variation, a nonholonomic one is not") {
  const V3 q(0, 0.5, 0), v(1, -1. / 3, 0.5);
  const auto plan = vakonomic(particle());
  CHECK(largest_action_change(plan, plan.start(q, v, V1(0.25)), 2) <= 1e-11);
  const auto wheel = nonholonomic(particle());
  CHECK(largest_action_change(wheel, wheel.start(q, v), 2) > 1e-2);
  // The rolling disk's nonholonomic motion is vakonomic.
  const auto rolling = nonholonomic(disk());
  const V4 x(0, 0, 1. / 3, 0), u(0.9 * std::cos(1. / 3), 0.9 * std::sin(1. / 3), 0.5, 1);
  CHECK(largest_action_change(rolling, rolling.start(x, u), 2) <= 1e-11);
}

TEST_CASE("nonlinear constraint of the paper: variations are lambda(t) (1, f'(a))") {
  const auto plan = vakonomic(nonlinear());
  const auto start = plan.start(V2(0, 0), V2(0.75, 1.25), V1(1. / 3));
  CHECK(largest_action_change(plan, start, 2) <= 1e-11);
  const VariationProblem variations(plan, start, 2, 3);
  const auto run = integrate(variations, variations.start(), Exact{}, {.step = 0.5, .steps = 4});
  const Eigen::VectorXd c = variations.admissible(run.states.back()).col(0);
  const auto [w, w_dot] = variations.variation_field(1, run.states[2], c);
  CHECK(w.norm() > 1e-2);
  CHECK(std::abs(w[1] - 0.75 / std::sqrt(1 + 0.75 * 0.75) * w[0]) <= 1e-12);
}

TEST_CASE("too few choices for the end conditions are refused") {
  const auto plan = vakonomic(particle());
  const auto start = plan.start(V3(0, 0.5, 0), V3(1, -1. / 3, 0.5));
  CHECK_THROWS_AS(VariationProblem(plan, start, 2., 0), DimensionError);
  CHECK_THROWS_AS(VariationProblem(plan, start, 2., 20), DimensionError);
  CHECK_THROWS_AS(VariationProblem(plan, start, -1., 3), DimensionError);
}

TEST_CASE("holonomic constraint: both dynamics coincide, whatever the multiplier") {
  // On spheres, with gravity.
  const auto l = [](const auto& q, const auto& v) {
    return 0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) - 2. * q[2];
  };
  const auto phi = [](const auto& q, const auto& v) {
    using V = std::decay_t<decltype(v)>;
    return One<V>(q[0] * v[0] + q[1] * v[1] + q[2] * v[2]);
  };
  const auto sphere = chart<3, 1>(l, phi);
  const V3 q(0.6, 0, -0.8), v(0.4, 0.7, 0.3);
  const auto wheel = nonholonomic(sphere);
  const auto plan = vakonomic(sphere);
  const RunOptions options{.step = 0.5, .steps = 6};
  const auto a = integrate(wheel, wheel.start(q, v), Exact{}, options).states.back();
  for (const double lambda : {0., 0.7, -2.}) {
    const auto b = integrate(plan, plan.start(q, v, V1(lambda)), Exact{}, options).states.back();
    CHECK((a.x.data - b.x.data).norm() <= 1e-11);
    CHECK((a.m - b.m.head(3)).norm() <= 1e-11);
  }
  CHECK(std::abs(a.x.data.norm() - 1) <= 1e-12);
  CHECK(largest_action_change(wheel, wheel.start(q, v), 1) <= 1e-11);
  // Admissible variations are tangent to the sphere (theorem 4).
  const auto start = wheel.start(q, v);
  const VariationProblem variations(wheel, start, 1, 3);
  const auto run = integrate(variations, variations.start(), Exact{}, {.step = 0.25, .steps = 4});
  const auto c = variations.admissible(run.states.back());
  for (int j = 0; j < c.cols(); ++j) {
    const auto [w, w_dot] = variations.variation_field(0.5, run.states[2], c.col(j));
    CHECK(std::abs(w.dot(run.states[2].x.data)) <= 1e-11);
  }
}

TEST_CASE("steering the disk at least cost is its vakonomic motion") {
  static constexpr double R = 0.9;
  const auto cost = [](const auto&, const auto& u) {
    return 0.5 * (0.7 * u[0] * u[0] + (R * R + 0.4) * u[1] * u[1]);
  };
  const auto steering = [](const auto& x, const auto& u) {
    using V = std::decay_t<decltype(x)>;
    return Vector<Scalar<V>, 4>(R * cos(x[2]) * u[1], R * sin(x[2]) * u[1], u[0], u[1]);
  };
  const auto problem = optimal_control<4, 2>(cost, steering);
  const V4 q(0, 0, 1. / 3, 0), v(R * std::cos(1. / 3), R * std::sin(1. / 3), 0.5, 1);
  const auto plan = vakonomic(disk());
  const auto motion = plan.start(q, v, V2(0.2, 1. / 7));
  const V4 p = plan.momentum(motion.x, v, motion.m);
  const auto start = problem.start(q, p, V2(0, 0));
  CHECK(std::abs(start.x.data[4] - 0.5) <= 1e-13);
  CHECK(std::abs(start.x.data[5] - 1) <= 1e-13);
  const auto run = integrate(problem, start, Exact{}, {.step = 0.5, .steps = 10});
  REQUIRE(run.status);
  const Reference reference("chart_rolling_disk_mu", "vakonomic", {"x", "y", "theta", "phi"});
  const auto& end = run.states.back();
  for (int i = 0; i < 4; ++i) CHECK(std::abs(end.x.data[i] - reference.q[i]) <= 1e-10);
  CHECK(std::abs(end.x.data[4] - reference.v[2]) <= 1e-10);
  CHECK(std::abs(end.x.data[5] - reference.v[3]) <= 1e-10);
  // H is conserved, and H_u = 0 is kept.
  CHECK(std::abs(problem.hamiltonian(Vector<double, 6>(end.x.data), end.m) -
                 problem.hamiltonian(Vector<double, 6>(start.x.data), start.m)) <= 1e-12);
  CHECK(
      problem.control_gradient(V4(end.x.data.head<4>()), V2(end.x.data.tail<2>()), end.m).norm() <=
      1e-12);
}

TEST_CASE("double integrator: the control is linear in time") {
  const auto problem =
      optimal_control<2, 1>([](const auto&, const auto& u) { return 0.5 * u[0] * u[0]; },
                            [](const auto& x, const auto& u) {
                              using V = std::decay_t<decltype(x)>;
                              return Vector<Scalar<V>, 2>(x[1], u[0]);
                            });
  const auto run = integrate(problem, problem.start(V2(1, 0), V2(3, 2), V1(0)), Exact{},
                             {.step = 0.25, .steps = 4});
  const auto& end = run.states.back();
  CHECK(std::abs(end.x.data[2] - (2 - 3)) <= 1e-13);
  CHECK(std::abs(end.x.data[1] - (2 - 1.5)) <= 1e-13);
  CHECK(std::abs(end.x.data[0] - (1 + 1 - 0.5)) <= 1e-13);
  const auto singular =
      optimal_control<2, 1>([](const auto& x, const auto&) { return x[0] * x[0]; },
                            [](const auto& x, const auto& u) {
                              using V = std::decay_t<decltype(x)>;
                              return Vector<Scalar<V>, 2>(x[1], u[0]);
                            });
  CHECK_THROWS_AS(singular.start(V2(1, 0), V2(3, 2), V1(0)), DegenerateMetric);
}

TEST_CASE("the constraint algorithm finds H_u = 0 of an optimal control problem") {
  // Q = (x, u), L = u^2/2 + x^2/2, x' = x u.
  const auto l = [](const auto& q, const auto&) { return 0.5 * (q[0] * q[0] + q[1] * q[1]); };
  const auto phi = [](const auto& q, const auto& v) {
    using V = std::decay_t<decltype(v)>;
    return One<V>(v[0] - q[0] * q[1]);
  };
  // H_u = p x - u = 0 at x = 2, u = 1, p = 1/2.
  const auto found = constraint_algorithm(chart<2, 1>(l, phi), V2(2, 1), V2(2, 0.3), V1(0.5));
  CHECK(found.rank == 2);
  CHECK(found.steps[0].constraints == 1);  // H_u = 0; x' = Y is part of the motion
  CHECK(found.steps[0].residual <= 1e-12);
  CHECK(found.stable_at == 2);
  CHECK_THROWS_AS(vakonomic(chart<2, 1>(l, phi)).start(V2(2, 1), V2(2, 0.3), V1(0.5)),
                  DegenerateMetric);
}
