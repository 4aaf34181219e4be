// The two-wheeled carriage: where its centre of mass sits decides whether rolling is a variational problem.
//
// Crampin & Mestdag (2010, section 7.2): a Chaplygin system with symmetry group SE(2). With the centre of
// mass on the axle (l = 0) the wheels turn at constant rates, nonholonomic and vakonomic dynamics are
// consistent and the motion is an Euler-Lagrange motion of L - p_a w^a. With l = 1 they are not.
#include <cmath>

#include <Eigen/LU>

#include <hamel/chart/chart_problem.hpp>
#include <hamel/chart/constraint_forces.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "notes/consistency.hpp"
#include "notes/frame.hpp"
#include "notes/hamel_problem.hpp"
#include "picture.hpp"

using namespace hamel;
using V2 = Vector<double, 2>;
using V3 = Vector<double, 3>;
using V5 = Vector<double, 5>;

namespace {

// q = (x, y, phi, psi1, psi2); m = 3, m0 = 2, J = 5, J2 = 1/2, R = 1, c = 2.
auto lagrangian(double l) {
  return [l](const auto& q, const auto& v) {
    return 1.5 * (v[0] * v[0] + v[1] * v[1]) + 2.5 * (v[2] * v[2]) +
           2 * l * (v[2] * (v[1] * cos(q[2]) - v[0] * sin(q[2]))) +
           0.25 * (v[3] * v[3] + v[4] * v[4]);
  };
}
const auto rolling = [](const auto& q, const auto& v) {
  using S = typename std::decay_t<decltype(v)>::Scalar;
  const S forward = v[0] * cos(q[2]) + v[1] * sin(q[2]);
  return Vector<S, 3>(v[0] * sin(q[2]) - v[1] * cos(q[2]), forward + 2 * v[2] + v[3],
                      forward - 2 * v[2] + v[4]);
};
// The wheels' velocities lifted into d, then the generators of SE(2).
const auto fields = [](const auto& q) {
  using S = typename std::decay_t<decltype(q)>::Scalar;
  Matrix<S, 5> x = Matrix<S, 5>::Zero();
  for (int i = 0; i < 2; ++i) {
    x(0, i) = -0.5 * cos(q[2]);
    x(1, i) = -0.5 * sin(q[2]);
    x(2, i) = S(i == 0 ? -0.25 : 0.25);
    x(3 + i, i) = S(1);
  }
  x(0, 2) = x(1, 3) = x(2, 4) = S(1);
  x(0, 4) = -q[1];
  x(1, 4) = q[0];
  return x;
};

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("The two-wheeled carriage: where does its centre of mass sit?");
  const V5 q = V5::Zero();
  V5 v;
  v << -0.75, 0, 0.125, 0.5, 1;
  Figure figure{"The two-wheeled carriage, centre of mass on the axle and off it",
                panel("path, l = 1", "x", "y", {}, Panel::Frame::plane),
                {panel("wheel velocities, l = 1", "t", "", {})}};
  const auto plane = [](const auto& s) { return V2(s.x.data[0], s.x.data[1]); };

  for (const double l : {0., 1.}) {
    std::printf("\nDistance of the centre of mass from the axle l = %.0f:\n", l);
    const auto system = chart<5, 3>(lagrangian(l), rolling);
    const auto wheel = nonholonomic(system);
    const auto plan = vakonomic(system);
    const auto in_frame = hamel_problem<Dynamics::nonholonomic, 2>(frame<5>(fields), lagrangian(l));
    const auto section = zero_momentum_section(in_frame);
    using State = decltype(in_frame)::State<double>;
    const State start{{q}, V2(0.5, 1)};
    const auto defect =
        consistency<decltype(in_frame), decltype(section), double>(in_frame, section, start);
    // Multipliers of the chart's constraints with zero total momentum: lambda phi_v E_a = -p_a.
    const Matrix<double, 5> x = fields(q);
    const auto phi = wheel.constraint(q, v);
    const Matrix<double, 3> pairing = (phi.v * x.rightCols<3>()).transpose();
    const V5 p = lagrangian_jet(lagrangian(l), q, v).v;
    const V3 lambda = pairing.partialPivLu().solve(V3(-x.rightCols<3>().transpose() * p));

    const auto real = motion(wheel, wheel.start(q, v), 8);
    const auto shortest = motion(plan, plan.start(q, v, lambda), 8);
    const auto hamel_end = state_at(in_frame, start, 8);
    const double apart = (real.states.back().x.data - shortest.states.back().x.data).norm();
    lesson.claim("Hamel's equations in the frame give the same rolling",
                 (hamel_end.x.data - real.states.back().x.data).norm(), 1e-11);
    lesson.claim("reaction on the motion: its power",
                 std::abs(reaction(wheel, real.states.back()).dot(real.states.back().m)), 1e-13);
    if (l == 0) {
      const auto variational = hamel::free(chart<5>(variational_lagrangian(in_frame, section)));
      lesson.claim("consistency defect of the zero-momentum section",
                   defect.weak.norm() + defect.strong.norm(), 1e-12);
      lesson.claim("vakonomic with zero momentum is the rolling", apart, 1e-11);
      lesson.claim("the wheels turn at constant rates",
                   (real.states.back().m.tail<2>() - v.tail<2>()).norm(), 1e-12);
      lesson.claim(
          "an unconstrained motion of L - p_a w^a is the rolling",
          (state_at(variational, variational.start(q, v), 8).x.data - real.states.back().x.data)
              .norm(),
          1e-10);
    } else {
      lesson.differs("consistency defect of the zero-momentum section", defect.weak.norm(), 1e-2);
      lesson.differs("vakonomic with zero momentum leaves the rolling", apart, 0.05);
      figure.main.curves = {path("nonholonomic", 0, real, plane),
                            path("vakonomic, zero momentum", 1, shortest, plane)};
      figure.main.key = true;
      for (const int i : {3, 4}) {
        const auto rate = [i](double, const auto& s) { return s.m[i]; };
        figure.side[0].curves.push_back(over_time("", 0, real, rate));
        figure.side[0].curves.push_back(over_time("", 1, shortest, rate));
      }
    }
  }
  picture("chart_carriage", figure, argc, argv);
  return lesson.done();
}
