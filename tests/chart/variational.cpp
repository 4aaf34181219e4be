// Variational integrators in coordinates: measured order, kept constraint, symplectic map, symmetry.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/chart/chart_problem.hpp>
#include <hamel/chart/chart_variational.hpp>
#include <hamel/chart/constraint_forces.hpp>
#include <hamel/integrator/integrate.hpp>

#include "systems.hpp"

using namespace hamel;
using namespace chart_test;

namespace {

// The slope of the error of (q, v) at the reference time must be the declared order.
template <class P, class State>
void check_order(const char* name, const char* dynamics, const std::vector<std::string>& names,
                 const P& problem, const State& start) {
  CAPTURE(name);
  CAPTURE(dynamics);
  const Reference reference(name, dynamics, names);
  double previous = 0;
  for (const long steps : {40, 80, 160}) {
    const auto run = integrate(problem, start, ChartVariational{},
                               {.step = reference.t / steps, .steps = steps, .every = steps});
    REQUIRE(run.status);
    CHECK(run.status.most_iterations <= 8);
    const auto& end = run.states.back();
    double error = 0;
    for (int i = 0; i < problem.dim(); ++i) {
      error = std::max(error, std::abs(end.x.data[i] - reference.q[i]));
      error = std::max(error, std::abs(end.m[i] - reference.v[i]));
    }
    CHECK(constraint_drift(problem, end) <= 1e-14);
    if (previous > 0) CHECK(std::log2(previous / error) == doctest::Approx(2).epsilon(0.05));
    previous = error;
  }
}

}  // namespace

TEST_CASE("order 2, both dynamics, constraint kept") {
  const V3 q(0, 0.5, 0), v(1, -1. / 3, 0.5);
  const auto wheel = nonholonomic(particle());
  check_order("chart_particle", "nonholonomic", {"x", "y", "z"}, wheel, wheel.start(q, v));
  const auto plan = vakonomic(particle());
  check_order("chart_particle", "vakonomic", {"x", "y", "z"}, plan, plan.start(q, v, V1(0.25)));
  const auto knife = nonholonomic(sleigh());
  const V3 edge(0, 0, 0.25), slide(1, std::tan(0.25), 0.2);
  check_order("chart_sleigh", "nonholonomic", {"x", "y", "phi"}, knife, knife.start(edge, slide));
  const auto knife_plan = vakonomic(sleigh());
  check_order("chart_sleigh", "vakonomic", {"x", "y", "phi"}, knife_plan,
              knife_plan.start(edge, slide, V1(1. / 3)));
}

TEST_CASE("order 2 with three constraints") {
  const V5 v = (V5() << -0.75, 0, 0.125, 0.5, 1).finished();
  const std::vector<std::string> names = {"x", "y", "phi", "psi1", "psi2"};
  const auto wheel = nonholonomic(carriage());
  check_order("chart_carriage", "nonholonomic", names, wheel, wheel.start(V5(V5::Zero()), v));
  const auto plan = vakonomic(carriage());
  check_order("chart_carriage", "vakonomic", names, plan,
              plan.start(V5(V5::Zero()), v, V3(0, 0, 0)));
}

TEST_CASE("a nonlinear constraint is followed exactly where motion is straight") {
  const auto wheel = nonholonomic(nonlinear());
  const auto run = integrate(wheel, wheel.start(V2(0, 0), V2(0.75, 1.25)), ChartVariational{},
                             {.step = 0.5, .steps = 4});
  REQUIRE(run.status);
  CHECK((run.states.back().x.data - V2(1.5, 2.5)).norm() <= 1e-14);
}

