// The vertical rolling disk: the right multipliers make the shortest rolling the real one.
//
// Martinez, Cortes & de Leon (2000, example VII.4). The vakonomic motions carry two multipliers; with
// (lambda, mu)(0) = (0, -R phi') they are the nonholonomic motion, with others they are not. As the optimal
// control problem "steer at least energy" the same motions appear a third time (Gracia et al. 2003,
// section 6), and a fourth as Hamiltonian motion of H2 on the final constraint manifold M2.
#include <cmath>

#include <hamel/chart/chart_problem.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "notes/constraint_algorithm.hpp"
#include "notes/optimal_control.hpp"
#include "notes/vakonomic_hamiltonian.hpp"
#include "picture.hpp"

using namespace hamel;
using V2 = Vector<double, 2>;
using V4 = Vector<double, 4>;

constexpr double R = 0.9, I1 = 0.7, I2 = 0.4;  // radius, inertias; unit mass

int main(int argc, char** argv) {
  Lesson lesson(
      "The vertical rolling disk: which multipliers make shortest and real rolling agree?");
  const auto hamiltonian = vakonomic_hamiltonian<4, 2>(
      [](const auto& q) {
        using S = typename std::decay_t<decltype(q)>::Scalar;
        return Matrix<S, 4>(Vector<S, 4>(S(1), S(1), S(I1), S(I2)).asDiagonal());
      },
      [](const auto& q) { return 0. * q[0]; },
      [](const auto& q) {
        using S = typename std::decay_t<decltype(q)>::Scalar;
        Matrix<S, 2, 4> mu;
        mu << sin(q[2]), -cos(q[2]), S(0), S(0), cos(q[2]), sin(q[2]), S(0), S(-R);
        return mu;
      });
  const auto system = hamiltonian.chart();
  const auto rolling = nonholonomic(system);
  const auto steered = vakonomic(system);
  const V4 q(0, 0, 1. / 3, 0), v(R * std::cos(1. / 3), R * std::sin(1. / 3), 0.5, 1);

  std::printf("\nThe constraint algorithm at the start:\n");
  const auto found = constraint_algorithm(system, q, v, V2(0.2, 1. / 7));
  std::printf("  rank of omega %d of %d; step 1 adds %d constraints, step 2 adds %d: P_f = P_%d\n",
              found.rank, found.phase_space, found.steps[0].constraints, found.steps[1].constraints,
              found.stable_at);
  lesson.claim("it stabilises at P_2", std::abs(found.stable_at - 2), 0);
  const auto w = hamiltonian.legendre(q, v, V2(0.2, 1. / 7));
  const auto classes = classify(hamiltonian.dirac().matrix(hamiltonian.embed(w)));
  lesson.claim("first-class constraints among the four on T*P", classes.first_class, 0);

  std::printf("\nMultipliers (0, -R phi') against (1/5, 1/7), t = 0 .. 5:\n");
  const auto real = motion(rolling, rolling.start(q, v), 5);
  const auto same = motion(steered, steered.start(q, v, V2(0, -R)), 5);
  const auto other = motion(steered, steered.start(q, v, V2(0.2, 1. / 7)), 5);
  double apart = 0, constant = 0;
  for (std::size_t k = 0; k < real.states.size(); ++k) {
    apart = std::max(apart, (real.states[k].x.data - same.states[k].x.data).norm());
    // lambda = A sin - B cos, mu = A cos + B sin - R phi': the printed solution, A and B constant.
    const auto& s = other.states[k];
    const double c = std::cos(s.x.data[2]), n = std::sin(s.x.data[2]);
    const V2 rest(s.m[4] * n + (s.m[5] + R * s.m[3]) * c, -s.m[4] * c + (s.m[5] + R * s.m[3]) * n);
    static const V2 first = rest;
    constant = std::max(constant, (rest - first).norm());
  }
  lesson.claim("the first choice is the real rolling", apart, 1e-11);
  lesson.differs("the second leaves it: distance at the end",
                 (real.states.back().x.data - other.states.back().x.data).norm(), 1);
  lesson.claim("its multipliers are the closed form with constants A, B", constant, 1e-11);

  std::printf("\nThe second motion again, as optimal control of turn and spin, and through H2:\n");
  const auto control = optimal_control<4, 2>(
      [](const auto&, const auto& u) {
        return 0.5 * (I1 * (u[0] * u[0]) + (R * R + I2) * (u[1] * u[1]));
      },
      [](const auto& x, const auto& u) {
        using S = typename std::decay_t<decltype(x)>::Scalar;
        return Vector<S, 4>(R * cos(x[2]) * u[1], R * sin(x[2]) * u[1], u[0], u[1]);
      });
  const auto driven = state_at(control, control.start(q, V4(w.tail<4>()), V2(0, 0)), 5);
  lesson.claim("optimal control reaches the same point",
               (V4(driven.x.data.head<4>()) - V4(other.states.back().x.data)).norm(), 1e-11);
  const auto& end = other.states.back();
  const auto w_end = hamiltonian.legendre(V4(end.x.data), V4(end.m.head<4>()), V2(end.m.tail<2>()));
  lesson.claim("H2 is conserved", std::abs(hamiltonian.h2(w_end) - hamiltonian.h2(w)), 1e-12);

  const auto plane = [](const auto& s) { return V2(s.x.data[0], s.x.data[1]); };
  picture("chart_rolling_disk",
          {"The vertical rolling disk",
           panel("path of the contact point", "x", "y",
                 {path("nonholonomic = vakonomic with (0, -R)", 0, real, plane),
                  path("vakonomic with (1/5, 1/7)", 1, other, plane)},
                 Panel::Frame::plane),
           {panel("multipliers", "t", "",
                  {over_time("lambda", 1, other, [](double, const auto& s) { return s.m[4]; }),
                   over_time("mu", 2, other, [](double, const auto& s) { return s.m[5]; })})}},
          argc, argv);
  return lesson.done();
}
