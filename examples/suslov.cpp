// Suslov's problem: a rigid body that may not spin about a body axis.
//
// The constraint a3 = 0 is the same for a wheel that cannot slip (nonholonomic) and for a satellite
// steered along shortest paths with two of its three axes driven (vakonomic). The motions differ.
#include <cmath>

#include <hamel/hamel.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "picture.hpp"

using namespace hamel;
using V3 = Vector<double, 3>;

int main(int argc, char** argv) {
  Lesson lesson("Suslov's problem on SO(3): one constraint, three motions");
  Matrix<double, 3> inertia;
  inertia << 2, 0, 0.5, 0, 3, 0.7, 0.5, 0.7, 4;
  Matrix<double, 3, 2> d;
  d << 1, 0, 0, 1, 0, 0;
  const auto system = mechanical(SO3{}, inertia);
  const Split split(system, d);
  const auto x = SO3{}.identity<double>();
  const V3 a(0.8, -0.3, 0), mu(0, 0, 0.25);

  const auto wheel = nonholonomic(system, split);
  const auto satellite = vakonomic(system, split);
  const auto body = free(system);
  const auto from = [](const auto& problem, const auto& start, auto method, double h, long steps) {
    return integrate(problem, start, method, {.step = h, .steps = steps, .every = steps});
  };
  const Adaptive<DormandPrince8> exact{};
  const auto end = [&](const auto& problem, const auto& start) {
    const auto state = from(problem, start, exact, 0.5, 10).states.back();
    return V3(problem.velocity(state.x, state.m));
  };

  std::printf("\nAgainst 22-digit references at t = 5:\n");
  const V3 nonholonomic_a(0.8372174772427585863618883, 0.22221145454914636113635, 0);
  const V3 vakonomic_a(0.7375735948220419206571739, 0.3924157593006770293112242, 0);
  const V3 free_a(0.815479730241019933439779, 0.3135845108609705036284033,
                  -0.0804247290433885338979308);
  lesson.claim("nonholonomic velocity", (end(wheel, wheel.start(x, a)) - nonholonomic_a).norm(),
               1e-10);
  lesson.claim("vakonomic velocity, mu(0) = (0,0,1/4)",
               (end(satellite, satellite.start(x, a, mu)) - vakonomic_a).norm(), 1e-10);
  lesson.claim("free velocity", (end(body, body.start(x, a)) - free_a).norm(), 1e-10);
  lesson.differs("wheel and satellite part: distance of the velocities",
                 (nonholonomic_a - vakonomic_a).norm(), 0.1);

  std::printf("\nThe variational integrator has order 2 (error of a, halving the step):\n");
  double previous = 0;
  for (const long n : {25, 50, 100, 200}) {
    const auto state = from(wheel, wheel.start(x, a), Variational<>{}, 5. / n, n).states.back();
    const double error = (wheel.velocity(state.x, state.m) - nonholonomic_a).cwiseAbs().maxCoeff();
    if (previous > 0) {
      lesson.claim("slope minus 2", std::abs(std::log2(previous / error) - 2), 0.1);
    }
    previous = error;
  }

  std::printf("\nOver 100 000 steps of 0.05 it keeps what the motion keeps:\n");
  const auto start = wheel.start(x, a);
  double energy_drift = 0, off = 0, off_group = 0;
  Curve errors;
  observe_run(wheel, start, Variational<>{}, {.step = 0.05, .steps = 100000, .every = 10},
              [&](double t, const auto& state, const RunStatus&) {
                if (t < 100) {
                  errors.x.push_back(t);
                  errors.y.push_back(energy(wheel, state) / energy(wheel, start) - 1);
                }
                energy_drift = std::max(energy_drift,
                                        std::abs(energy(wheel, state) / energy(wheel, start) - 1));
                off = std::max(off, constraint_residual(wheel, state));
                off_group = std::max(off_group, SO3{}.residual(state.x));
              });
  lesson.claim("energy, relative: bounded", energy_drift, 1e-3);
  lesson.claim("distance of a from d", off, 1e-15);
  lesson.claim("distance of the attitude from SO(3)", off_group, 1e-15);

  const auto axis = [](const auto& state) { return SO3{}.act(state.x, V3(0, 0, 1)); };
  const auto rate = [](const auto& problem) {
    return [&problem](double, const auto& s) { return problem.velocity(s.x, s.m)[1]; };
  };
  const auto rolls = motion(wheel, start, 12);
  const auto turns = motion(body, body.start(x, a), 12);
  const auto steers = motion(satellite, satellite.start(x, a, mu), 12);
  picture("suslov",
          {"Suslov's problem: the body axis that may not spin, in three motions",
           panel("Body axis 3 on the unit sphere (ring: start, disc: t = 12)", "1", "2",
                 {path("nonholonomic", 0, rolls, axis),
                  path("vakonomic, mu3 = 1/4", 1, steers, axis), path("free", 2, turns, axis)},
                 Panel::Frame::sphere),
           {panel("Angular velocity about axis 2", "t  (time)", "a2  (rad/time)",
                  {over_time("nonholonomic", 0, rolls, rate(wheel)),
                   over_time("vakonomic", 1, steers, rate(satellite)),
                   over_time("free", 2, turns, rate(body))}),
            panel("Relative energy error, nonholonomic, step 0.05", "t  (time)", "E(t)/E(0) - 1",
                  {errors})}},
          argc, argv);
  return lesson.done();
}