TEST_CASE("the discrete vakonomic map is symplectic on T*Q") {
  const auto plan = vakonomic(particle());
  using Phase = Vector<double, 6>;
  // (q, p) with p = v + lambda phi_v, phi_v = (-y, 0, 1).
  const auto map = [&](const Phase& w) {
    const double y = w[1], lambda = (w[5] - y * w[3]) / (1 + y * y);
    const V3 v(w[3] + lambda * y, w[4], w[5] - lambda);
    auto state = plan.start(V3(w.head<3>()), v, V1(lambda));
    ChartVariational::Memory memory;
    REQUIRE(ChartVariational{}.step(plan, 0., 0.3, state, memory));
    Phase next;
    next << state.x.data, plan.momentum(state.x, V3(state.m.head<3>()), state.m);
    return next;
  };
  Phase w;
  w << 0.1, 0.5, 0.2, 0.9, -0.4, 0.7;
  Matrix<double, 6> tangent, omega = Matrix<double, 6>::Zero();
  for (int i = 0; i < 6; ++i) {
    const Phase e = 1e-4 * Phase::Unit(i);
    tangent.col(i) = (8 * (map(w + e) - map(w - e)) - (map(w + 2 * e) - map(w - 2 * e))) / 12e-4;
  }
  omega.topRightCorner<3, 3>().setIdentity();
  omega.bottomLeftCorner<3, 3>() = -Matrix<double, 3>::Identity();
  CHECK((tangent.transpose() * omega * tangent - omega).norm() <= 1e-10);
}

TEST_CASE("a step forth and back returns, all three dynamics") {
  const V3 q(0, 0.5, 0), v(1, -1. / 3, 0.5);
  const auto there_and_back = [](const auto& problem, const auto& start) {
    auto state = start;
    ChartVariational::Memory memory;
    REQUIRE(ChartVariational{}.step(problem, 0., 0.2, state, memory));
    CHECK((state.x.data - start.x.data).norm() > 0.1);
    REQUIRE(ChartVariational{}.step(problem, 0., -0.2, state, memory));
    return (state.x.data - start.x.data).norm() + (state.m - start.m).norm();
  };
  const auto wheel = nonholonomic(particle());
  const auto plan = vakonomic(particle());
  const auto flight = hamel::free(particle());
  CHECK(there_and_back(wheel, wheel.start(q, v)) <= 1e-13);
  CHECK(there_and_back(plan, plan.start(q, v, V1(0.25))) <= 1e-13);
  CHECK(there_and_back(flight, flight.start(q, v)) <= 1e-13);
}

TEST_CASE("a step across lost rank fails with a status and leaves the state") {
  const auto plan = vakonomic(particle_times_x());
  const auto start = plan.start(V3(0.01, 0, 0), V3(-1, 0, 0), V1(50));
  auto state = start;
  ChartVariational::Memory memory;
  const StepStatus status = ChartVariational{}.step(plan, 0., 0.01, state, memory);
  CHECK(!status);
  CHECK(state.m == start.m);
}

namespace {

struct Spring {
  template <class V>
  typename V::Scalar operator()(const V& q, const V& v) const {
    return 0.5 * (v[0] * v[0] - q[0] * q[0]);
  }
};
struct Drag {
  template <class S>
  Vector<S, 1> operator()(const S& t, const Vector<S, 1>&, const Vector<S, 1>& v) const {
    using std::cos;
    return Vector<S, 1>(S(cos(t) - S(0.4) * v[0]));
  }
};

}  // namespace

TEST_CASE("a force that depends on the velocity, order 2") {
  // q'' + 2 c q' + q = cos t, c = 1/5: q = sin(t) / (2 c) from 0 with q' = 1 / (2 c)
  const auto driven =
      free(Chart<1, 0, Spring, NoConstraints, Drag>(1, 0, Spring{}, NoConstraints{}, Drag{}));
  const auto error = [&](long steps) {
    const auto run = integrate(driven, driven.start(V1(0.), V1(2.5)), ChartVariational{},
                               {.step = 2. / double(steps), .steps = steps, .every = steps});
    REQUIRE(run.status);
    return std::abs(run.states.back().x.data[0] - 2.5 * std::sin(2.));
  };
  CHECK(std::log2(error(40) / error(80)) == doctest::Approx(2).epsilon(0.02));
}
