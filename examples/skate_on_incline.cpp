// A skate on an inclined plane: it does not slide down, it drifts across the slope, on a cycloid.
//
// SE(2), metric diag(m, m, J), U = m g s y, no sliding sideways. The nonholonomic skate spins with
// constant w, so v' = -g s sin(w t) and everything is explicit. The vakonomic skate and a skate without
// a blade go down the slope. Experiments with real wheels agree with the nonholonomic motion
// (Lewis & Murray 1995).
#include <cmath>

#include <hamel/hamel.hpp>
#include <hamel/integrator/energy_midpoint.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "picture.hpp"

using namespace hamel;
using V3 = Vector<double, 3>;

constexpr double m = 1.3, J = 0.7, g = 9.81, s = 0.25;

/// U = m g s y.
struct Slope {
  template <class S>
  S operator()(const Element<SE2Cover, S>& at) const {
    return S(m * g * s) * at.data[1];
  }
};

int main(int argc, char** argv) {
  Lesson lesson("A skate on an incline: rolling without falling");
  Matrix<double, 3, 2> d;
  d << 1, 0, 0, 0, 0, 1;
  const auto system = mechanical(SE2Cover{}, Matrix<double, 3>(V3(m, m, J).asDiagonal()), Slope{});
  const Split split(system, d);
  const auto skate = nonholonomic(system, split);
  const auto steered = vakonomic(system, split);
  const auto sliding = free(system);
  const auto x = SE2Cover{}.identity<double>();
  const V3 a(0.2, 0, 1.5);
  const auto start = skate.start(x, a);
  const auto where = [](const auto& state) { return V3(coordinates(SE2Cover{}, state)); };

  // With c = g s/w: v = v0 - c + c cos(w t), then x' = v cos(w t), y' = v sin(w t).
  const double w = a[2], c = g * s / w, rest = a[0] - c;
  const auto law = [&](double t) {
    const double turn = w * t;
    return V3(rest * std::sin(turn) / w + c * (t / 2 + std::sin(2 * turn) / (4 * w)),
              rest * (1 - std::cos(turn)) / w + c * (1 - std::cos(2 * turn)) / (4 * w), turn);
  };
  std::printf("\nThe nonholonomic motion against its closed form:\n");
  const V3 reference(3.39109137312185388854424, 0.004446037140912727803804548, 6.);
  lesson.claim("closed form at t = 4 minus the 22-digit reference", (law(4) - reference).norm(),
               1e-13);
  for (const double t : {4., 40., 400.}) {
    lesson.claim("computed minus closed form, t = 4, 40, 400",
                 (where(state_at(skate, start, t)) - law(t)).norm(), 1e-10);
  }

  std::printf("\nIt never leaves a strip, and crosses the slope at the speed g s/(2 w) = %.3f:\n",
              c / 2);
  double highest = 0, lowest = 0;
  const auto run = motion(skate, start, 400, 20000);
  for (const auto& state : run.states) {
    highest = std::max(highest, state.x.data[1]);
    lowest = std::min(lowest, state.x.data[1]);
  }
  std::printf("  height between %.3f and %.3f\n", lowest, highest);
  lesson.claim("width of the strip", highest - lowest, 2.1 * (c - a[0]) / w);
  lesson.claim("mean speed minus g s/(2 w)", std::abs(run.states.back().x.data[0] / 400 - c / 2),
               1e-2);

  std::printf(
      "\nVakonomic from the same start, mu = 0: it falls, and keeps its momentum along x:\n");
  const auto falling = motion(steered, steered.start(x, a), 6, 300);
  const auto last = falling.states.back();
  lesson.differs("height lost by t = 6", -last.x.data[1], 5.);
  lesson.claim("momentum along x, minus its value at the start",
               std::abs(spatial_momentum(steered, last)[0] - m * a[0]), 1e-10);

  std::printf("\nEnergy over 20 000 steps of 0.05, relative to m g s c/w:\n");
  const double unit = m * g * s * c / w;
  const auto error = [&](auto method) {
    double worst = 0;
    observe_run(skate, start, method, {.step = 0.05, .steps = 20000, .every = 10},
                [&](double, const auto& state, const RunStatus&) {
                  worst =
                      std::max(worst, std::abs(energy(skate, state) - energy(skate, start)) / unit);
                });
    return worst;
  };
  lesson.claim("variational: bounded, the motion is its own mirror image", error(Variational<>{}),
               5e-3);
  lesson.claim("midpoint with discrete gradient", error(EnergyMidpoint{}), 1e-11);

  const auto rolling = motion(skate, start, 13, 600);
  const auto height = [](double, const auto& state) { return state.x.data[1]; };
  picture("skate_on_incline",
          {"A spinning skate on a slope (down is -y): only the ideal blade does not fall",
           panel("Path of the blade (ring: start, disc: end)", "x  (m)", "y  (m)",
                 {path("nonholonomic, 13 s", 0, rolling, where),
                  path("vakonomic, mu = 0, 4 s", 1, motion(steered, steered.start(x, a), 4), where),
                  path("free, 2 s", 2, motion(sliding, sliding.start(x, a), 2), where)},
                 Panel::Frame::plane),
           {panel("Height, nonholonomic", "t  (s)", "y  (m)",
                  {over_time("nonholonomic", 0, rolling, height)}),
            panel("Height, vakonomic", "t  (s)", "y  (m)",
                  {over_time("vakonomic", 1, falling, height)})}},
          argc, argv);
  return lesson.done();
}
