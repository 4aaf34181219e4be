// A particle with z' = y x': shortest is not straightest, and a constraint has many faces.
//
// L = 1/2 (x'^2 + y'^2 + z'^2). In the base (x,y) nonholonomic motion is an autoparallel of a connection
// with torsion, vakonomic motion with p_z = 0 a geodesic of the metric (1 + y^2) dx^2 + dy^2 (Guo et al.
// 2005, example 1). Writing the constraint as x (z' - y x') = 0 changes the multiplier and not the motion
// (Martinez, Cortes & de Leon 2000, example VIII.6), until x = 0, where it is no constraint at all.
#include <cmath>

#include <hamel/chart/chart_problem.hpp>
#include <hamel/chart/constraint_forces.hpp>
#include <hamel/chart/rank_guard.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "picture.hpp"

using namespace hamel;
using V1 = Vector<double, 1>;
using V3 = Vector<double, 3>;

int main(int argc, char** argv) {
  Lesson lesson("A particle with z' = y x': nonholonomic, vakonomic, and two ways to say the same");
  const auto kinetic = [](const auto&, const auto& v) {
    return 0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  };
  const auto phi = [](const auto& q, const auto& v) {
    using S = typename std::decay_t<decltype(v)>::Scalar;
    return Vector<S, 1>(v[2] - q[1] * v[0]);
  };
  const auto x_phi = [phi](const auto& q, const auto& v) { return (q[0] * phi(q, v)).eval(); };
  const auto system = chart<3, 1>(kinetic, phi);
  const auto wheel = nonholonomic(system);
  const auto plan = vakonomic(system);
  const auto same_plan = vakonomic(chart<3, 1>(kinetic, x_phi));

  const V3 q(0.5, 0.5, 0), v(1, -1. / 3, 0.5);
  const auto straight = motion(wheel, wheel.start(q, v), 4);
  const auto shortest = motion(plan, plan.start(q, v, V1(-v[2])), 4);  // p_z = z' + lambda = 0
  const auto other = motion(plan, plan.start(q, v, V1(0.25)), 4);
  const auto again = motion(same_plan, same_plan.start(q, v, V1(0.25 / q[0])), 4);

  std::printf("\nNonholonomic: y' and x' sqrt(1 + y^2) are constant.\n");
  double off = 0, p_z = 0, clairaut = 0, drift = 0, apart = 0, multiplier = 0;
  const auto speed = [](const auto& s) { return s.m[0] * std::hypot(1, s.x.data[1]); };
  const auto p_x = [](const auto& s) { return s.m[0] * (1 + s.x.data[1] * s.x.data[1]); };
  for (std::size_t k = 0; k < straight.states.size(); ++k) {
    const auto& a = straight.states[k];
    const auto& b = shortest.states[k];
    const auto& c = other.states[k];
    const auto& d = again.states[k];
    off = std::max({off, std::abs(a.m[1] - v[1]), std::abs(speed(a) - speed(straight.states[0]))});
    p_z = std::max(p_z, std::abs(b.m[2] + b.m[3]));
    clairaut = std::max(clairaut, std::abs(p_x(b) - p_x(shortest.states[0])));
    drift = std::max({drift, constraint_drift(wheel, a), constraint_drift(plan, b)});
    apart = std::max(apart, (c.x.data - d.x.data).norm());
    multiplier = std::max(multiplier, std::abs(c.m[3] - d.x.data[0] * d.m[3]));
  }
  lesson.claim("both quantities, over t = 0 .. 4", off, 1e-12);
  std::printf("\nVakonomic with p_z = 0: a geodesic, so x' (1 + y^2) is constant (Clairaut).\n");
  lesson.claim("p_z = z' + lambda stays 0", p_z, 1e-12);
  lesson.claim("x' (1 + y^2)", clairaut, 1e-12);
  lesson.claim("drift from the constraint, nothing projected", drift, 1e-13);
  lesson.differs("distance of the two motions at the end",
                 (straight.states.back().x.data - shortest.states.back().x.data).norm(), 0.5);

  std::printf("\nThe constraint x (z' - y x') = 0 with multiplier lambda / x:\n");
  lesson.claim("the motion is the same", apart, 1e-11);
  lesson.claim("the multipliers are related by x", multiplier, 1e-11);

  std::printf("\nRunning towards x = 0, where that constraint says nothing:\n");
  const auto towards = nonholonomic(chart<3, 1>(kinetic, x_phi));
  const auto start = towards.start(V3(0.5, 0, 0), V3(-1, 0, 0));
  const RankGuard<Adaptive<DormandPrince8>> guard{};
  const auto run = integrate(towards, start, guard, {.step = 0.03, .steps = 100});
  std::printf("  the run ends at t = %.2f: %s\n", run.status.t, text(run.status.outcome));
  lesson.claim("where, to compare with t = 1/2",
               std::abs(rank_loss(guard, towards, run.states.back(), run.status.t, 0.03) - 0.5),
               1e-9);

  const auto plane = [](const auto& s) { return Vector<double, 2>(s.x.data[0], s.x.data[1]); };
  picture("chart_particle",
          {"A particle with z' = y x'",
           panel("base", "x", "y",
                 {path("nonholonomic (straightest)", 0, straight, plane),
                  path("vakonomic, p_z = 0 (shortest)", 1, shortest, plane),
                  path("vakonomic, another multiplier", 2, other, plane)},
                 Panel::Frame::plane),
           {panel("height", "t", "z",
                  {over_time("", 0, straight, [](double, const auto& s) { return s.x.data[2]; }),
                   over_time("", 1, shortest, [](double, const auto& s) { return s.x.data[2]; }),
                   over_time("", 2, other, [](double, const auto& s) { return s.x.data[2]; })})}},
          argc, argv);
  return lesson.done();
}
