// The mobile robot: planning a path and rolling along it are one problem, for one choice of multipliers.
//
// Coordinates (theta, psi, x, y), constraints x' = R cos(theta) psi', y' = R sin(theta) psi': one of the systems
// s_a' = -A_a(r1) r2' of Crampin & Mestdag (2010, section 7.1). Their invariant measure density
// N = (I2 + sum m A_a^2)^{-1/2} decides: constant N means that nonholonomic motion is vakonomic with zero total
// momentum. Here sum A_a^2 = R^2 whatever theta, so it is; for a knife edge it would not be.
#include <cmath>

#include <hamel/chart/chart_problem.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "notes/consistency.hpp"
#include "notes/frame.hpp"
#include "notes/hamel_problem.hpp"
#include "notes/invariant_measure.hpp"
#include "picture.hpp"

using namespace hamel;
using V2 = Vector<double, 2>;
using V4 = Vector<double, 4>;

int main(int argc, char** argv) {
  Lesson lesson("The mobile robot: when is the planned path the rolled one?");
  constexpr double J = 3, Jw = 0.5, m = 2;  // R = 1
  const auto robot = simple_chaplygin<2>(J, 3 * Jw, V2(m, m), [](const auto& theta) {
    using S = std::decay_t<decltype(theta)>;
    return Vector<S, 2>(-cos(theta), -sin(theta));
  });
  const auto system = chart<4, 2>(robot.lagrangian(), robot.constraints());
  const auto wheel = nonholonomic(system);
  const auto plan = vakonomic(system);
  const V4 q(0, 0, 0, 0), v(1. / 3, 1, 1, 0);

  std::printf("\nThe density N(theta) and what it decides:\n");
  double varies = 0;
  for (double theta = 0; theta < 6; theta += 0.5) {
    varies = std::max(varies, std::abs(robot.density(theta) - robot.density(0.)));
  }
  lesson.claim("N is constant", varies, 1e-15);
  const auto in_frame =
      hamel_problem<Dynamics::nonholonomic, 2>(frame<4>(robot.fields()), robot.lagrangian());
  const auto section = zero_momentum_section(in_frame);
  const decltype(in_frame)::State<double> state{{V4(0.4, 0.1, 0.3, -0.2)}, V2(0.7, -0.9)};
  const auto defect =
      consistency<decltype(in_frame), decltype(section), double>(in_frame, section, state);
  lesson.claim("so the zero-momentum section is consistent",
               defect.weak.norm() + defect.strong.norm(), 1e-13);
  lesson.claim(
      "the measure 1/N d(theta,psi,x,y,theta',psi') is preserved",
      std::abs(measure_defect(
          in_frame, [&](const auto& at, const auto&) { return 1. / robot.density(at[0]); }, state)),
      1e-13);
  const auto knife = simple_chaplygin<1>(1, 1, Vector<double, 1>(1), [](const auto& angle) {
    return Vector<std::decay_t<decltype(angle)>, 1>(-tan(angle));
  });
  lesson.differs("for a knife edge y' = x' tan(phi), N varies by",
                 std::abs(knife.density(0.) - knife.density(1.)), 0.1);

  std::printf(
      "\nMultipliers with zero total momentum, lambda = -(p_x, p_y), against lambda = 0:\n");
  const auto real = motion(wheel, wheel.start(q, v), 4);
  const auto consistent = motion(plan, plan.start(q, v, V2(-m * v[2], -m * v[3])), 4);
  const auto other = motion(plan, plan.start(q, v, V2(0, 0)), 4);
  double apart = 0, circle = 0;
  for (std::size_t k = 0; k < real.states.size(); ++k) {
    apart = std::max(apart, (real.states[k].x.data - consistent.states[k].x.data).norm());
    const auto& x = real.states[k].x.data;
    circle = std::max(circle, std::abs(std::hypot(x[2], x[3] - 3) - 3));
  }
  lesson.claim("zero momentum: the planned motion is the rolled one", apart, 1e-12);
  lesson.claim("both are the circle of radius psi'/theta' = 3", circle, 1e-12);
  lesson.differs("lambda = 0: another motion, distance at the end",
                 (real.states.back().x.data - other.states.back().x.data).norm(), 1);

  const auto plane = [](const auto& s) { return V2(s.x.data[2], s.x.data[3]); };
  const auto spin = [](double, const auto& s) { return s.m[1]; };
  picture(
      "chart_mobile_robot",
      {"The mobile robot",
       panel("path", "x", "y",
             {path("rolled = planned with zero momentum", 0, real, plane),
              path("planned with lambda = 0", 1, other, plane)},
             Panel::Frame::plane),
       {panel("spin", "t", "psi'", {over_time("", 0, real, spin), over_time("", 1, other, spin)})}},
      argc, argv);
  return lesson.done();
}
