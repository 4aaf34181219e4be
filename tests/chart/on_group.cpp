// The same system as a chart and on the group: the two-wheeled carriage with offset.
#include <doctest/doctest.h>

#include <hamel/chart/chart_problem.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/system/split.hpp>

#include "carriage_on_group.hpp"
#include "systems.hpp"

using namespace hamel;
using namespace chart_test;

TEST_CASE("carriage with offset: chart and group give the same motions, multipliers included") {
  const CarriageOnGroup carried;
  const auto& [group, metric, d, x, a, q, v] = carried;
  const auto fields = CarriageOnGroup::fields;
  const auto system = carried.system();
  const Split split(system, d);
  const auto group_wheel = nonholonomic(system, split);
  const auto group_plan = vakonomic(system, split);
  const auto chart_wheel = nonholonomic(carriage());
  const auto chart_plan = vakonomic(carriage());

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
      const V5 there = carried.coordinates(s.x), here = t.x.data;
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
