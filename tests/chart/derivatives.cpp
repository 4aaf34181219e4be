// Steps in coordinates are differentiated as those on groups: against differences, and against the same motion on a group.
#include <algorithm>

#include <doctest/doctest.h>

#include <hamel/chart/chart_problem.hpp>
#include <hamel/chart/chart_variational.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/linearise.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/step_derivative.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

#include "carriage_on_group.hpp"
#include "differences.hpp"
#include "systems.hpp"

using namespace hamel;
using namespace chart_test;

namespace {

constexpr double h = 0.05;

/// End and multiplier of a step, q, m and mu in one vector.
template <class P, class M, class St>
Eigen::VectorXd end_of(const P& problem, const M& method, double step, St state) {
  typename M::Memory memory{};
  REQUIRE(method.step(problem, 0.3, step, state, memory));
  Eigen::VectorXd all(2 * problem.dim() + problem.state_dim());
  all << state.x.data, state.m, multiplier(problem, 0.3 + step, state);
  return all;
}

/// Differences of order 6. What a step takes of m along its constraint alone is differentiated along the constraint: its
/// extension beyond is smooth too.
template <class P, class M, class St>
void check(const P& problem, const M& method, const St& start) {
  const auto line = linearise(problem, method, 0.3, h, start);
  const auto rows = multiplier_rows(problem, 0.3 + h, line);
  const auto slope = step_derivative(problem, method, 0.3, h, start);
  REQUIRE(line.status);
  REQUIRE(slope.status);
  CHECK((line.A - slope.by_state).cwiseAbs().maxCoeff() < 1e-12);
  CHECK((rows.C - slope.multiplier_by_state).cwiseAbs().maxCoeff() < 1e-11);
  const int n = problem.dim(), w = problem.state_dim();
  for (int j = 0; j <= n + w; ++j) {
    CAPTURE(j);
    const Eigen::VectorXd difference = systems::difference([&](double by) {
      auto near = start;
      double step = h;
      (j < n ? near.x.data[j] : j < n + w ? near.m[j - n] : step) += by;
      return end_of(problem, method, step, near);
    });
    Eigen::VectorXd exact(2 * n + w);
    if (j < n + w)
      exact << slope.by_state.col(j), slope.multiplier_by_state.col(j);
    else
      exact << slope.by_step, slope.multiplier_by_step;
    CHECK((difference - exact).cwiseAbs().maxCoeff() < 1e-9 * (1 + exact.cwiseAbs().maxCoeff()));
  }
}

struct Well {
  template <class V>
  typename V::Scalar operator()(const V& q, const V& v) const {
    return 0.5 * (v[0] * v[0] + v[1] * v[1]) - cos(q[0]) * q[1] * q[1];
  }
};
struct Damping {
  template <class S>
  Vector<S, 2> operator()(const S& t, const Vector<S, 2>& q, const Vector<S, 2>& v) const {
    using std::cos;
    return Vector<S, 2>(S(cos(t) - S(0.4) * v[0]), S(q[0] * v[1] * v[1]));
  }
};

}  // namespace

TEST_CASE("the derivative of a step in coordinates agrees with differences of order 6") {
  const V3 q(0.2, 0.5, -0.1), v(1, -1. / 3, 0.5);
  const auto wheel = nonholonomic(particle());
  const auto plan = vakonomic(particle());
  const auto flight = hamel::free(particle());
  check(wheel, ChartVariational{}, wheel.start(q, v));
  check(plan, ChartVariational{}, plan.start(q, v, V1(0.25)));
  check(flight, ChartVariational{}, flight.start(q, v));
  check(wheel, Composition<TripleJump4, ChartVariational>{}, wheel.start(q, v));
  check(plan, RungeKutta<Classical4>{}, plan.start(q, v, V1(0.25)));
  const auto nonlinear_wheel = nonholonomic(nonlinear());
  check(nonlinear_wheel, ChartVariational{}, nonlinear_wheel.start(V2(0, 0), V2(0.75, 1.25)));
  const auto driven = hamel::free(
      Chart<2, 0, Well, NoConstraints, Damping>(2, 0, Well{}, NoConstraints{}, Damping{}));
  check(driven, ChartVariational{}, driven.start(V2(0.4, 0.7), V2(-0.3, 0.5)));
}

TEST_CASE("with unit masses a chart's step and that on R^n are one map") {
  const auto well = []<class S>(const Element<Euclidean<2>, S>& x) {
    using std::cos;
    return S(cos(x.data[0]) * x.data[1] * x.data[1]);
  };
  const auto on_group = hamel::free(
      mechanical(Euclidean<2>{}, Matrix<double, 2>(Matrix<double, 2>::Identity()), well));
  const auto in_chart = hamel::free(chart<2>(Well{}));
  const V2 q(0.4, 0.7), v(-0.3, 0.5);
  const auto there = step_derivative(on_group, Variational<>{}, 0., h,
                                     on_group.start(Element<Euclidean<2>, double>{q}, v));
  const auto here = step_derivative(in_chart, ChartVariational{}, 0., h, in_chart.start(q, v));
  REQUIRE(there.status);
  REQUIRE(here.status);
  // The chart carries v for the trapezoid's momentum, so both are p.
  CHECK((there.by_state - here.by_state).cwiseAbs().maxCoeff() < 1e-13);
  CHECK((there.by_step - here.by_step).cwiseAbs().maxCoeff() < 1e-13);
}

TEST_CASE("the carriage: the derivative of a step as a chart and on SE(2) x T^2") {
  const CarriageOnGroup carried;
  const auto& [group, metric, d, x, a, q, v] = carried;
  const auto fields = CarriageOnGroup::fields;
  const auto system = carried.system();
  const auto on_group = nonholonomic(system, Split(system, d));
  const auto in_chart = nonholonomic(carriage());
  const double step = 1e-3;  // two discretisations differ by its third power
  const auto there = linearise(on_group, Variational<>{}, 0., step, on_group.start(x, a));
  const auto here = linearise(in_chart, ChartVariational{}, 0., step, in_chart.start(q, v));
  REQUIRE(there.status);
  REQUIRE(here.status);
  // q' = X(q) e, v = X(q) a, m = D^T M a
  const V5 q_end = carried.coordinates(there.end.x);
  const Matrix<double, 2> on_d = d.transpose() * metric * d;
  const Matrix<double, 5, 2> by_m = fields(q[2]) * (d * on_d.inverse());
  const Matrix<double, 5> turn = fields(q_end[2]);
  for (int j = 0; j < 7; ++j) {
    CAPTURE(j);
    Vector<double, 10> start = Vector<double, 10>::Zero();
    if (j < 5) {
      start.head<5>() = fields(q[2]).col(j);
      start.segment<2>(5) = start[2] * V2(-v[1], v[0]);  // X(q) a turns with phi
    } else {
      start.tail<5>() = by_m.col(j - 5);
    }
    const Vector<double, 10> end = here.A * start;
    CHECK((turn * there.A.col(j).head<5>() - end.head<5>()).cwiseAbs().maxCoeff() < 1e-8);
  }
}
