// A car follows a bend: its constraint moves with the steering angle, a in D(x), on SE(2) x T^1.
//
// The rear axle does not slip, and the turning rate is tan(theta)/L times the speed: D(x) is a callable of the
// element. The inputs are the force of the engine and the torque on the steering. Everything else, the step, its
// linearisation, the regulator, is as for a constraint that is constant. SI units.
#include <cmath>
#include <cstdio>
#include <vector>

#include <hamel/dynamics/problem.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/moving_split.hpp>

#include "lesson.hpp"
#include "picture.hpp"
#include "regulator.hpp"

using namespace hamel;
using Group = decltype(SE2Cover{} * Torus<1>{});
constexpr double wheelbase = 0.8;

/// Columns: forward with the turn that the steering makes, and steering.
struct Wheels {
  template <class S>
  Matrix<S, 4, 2> operator()(const Element<Group, S>& x) const {
    using std::cos, std::sin;
    const S theta = Group{}.coordinates(x)[3];
    Matrix<S, 4, 2> d = Matrix<S, 4, 2>::Zero();
    d(0, 0) = S(wheelbase) * cos(theta);
    d(2, 0) = sin(theta);
    d(3, 1) = S(1);
    return d;
  }
};

int main(int argc, char** argv) {
  Lesson lesson(
      "A car on a bend: a constraint that moves with the steering, and a regulator on its "
      "linearisation");
  const Group group;
  const double m = 1.2, b = 0.3, J = 0.3, steering = 0.05, h = 0.02;
  Matrix<double, 4> metric = Matrix<double, 4>::Zero();
  metric.diagonal() << m, m, J + m * b * b + steering, steering;
  metric(1, 2) = metric(2, 1) = m * b;
  metric(2, 3) = metric(3, 2) = steering;
  Matrix<double, 4, 2> inputs = Matrix<double, 4, 2>::Zero();
  inputs(0, 0) = inputs(3, 1) = 1;
  const auto system = mechanical(group, metric);
  const auto x = group.from_coordinates(std::vector<double>{0, 0, 0, 0.2});
  const auto car = nonholonomic(with_inputs(system, inputs), MovingSplit(system, Wheels{}, x));

  const auto driven = [](double t) {
    return Vector<double, 2>(0.2 * std::cos(t), 0.03 * std::cos(1.5 * t));
  };
  const auto start = car.start(x, Vector<double, 4>(Wheels{}(x)*Vector<double, 2>(1.2, -0.2)));
  const Tracking path_to_follow(car, start, driven, h, 300);
  lesson.claim("steps of the path that failed", path_to_follow.good() ? 0. : 1., 0.);

  auto pushed = start;
  pushed.x = group.from_coordinates(std::vector<double>{-0.1, 0.15, 0.15, 0.1});
  using Weights = decltype(path_to_follow)::Weights;
  Weights q = Weights::Zero();
  q.diagonal() << 10, 10, 5, 1, 0.5, 0.5;
  const Matrix<double, 2> r = Matrix<double, 2>::Identity();
  const auto open = path_to_follow.follow(pushed, q, r, false);
  const auto held = path_to_follow.follow(pushed, q, r, true);
  const auto& reference = path_to_follow.reference();
  std::printf("\nPushed off by %.2f m, turned by 0.15 and steered wrong by 0.1; after 6 s:\n",
              apart(pushed, start));
  lesson.differs("distance from the path with its inputs alone",
                 apart(open.states.back(), reference.back()), 0.3);
  lesson.claim("distance with the regulator", apart(held.states.back(), reference.back()), 2e-2);
  lesson.claim("heading off with the regulator",
               std::abs(held.states.back().x.data[2] - reference.back().x.data[2]), 2e-2);
  double slip = 0;
  for (const auto& s : held.states) {
    const auto a = car.velocity(s.x, s.m);
    slip = std::max(
        slip, std::abs(wheelbase * a[2] * std::cos(s.x.data[4]) - a[0] * std::sin(s.x.data[4])));
  }
  lesson.claim("slip of the wheels on the way", slip, 1e-13);

  lesson.claim("seconds until it stays within 0.02 m of the path",
               path_to_follow.back_after(held, 0.02), 6);
  lesson.claim("largest force (N) or torque (N m); of the path 0.2", held.largest_input, 1);

  Trajectory<std::decay_t<decltype(start)>> runs[3];
  runs[0].states = reference;
  runs[1].states = open.states;
  runs[2].states = held.states;
  const auto plane = [](const auto& s) { return Vector<double, 2>(s.x.data.head(2)); };
  picture("track_car",
          {"A car is pushed off its path",
           panel("Paths of the rear axle (ring: start, disc: end)", "x  (m)", "y  (m)",
                 {path("to follow", 0, runs[0], plane), path("its inputs alone", 1, runs[1], plane),
                  path("with the regulator", 2, runs[2], plane)},
                 Panel::Frame::plane),
           {}},
          argc, argv);
  return lesson.done();
}
