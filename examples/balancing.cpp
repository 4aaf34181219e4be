// A two-wheeled inverted pendulum is balanced by its motors: SE(2) x T^3, the metric varies with the pitch.
//
// Left alone the body falls. The step at rest is linearised once, a linear-quadratic regulator follows from it, and
// the robot, leaning and turned away at first, comes back to where it should stand.
#include <cmath>
#include <cstdio>
#include <vector>

#include "balancing_robot.hpp"
#include "lesson.hpp"
#include "picture.hpp"
#include "regulator.hpp"

using namespace hamel;

int main(int argc, char** argv) {
  Lesson lesson("A two-wheeled inverted pendulum: it falls, and is balanced by its motors");
  const auto robot = balancing::robot();
  const balancing::Group group;
  const double h = 0.005;
  const auto rest =
      robot.start(group.identity<double>(), Vector<double, 6>(Vector<double, 6>::Zero()));
  const auto upright = linearise(robot, Variational<>{}, 0., h, rest, Vector<double, 2>(0, 0));
  lesson.claim("the linearised step failed", upright.status ? 0. : 1., 0.);

  using A = Eigen::Matrix<double, 9, 9>;
  using B = Eigen::Matrix<double, 9, 2>;
  A q = A::Zero();
  q.diagonal() << 20, 0, 5, 0, 0, 10, 0, 0, 1;  // place along the wheels, heading, pitch
  const Matrix<double, 2> r = Matrix<double, 2>::Identity();
  const auto gains =
      regulator(std::vector<A>(4000, upright.A), std::vector<B>(4000, upright.B), q, r);
  const auto gain = gains.front();
  A closed = upright.A - upright.B * gain;
  for (int squarings = 0; squarings < 12; ++squarings) closed = (closed * closed).eval();

  auto leaning = rest;
  leaning.x = group.from_coordinates(std::vector<double>{0.3, 0, 0.3, 0, 0, 0.2});
  const auto run = [&](bool held) {
    Trajectory<std::decay_t<decltype(rest)>> kept;
    auto state = leaning;
    Variational<>::Memory memory;
    for (int k = 0; k <= 1600; ++k) {
      kept.times.push_back(h * k);
      kept.states.push_back(state);
      Vector<double, 2> w(0, 0);
      if (held) w = -gain * deviation(group, state, rest);
      if (!Variational<>{}.step(robot, h * k, h, state, w, memory)) break;
      if (std::abs(state.x.data[6]) > 1.5) break;
    }
    return kept;
  };
  const auto falls = run(false), stands = run(true);
  std::printf("\nLeaning by 0.2, 0.3 away and turned by 0.3:\n");
  lesson.claim("seconds until it lies, left alone", falls.times.back(), 2.);
  const auto& end = stands.states.back();
  lesson.claim("pitch after 8 s with the regulator", std::abs(end.x.data[6]), 1e-3);
  lesson.claim("heading", std::abs(end.x.data[2]), 1e-2);
  lesson.claim("speed", robot.velocity(end.x, end.m).cwiseAbs().maxCoeff(), 1e-2);
  lesson.claim("growth of deviations in 20 s of the closed loop", closed.cwiseAbs().maxCoeff(),
               20.);

  const auto pitch = [](double, const auto& s) { return s.x.data[6]; };
  const auto place = [](double, const auto& s) { return s.x.data[0]; };
  picture(
      "balancing",
      {"A two-wheeled inverted pendulum",
       panel("Pitch", "t  (s)", "psi  (rad)",
             {over_time("left alone", 1, falls, pitch), over_time("balanced", 0, stands, pitch)}),
       {panel("Place of the axle", "t  (s)", "x  (m)", {over_time("balanced", 0, stands, place)})}},
      argc, argv);
  return lesson.done();
}
