// The same system as a chart and on the group: the two-wheeled carriage with offset.
#include <vector>

#include <doctest/doctest.h>

#include <hamel/chart/chart_problem.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

#include "systems.hpp"

using namespace hamel;
using namespace chart_test;
using V3 = Vector<double, 3>;
using V5 = Vector<double, 5>;

namespace {

// Columns: the left-invariant fields of SE(2) x T^2 in (x, y, phi, psi1, psi2).
Matrix<double, 5> fields(double phi) {
  Matrix<double, 5> x = Matrix<double, 5>::Identity();
  x.topLeftCorner<2, 2>() << std::cos(phi), -std::sin(phi), std::sin(phi), std::cos(phi);
  return x;
}

}  // namespace

TEST_CASE("carriage with offset: chart and group give the same motions, multipliers included") {
  const auto group = SE2Cover{} * Torus<2>{};
  Matrix<double, 5> metric = (V5() << 3, 3, 5, 0.5, 0.5).finished().asDiagonal();
  metric(1, 2) = metric(2, 1) = 2;
  Matrix<double, 5, 2> d;
  d << -0.5, -0.5, 0, 0, -0.25, 0.25, 1, 0, 0, 1;
  const auto system = mechanical(group, metric);
  const Split split(system, d);
  const auto group_wheel = nonholonomic(system, split);
  const auto group_plan = vakonomic(system, split);
  const auto chart_wheel = nonholonomic(carriage());
  const auto chart_plan = vakonomic(carriage());

  const auto x = group.from_coordinates(std::vector<double>{0.1, -0.2, 0.3, 0, 0});
  const auto numbers = [&](const auto& y) { return V5(V5::Map(group.coordinates(y).data())); };
  const V5 q = numbers(x);
  const V5 a = 0.5 * d.col(0) + d.col(1);
  const V5 v = fields(q[2]) * a;
  const V3 lambda(0.4, -0.3, 0.2);
  const V5 mu = fields(q[2]).transpose() * (chart_plan.constraint(q, v).v.transpose() * lambda);

  const RunOptions options{.step = 0.5, .steps = 8};
  const auto compare = [&](const auto& on_group, const auto& in_chart, const auto& p,
                           const auto& c) {
    const auto g = integrate(on_group, p, Adaptive<DormandPrince8>{}, options);
    const auto h = integrate(in_chart, c, Adaptive<DormandPrince8>{}, options);
    REQUIRE(g.status);
    REQUIRE(h.status);
    for (std::size_t k = 0; k < g.states.size(); ++k) {
      const auto& s = g.states[k];
      const auto& t = h.states[k];
      const V5 there = numbers(s.x), here = t.x.data;
      CHECK((there - here).norm() <= 1e-11);
      const V5 body = on_group.velocity(s.x, s.m);
      CHECK((fields(here[2]) * body - V5(t.m.template head<5>())).norm() <= 1e-11);
      // Momenta too: covectors on the body frame.
      const V5 p_chart = in_chart.momentum(t.x, V5(t.m.template head<5>()), t.m);
      CHECK((fields(here[2]).transpose() * p_chart - on_group.momentum(s.x, body, s.m)).norm() <=
            1e-11);
    }
  };
  compare(group_wheel, chart_wheel, group_wheel.start(x, a), chart_wheel.start(q, v));
  compare(group_plan, chart_plan, group_plan.start(x, a, mu), chart_plan.start(q, v, lambda));
}
