// The sleigh y' = x' tan phi: torsion is the difference of two accelerations; a chart ends, a frame does not.
//
// Guo, Wang, Chee & Mei (2005, example 2): on the base (x, phi) nonholonomic motion follows autoparallels of
// the Riemann-Cartan connection, vakonomic motion with p_y = 0 geodesics, and the torsion S^1_12 = -tan(phi)/2
// is what parts them. The coordinate x stops being one at phi = pi/2; quasi-velocities do not mind.
#include <cmath>
#include <numbers>

#include <hamel/chart/chart_problem.hpp>
#include <hamel/chart/rank_guard.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "notes/frame.hpp"
#include "notes/hamel_problem.hpp"
#include "notes/riemann_cartan.hpp"
#include "picture.hpp"

using namespace hamel;
using V1 = Vector<double, 1>;
using V2 = Vector<double, 2>;
using V3 = Vector<double, 3>;

int main(int argc, char** argv) {
  Lesson lesson("The sleigh y' = x' tan phi: straightest, shortest, and the torsion between them");
  const auto kinetic = [](const auto&, const auto& v) {
    return 0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  };
  // Coordinates (x, phi | y): the base first.
  const auto phi = [](const auto& q, const auto& v) {
    using S = typename std::decay_t<decltype(v)>::Scalar;
    return Vector<S, 1>(v[2] - v[0] * tan(q[1]));
  };
  const auto system = chart<3, 1>(kinetic, phi);
  const auto wheel = nonholonomic(system);
  const auto plan = vakonomic(system);
  const auto geometry = riemann_cartan<3, 2>(
      [](const auto& q) {
        using S = typename std::decay_t<decltype(q)>::Scalar;
        return Matrix<S, 3>(Matrix<S, 3>::Identity());
      },
      [](const auto& q) {
        using S = typename std::decay_t<decltype(q)>::Scalar;
        return Matrix<S, 1, 2>(tan(q[1]), S(0));
      });

  std::printf("\nAlong a nonholonomic motion, t = 0 .. 4:\n");
  const V3 q(0, 0.25, 0), v(1, 0.2, std::tan(0.25));
  const auto straight = motion(wheel, wheel.start(q, v), 4);
  const double p_y = v[2];
  const auto shortest = motion(plan, plan.start(q, v, V1(-p_y)), 4);
  double autoparallel = 0, geodesic = 0, predicted = 0, size = 0;
  for (const auto& s : straight.states) {
    const V2 x(s.x.data[0], s.x.data[1]), x_dot(s.m[0], s.m[1]);
    const V3 at = s.x.data, rate = s.m;
    const V1 lambda = geometry.geodesic_multipliers(x, x_dot);
    const V2 a = wheel.accelerations(at, rate, lambda).head<2>();
    const V2 b = plan.accelerations(at, rate, lambda).head<2>();
    autoparallel = std::max(autoparallel, (a - geometry.autoparallel(x, x_dot)).norm());
    geodesic = std::max(geodesic, (b - geometry.geodesic(x, x_dot)).norm());
    predicted = std::max(predicted, (a - b - geometry.torsion_difference(x, x_dot)).norm());
    size = std::max(size, (a - b).norm());
  }
  lesson.claim("its acceleration is the autoparallel's", autoparallel, 1e-12);
  lesson.claim("the vakonomic one, from the same velocity, the geodesic's", geodesic, 1e-12);
  lesson.claim("the torsion predicts their difference", predicted, 1e-12);
  lesson.differs("which is not small", size, 0.1);

  std::printf(
      "\nThe chart ends at phi = pi/2. In the frame (forward, turn, left) motion goes on:\n");
  const auto moving = frame<3>([](const auto& at) {
    using S = typename std::decay_t<decltype(at)>::Scalar;
    Matrix<S, 3> x = Matrix<S, 3>::Zero();
    x(0, 0) = cos(at[1]);
    x(2, 0) = sin(at[1]);
    x(1, 1) = S(1);
    x(0, 2) = -sin(at[1]);
    x(2, 2) = cos(at[1]);
    return x;
  });
  const auto in_frame = hamel_problem<Dynamics::nonholonomic, 2>(moving, kinetic);
  const V3 w = moving.quasi_velocities(q, v);
  decltype(in_frame)::State<double> start{{q}, w.head<2>()};
  const auto on = motion(in_frame, start, 40, 400);
  const auto in_chart = integrate(wheel, wheel.start(q, v), RankGuard<Adaptive<DormandPrince8>>{},
                                  {.step = 0.1, .steps = 400});
  const double end = (std::numbers::pi / 2 - 0.25) / 0.2;
  std::printf("  in the chart, watched by a RankGuard: %s at t = %.1f\n",
              text(in_chart.status.outcome), in_chart.status.t);
  lesson.claim("it stops within a step of phi = pi/2, where dphi/dv turns round",
               std::abs(in_chart.status.t - end), 0.1);
  lesson.claim("until t = 4 chart and frame agree",
               (on.states[40].x.data - straight.states.back().x.data).norm(), 1e-12);
  const double period = 2 * std::numbers::pi / 0.2;
  const V3 later = state_at(in_frame, start, period).x.data;
  lesson.claim("after a full turn, 31.4 time units, the circle closes",
               V2(later[0] - q[0], later[2] - q[2]).norm(), 1e-11);

  const auto plane = [](const auto& s) { return V2(s.x.data[0], s.x.data[2]); };
  picture(
      "chart_sleigh",
      {"The sleigh y' = x' tan phi",
       panel("path", "x", "y",
             {path("nonholonomic, in a frame", 0, on, plane),
              path("vakonomic, p_y = 0, in the chart", 1, shortest, plane)},
             Panel::Frame::plane),
       {panel("heading", "t", "phi",
              {over_time("", 0, straight, [](double, const auto& r) { return r.x.data[1]; }),
               over_time("", 1, shortest, [](double, const auto& r) { return r.x.data[1]; })})}},
      argc, argv);
  return lesson.done();
}
