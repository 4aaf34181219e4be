// The Chaplygin sleigh: energy is conserved, and yet all motions end alike.
//
// A blade a distance l behind the centre of mass, SE(2), d = <e1, e3>, I = J + m l^2:
//   v' = l w^2,   I w' = -m l v w.
// The sleigh turns its spin into forward speed, v = V tanh(k t + c) with V^2 = 2E/m, k = l m V/I. No smooth
// measure survives this (Kozlov 1988); the total turn, pi sqrt(I/(m l^2)), does not depend on the energy.
#include <cmath>
#include <numbers>

#include <hamel/check/answers.hpp>
#include <hamel/hamel.hpp>
#include <hamel/integrator/energy_midpoint.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "picture.hpp"

using namespace hamel;
using V3 = Vector<double, 3>;

int main(int argc, char** argv) {
  Lesson lesson("The Chaplygin sleigh: conservative and asymptotically stable");
  const double m = 1, J = 0.5, l = 0.4, I = J + m * l * l;
  Matrix<double, 3> metric;
  metric << m, 0, 0, 0, m, m * l, 0, m * l, I;
  Matrix<double, 3, 2> d;
  d << 1, 0, 0, 0, 0, 1;
  const auto system = mechanical(SE2Cover{}, metric);
  const Split split(system, d);
  const auto sleigh = nonholonomic(system, split);
  const auto steered = vakonomic(system, split);
  const auto unconstrained = free(system);
  const auto x = SE2Cover{}.identity<double>();
  const V3 a(0.3, 0, 1.1), mu(0, 0.2, 0);
  const auto start = sleigh.start(x, a);
  const auto where = [](const auto& state) { return V3(coordinates(SE2Cover{}, state)); };
  const auto velocity = [&](const auto& state) { return V3(sleigh.velocity(state.x, state.m)); };

  std::printf("\nAgainst 22-digit references at t = 5:\n");
  lesson.claim(
      "nonholonomic",
      (where(state_at(sleigh, start, 5)) -
       V3(-0.7531330794639586576103174, 3.326652371233302065283312, 2.364716619955876479860886))
          .norm(),
      1e-11);
  lesson.claim(
      "vakonomic, mu(0) = (0, 0.2, 0)",
      (where(state_at(steered, steered.start(x, a, mu), 5)) -
       V3(1.171546014258909126053281, 1.891076948658839923433809, 4.623670057366160803291592))
          .norm(),
      1e-11);
  lesson.claim("free",
               (where(state_at(unconstrained, unconstrained.start(x, a), 5)) -
                V3(1.616532090283495999989032, 2.482216130228156762492768, 5.5))
                   .norm(),
               1e-11);

  std::printf("\nThe closed form v = V tanh(k t + c), w = W / cosh(k t + c):\n");
  const double e0 = energy(sleigh, start), V = std::sqrt(2 * e0 / m), W = std::sqrt(2 * e0 / I);
  const double k = l * m * V / I, c = std::atanh(a[0] / V);
  double off = 0;
  const auto history = motion(sleigh, start, 12, 400);
  for (std::size_t i = 0; i < history.times.size(); ++i) {
    const double s = k * history.times[i] + c;
    off = std::max(
        off, (velocity(history.states[i]) - V3(V * std::tanh(s), 0, W / std::cosh(s))).norm());
  }
  lesson.claim("velocity over t = 0 .. 12", off, 1e-11);
  const double before = SE2Cover{}.heading(state_at(sleigh, start, -60).x);
  const double after = SE2Cover{}.heading(state_at(sleigh, start, 60).x);
  lesson.claim("total turn from t = -60 to 60, minus pi sqrt(I/(m l^2))",
               std::abs(after - before - std::numbers::pi * std::sqrt(I / (m * l * l))), 1e-9);

  std::printf("\nExactly: no invariant measure.\n");
  StructureConstants<Rational> se2(3);
  se2.set(2, 0, 1, 1);   // [e3,e1] = e2
  se2.set(2, 1, 0, -1);  // [e3,e2] = -e1
  DynamicMatrix<Rational> exact_metric = DynamicMatrix<Rational>::Constant(3, 3, 0), plane(3, 2);
  exact_metric(0, 0) = exact_metric(1, 1) = 1;
  exact_metric(1, 2) = exact_metric(2, 1) = Rational(2) / 5;
  exact_metric(2, 2) = Rational(33) / 50;
  plane << 1, 0, 0, 0, 0, 1;
  const auto measure =
      check_condition("invariant_measure", AlgebraicSystem<Rational>{se2, exact_metric, plane});
  std::printf("  %s\n", measure.reason.c_str());
  lesson.claim("the verdict is exact and negative",
               !(measure.exact && measure.answer == Answer::fails), 0);

  std::printf(
      "\nThe variational energy error does not oscillate here: it is left behind by the turn,\n"
      "of second order in the step; the midpoint rule has none:\n");
  const auto settled = [&](auto method, double h) {
    const auto run = integrate(sleigh, start, method,
                               {.step = h, .steps = std::lround(200 / h), .every = 1000000});
    return std::abs(energy(sleigh, run.states.back()) / e0 - 1);
  };
  const double coarse = settled(Variational<>{}, 0.1), fine = settled(Variational<>{}, 0.05);
  lesson.differs("variational, t = 200, step 0.1", coarse, 1e-6);
  lesson.claim("slope minus 2", std::abs(std::log2(coarse / fine) - 2), 0.1);
  lesson.claim("energy midpoint, t = 200, step 0.1", settled(EnergyMidpoint{}, 0.1), 1e-12);

  const auto past = motion(sleigh, start, -8, 200);
  const auto future = motion(sleigh, start, 8, 200);
  const auto steered_run = motion(steered, steered.start(x, a, mu), 8, 200);
  const auto component = [&](int i) {
    return [&, i](double, const auto& s) { return velocity(s)[i]; };
  };
  picture("chaplygin_sleigh",
          {"The Chaplygin sleigh: backwards, one turn, forwards for ever",
           panel("Path of the blade (ring: t = 0)", "x  (length)", "y  (length)",
                 {path("nonholonomic, t > 0", 0, future, where),
                  path("nonholonomic, t < 0", 5, past, where),
                  path("vakonomic, mu2 = 0.2", 1, steered_run, where)},
                 Panel::Frame::plane),
           {panel("Forward speed v = V tanh(k t + c)", "t  (time)", "v  (length/time)",
                  {over_time("t > 0", 0, future, component(0)),
                   over_time("t < 0", 5, past, component(0))}),
            panel("Turning rate w = W / cosh(k t + c)", "t  (time)", "w  (rad/time)",
                  {over_time("t > 0", 0, future, component(2)),
                   over_time("t < 0", 5, past, component(2))})}},
          argc, argv);
  return lesson.done();
}
