// A differential drive follows an eight: a regulator on the linearised steps of the carriage on SE(2) x T^2.
//
// The state is (x, y, phi, theta1, theta2) and the two momenta of the wheels, the inputs are the torques of the two
// motors, in SI units. The carriage is pushed off its path; with the torques of the path alone it stays beside it, with
// the gains of a linear-quadratic regulator it returns. The derivatives are those of the step itself, so the regulator
// knows the machine that it holds, not an approximation of it.
#include <cmath>
#include <cstdio>
#include <vector>

#include <hamel/dynamics/problem.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

#include "lesson.hpp"
#include "picture.hpp"
#include "regulator.hpp"

using namespace hamel;

int main(int argc, char** argv) {
  Lesson lesson(
      "A differential drive on an eight: torques of the path, and a regulator beside them");
  const double m = 1.8, J = 0.6, I = 0.11, R = 0.35, w = 0.5, h = 0.02;
  const auto group = SE2Cover{} * Torus<2>{};
  Matrix<double, 5> metric = Vector<double, 5>(m, m, J, I, I).asDiagonal();
  Matrix<double, 5, 2> d, motors = Matrix<double, 5, 2>::Zero();
  d << R / 2, R / 2, 0, 0, R / (2 * w), -R / (2 * w), 1, 0, 0, 1;
  motors(3, 0) = motors(4, 1) = 1;
  const auto system = mechanical(group, metric);
  const auto drive = nonholonomic(with_inputs(system, motors), Split(system, d));

  // Turning one way and then the other, with a little drive to have something to hold.
  const auto torques = [](double t) {
    const double turn = 0.22 * std::cos(0.5 * M_PI * t);
    return Vector<double, 2>(0.02 + turn, 0.02 - turn);
  };
  const auto start =
      drive.start(group.identity<double>(), Vector<double, 5>(d * Vector<double, 2>(2., 2.)));
  const Tracking path_to_follow(drive, start, torques, h, 400);
  lesson.claim("steps of the path that failed", path_to_follow.good() ? 0. : 1., 0.);

  auto pushed = start;
  pushed.x = group.from_coordinates(std::vector<double>{-0.2, 0.25, 0.4, 0, 0});
  pushed.m[0] += 0.2;
  using Weights = decltype(path_to_follow)::Weights;
  Weights q = Weights::Zero();
  q.diagonal() << 10, 10, 5, 0, 0, 1, 1;
  const Matrix<double, 2> r = 3 * Matrix<double, 2>::Identity();
  const auto open = path_to_follow.follow(pushed, q, r, false);
  const auto held = path_to_follow.follow(pushed, q, r, true);

  const auto& reference = path_to_follow.reference();
  const double before = apart(pushed, start);
  std::printf("\nPushed off by %.2f m and turned by 0.4, with one wheel too fast; after 8 s:\n",
              before);
  lesson.differs("distance from the path with its torques alone",
                 apart(open.states.back(), reference.back()), before);
  lesson.claim("distance with the regulator", apart(held.states.back(), reference.back()), 1e-2);
  lesson.claim("heading off with the regulator",
               std::abs(held.states.back().x.data[2] - reference.back().x.data[2]), 1e-2);

  lesson.claim("seconds until it stays within 0.02 m of the path",
               path_to_follow.back_after(held, 0.02), 6);
  lesson.claim("largest torque (N m); of the path 0.24", held.largest_input, 1.5);

  Trajectory<std::decay_t<decltype(start)>> runs[3];
  runs[0].states = reference;
  runs[1].states = open.states;
  runs[2].states = held.states;
  const auto plane = [](const auto& s) { return Vector<double, 2>(s.x.data.head(2)); };
  picture(
      "track_drive",
      {"A differential drive is pushed off its path",
       panel("Paths (ring: start, disc: end)", "x  (m)", "y  (m)",
             {path("to follow", 0, runs[0], plane), path("its torques alone", 1, runs[1], plane),
              path("with the regulator", 2, runs[2], plane)},
             Panel::Frame::plane),
       {}},
      argc, argv);
  return lesson.done();
}
