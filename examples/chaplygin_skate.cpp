// The Chaplygin skate: a blade under the centre of mass, whose circles no multiplier explains.
//
// SE(2), metric diag(m, m, J), no sliding sideways: d = <e1, e3>. Condition (3.11) of Jozwikowski &
// Respondek (2013) holds on the basis vectors of d, and their remark 4.8 concludes that the skate's
// motions are vakonomic. Polarised the condition fails, and so does the conclusion: Fernandez & Bloch
// (2008) are right. On a circle v and w are constant; a vakonomic momentum p = (m v, p2, J w) turns as
//   p1' = w p2,  p2' = -w p1,  p3' = -v p2,
// so v' = 0 asks for p2 = 0, and p2' = 0 for v w = 0: only straight lines and spins on the spot are both.
#include <cmath>

#include <hamel/check/answers.hpp>
#include <hamel/hamel.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "picture.hpp"

using namespace hamel;
using V3 = Vector<double, 3>;

int main(int argc, char** argv) {
  Lesson lesson(
      "The Chaplygin skate on SE(2): a condition true on basis vectors, a conclusion false");
  const double m = 1.3, J = 0.7;
  Matrix<double, 3, 2> d;
  d << 1, 0, 0, 0, 0, 1;
  const auto system = mechanical(SE2Cover{}, Matrix<double, 3>(V3(m, m, J).asDiagonal()));
  const Split split(system, d);

  std::printf("\nDecided over the rationals, with a certificate:\n");
  StructureConstants<Rational> se2(3);
  se2.set(2, 0, 1, 1);   // [e3,e1] = e2
  se2.set(2, 1, 0, -1);  // [e3,e2] = -e1
  DynamicMatrix<Rational> metric = DynamicMatrix<Rational>::Constant(3, 3, 0), plane(3, 2);
  metric(0, 0) = metric(1, 1) = Rational(13) / 10;
  metric(2, 2) = Rational(7) / 10;
  plane << 1, 0, 0, 0, 0, 1;
  const Splitting<Rational> exact(AlgebraicSystem<Rational>{se2, metric, plane});
  const Verdict condition = check_condition("eq_3_11", exact.system()), q1 = check_q1(exact);
  std::printf("  (3.11): %s; %s\n", text(condition.answer), condition.reason.c_str());
  std::printf("  every nonholonomic motion vakonomic: %s; %s\n", text(q1.answer),
              q1.reason.c_str());
  lesson.claim("both verdicts are exact and negative",
               !(condition.exact && q1.exact && condition.answer == Answer::fails &&
                 q1.answer == Answer::fails),
               0);

  const auto skate = nonholonomic(system, split);
  const auto steered = vakonomic(system, split);
  const auto sliding = free(system);
  const auto x = SE2Cover{}.identity<double>();
  const V3 a(0.9, 0, 0.5), mu(0, 1. / 3, 0);
  const auto where = [](const auto& state) { return V3(coordinates(SE2Cover{}, state)); };

  std::printf("\nThree motions from one start, t = 5, against 22-digit references:\n");
  const V3 circle(1.077249859387121689293338, 3.242058507984480686700305, 2.5);
  lesson.claim("nonholonomic", (where(state_at(skate, skate.start(x, a), 5)) - circle).norm(),
               1e-11);
  lesson.claim(
      "vakonomic, mu(0) = (0,1/3,0)",
      (where(state_at(steered, steered.start(x, a, mu), 5)) -
       V3(3.212045616432175425608321, 0.8365645501279716366344103, 3.489546617421059323901399))
          .norm(),
      1e-11);
  lesson.claim("free: the centre of mass goes straight on",
               (where(state_at(sliding, sliding.start(x, a), 5)) - V3(4.5, 0, 2.5)).norm(), 1e-11);
  lesson.claim("the nonholonomic path is a circle of radius v/w",
               std::abs((circle.head<2>() - V3(0, 1.8, 0).head<2>()).norm() - 1.8), 1e-14);

  std::printf("\nThe exceptions: one motion for all three dynamics, mu = 0:\n");
  for (const V3& b : {V3(0.9, 0, 0), V3(0, 0, 0.5)}) {
    const V3 end = where(state_at(skate, skate.start(x, b), 5));
    lesson.claim(b[0] != 0 ? "straight line" : "spin on the spot",
                 (end - where(state_at(steered, steered.start(x, b), 5))).norm() +
                     (end - where(state_at(sliding, sliding.start(x, b), 5))).norm(),
                 1e-11);
  }

  std::printf(
      "\nThe vakonomic skate is a pendulum: its momentum in the plane is a constant vector P,\n"
      "so v = P cos(phi - phi0)/m, and J w^2/2 + P^2 cos^2(phi - phi0)/(2m) is constant:\n");
  const double P = std::hypot(m * a[0], mu[1]), phi0 = std::atan2(mu[1], m * a[0]);
  const auto steered_run = motion(steered, steered.start(x, a, mu), 12, 300);
  double off = 0;
  for (const auto& state : steered_run.states) {
    const V3 v = steered.velocity(state.x, state.m);
    const double angle = state.x.data[2] - phi0;
    const double pendulum = J * v[2] * v[2] / 2 + std::pow(P * std::cos(angle), 2) / (2 * m);
    off = std::max({off, std::abs(v[0] - P * std::cos(angle) / m), std::abs(pendulum - 0.614)});
  }
  lesson.claim("distance from these laws over t = 0 .. 12", off, 1e-11);

  const auto skate_run = motion(skate, skate.start(x, a), 12, 300);
  const auto turn = [&](const auto& problem, int i) {
    return [&problem, i](double, const auto& s) { return problem.velocity(s.x, s.m)[i]; };
  };
  picture("chaplygin_skate",
          {"The Chaplygin skate: one start, three motions",
           panel("Path of the blade (ring: start, disc: end)", "x  (length)", "y  (length)",
                 {path("nonholonomic, t < 12", 0, skate_run, where),
                  path("vakonomic, t < 12", 1, steered_run, where),
                  path("free, t < 5", 2, motion(sliding, sliding.start(x, a), 5), where)},
                 Panel::Frame::plane),
           {panel("Forward speed v", "t  (time)", "v  (length/time)",
                  {over_time("nonholonomic", 0, skate_run, turn(skate, 0)),
                   over_time("vakonomic", 1, steered_run, turn(steered, 0))}),
            panel("Turning rate w", "t  (time)", "w  (rad/time)",
                  {over_time("nonholonomic", 0, skate_run, turn(skate, 2)),
                   over_time("vakonomic", 1, steered_run, turn(steered, 2))})}},
          argc, argv);
  return lesson.done();
}
