// The Lorentz group SO(2,1): with an indefinite metric, conserving the energy bounds nothing.
//
// The metric diag(1,1,-1) is bi-invariant, d = <e1,e3> (a boost and the rotation). Every nonholonomic
// motion is a free one (Jozwikowski & Respondek 2013, Ex. 4.1): a is constant and x(t) = exp(t a) x(0).
// The vakonomic velocity keeps the same energy, but runs off along the hyperbola of that energy.
#include <cmath>
#include <numbers>

#include <hamel/group/so21.hpp>
#include <hamel/hamel.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "picture.hpp"

using namespace hamel;
using V3 = Vector<double, 3>;

int main(int argc, char** argv) {
  Lesson lesson("The Lorentz group SO(2,1): energy conserved, velocity unbounded");
  const SO21 group;
  const Matrix<double, 3> metric = V3(1, 1, -1).asDiagonal();
  Matrix<double, 3, 2> d;
  d << 1, 0, 0, 0, 0, 1;
  const auto system = mechanical(group, metric);
  const Split split(system, d);
  const auto rolling = nonholonomic(system, split);
  const auto steered = vakonomic(system, split);
  const auto unconstrained = free(system);
  const auto x = group.identity<double>();
  const V3 a(0.3, 0, 0.8), mu(0, 0.4, 0);
  // The time axis of the moving frame, a point of the hyperboloid v3^2 - v1^2 - v2^2 = 1.
  const auto axis = [&](const auto& state) { return V3(group.act(state.x, V3(0, 0, 1))); };
  const auto disc = [&](const auto& state) {
    const V3 v = axis(state);
    return Vector<double, 2>(v.head<2>() / (1 + v[2]));
  };

  std::printf("\nAgainst 22-digit references at t = 3 (third column of g):\n");
  const V3 circle(0.3210343803613686483028407, 0.7018542825536246857975861,
                  1.263195355957609257174095);
  const V3 away(0.1445587660383365501203915, 3.455577597814217124334211,
                3.600265791765102700819091);
  lesson.claim("nonholonomic", (axis(state_at(rolling, rolling.start(x, a), 3)) - circle).norm(),
               1e-11);
  lesson.claim("free, the same motion",
               (axis(state_at(unconstrained, unconstrained.start(x, a), 3)) - circle).norm(),
               1e-11);
  const auto start = steered.start(x, a, mu);
  lesson.claim("vakonomic, mu(0) = (0, 0.4, 0)", (axis(state_at(steered, start, 3)) - away).norm(),
               1e-10);

  std::printf(
      "\nThe free motion is a one-parameter group, here elliptic: a3^2 - a1^2 = 0.55 > 0:\n");
  const double period = 2 * std::numbers::pi / std::sqrt(0.55);
  lesson.claim("after a period the frame is back",
               (axis(state_at(rolling, rolling.start(x, a), period)) - V3(0, 0, 1)).norm(), 1e-11);

  std::printf(
      "\nThe vakonomic velocity is sqrt(0.55) (sinh, 0, cosh)(s), its rapidity s = s0 + mu2 t:\n");
  const double size = std::sqrt(0.55), s0 = std::asinh(a[0] / size);
  for (const double t : {2., 4., 8.}) {
    const auto state = state_at(steered, start, t);
    const V3 exact(size * std::sinh(s0 + 0.4 * t), 0, size * std::cosh(s0 + 0.4 * t));
    const V3 v = steered.velocity(state.x, state.m);
    lesson.claim("relative distance from that law", (v - exact).norm() / exact.norm(), 1e-11);
    lesson.claim("energy, relative to the terms it is the difference of",
                 std::abs(energy(steered, state) - energy(steered, start)) / v.squaredNorm(),
                 1e-12);
  }

  std::printf("\n100 000 variational steps of 0.05 on the elliptic motion:\n");
  double off = 0, moved = 0;
  const auto p0 = spatial_momentum(unconstrained, unconstrained.start(x, a));
  observe_run(unconstrained, unconstrained.start(x, a), Variational<>{},
              {.step = 0.05, .steps = 100000, .every = 100},
              [&](double, const auto& state, const RunStatus&) {
                off = std::max(off, group.residual(state.x));
                moved = std::max(moved, (spatial_momentum(unconstrained, state) - p0).norm());
              });
  lesson.claim("distance of the element from the group", off, 1e-14);
  lesson.claim("spatial momentum", moved, 1e-10);

  const auto round = motion(rolling, rolling.start(x, a), period);
  const auto runs_off = motion(steered, start, 8);
  const auto component = [&](int i) {
    return [&, i](double, const auto& s) { return std::abs(steered.velocity(s.x, s.m)[i]); };
  };
  picture(
      "so21",
      {"SO(2,1), d = <e1, e3>: the same start, a closed motion and one that runs off",
       panel("Time axis of the frame, hyperbolic plane (Poincare disc)", "g13 / (1 + g33)",
             "g23 / (1 + g33)",
             {path("nonholonomic = free", 0, round, disc),
              path("vakonomic, mu2 = 0.4", 1, runs_off, disc)},
             Panel::Frame::disc),
       {key_at("bottom right", log_panel("Vakonomic |a1| and a3", "t  (time)", "velocity  (1/time)",
                                         {over_time("|a1|", 1, runs_off, component(0)),
                                          over_time("a3", 3, runs_off, component(2))})),
        panel("Twice the energy, a1^2 - a3^2", "t  (time)", "2 E",
              {over_time("2E", 2, runs_off,
                         [&](double, const auto& s) { return 2 * energy(steered, s); })})}},
      argc, argv);
  return lesson.done();
}
