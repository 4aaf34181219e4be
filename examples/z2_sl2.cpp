// sl(2) with a Z2-grading and the metric diag(1,2,3): a grading alone is not enough.
//
// [e1,e2] = -e3, [e2,e3] = e1, [e3,e1] = e2, d = <e1, e2>. The brackets fit, [d,d] in d_perp, [d,d_perp] in d,
// and the nonholonomic velocity is constant. But the metric is not bi-invariant, S(e1,e2,e3) != 0, and the
// answer is no: these motions are not vakonomic. With diag(1,1,k) it is yes. Reduced vakonomic and free
// motions run along intersections of the hyperboloid p1^2 + p2^2 - p3^2 = const with the energy surface.
#include <algorithm>
#include <cmath>

#include <hamel/check/answers.hpp>
#include <hamel/group/algebra_group.hpp>
#include <hamel/hamel.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "picture.hpp"

using namespace hamel;
using V3 = Vector<double, 3>;

int main(int argc, char** argv) {
  Lesson lesson("sl(2), Z2-graded: the metric has to fit as well");
  StructureConstants<Rational> sl2(3);
  sl2.set(0, 1, 2, -1);
  sl2.set(1, 2, 0, 1);
  sl2.set(2, 0, 1, 1);
  const AlgebraGroup<3> group(sl2);
  const Matrix<double, 3> metric = V3(1, 2, 3).asDiagonal();
  Matrix<double, 3, 2> d;
  d << 1, 0, 0, 1, 0, 0;
  const auto system = mechanical(group, metric);
  const Split split(system, d);
  const auto rolling = nonholonomic(system, split);
  const auto steered = vakonomic(system, split);
  const auto unconstrained = free(system);
  const auto x = group.identity<double>();
  const V3 a(0.5, -1. / 3, 0), mu(0, 0, 0.2);
  const auto velocity = [](const auto& problem, const auto& state) {
    return V3(problem.velocity(state.x, state.m));
  };

  std::printf("\nIs every nonholonomic motion vakonomic? Over the rationals:\n");
  DynamicMatrix<Rational> span = DynamicMatrix<Rational>::Constant(3, 2, 0);
  span(0, 0) = span(1, 1) = 1;
  for (const auto& [second, third] : {std::pair(2, 3), std::pair(1, 3), std::pair(1, -1)}) {
    DynamicMatrix<Rational> g = DynamicMatrix<Rational>::Constant(3, 3, 0);
    g(0, 0) = 1, g(1, 1) = second, g(2, 2) = third;
    const Verdict q1 = check_q1(Splitting<Rational>(AlgebraicSystem<Rational>{sl2, g, span}));
    std::printf("  diag(1,%d,%d): %s; %s\n", second, third, text(q1.answer), q1.reason.c_str());
    const Answer expected = second == 2 ? Answer::fails : Answer::holds;
    lesson.claim("exact, and as stated above", !(q1.exact && q1.answer == expected), 0);
  }

  std::printf("\nAgainst 22-digit references at t = 4:\n");
  lesson.claim("nonholonomic: a is constant",
               (velocity(rolling, state_at(rolling, rolling.start(x, a), 4)) - a).norm(), 1e-13);
  const auto start = steered.start(x, a, mu);
  lesson.claim("vakonomic, mu(0) = (0, 0, 1/5)",
               (velocity(steered, state_at(steered, start, 4)) -
                V3(-0.2826612383197941094601257, -0.4429022728400379186463133, 0))
                   .norm(),
               1e-12);
  lesson.claim(
      "free",
      (velocity(unconstrained, state_at(unconstrained, unconstrained.start(x, a), 4)) -
       V3(-0.2521636190376159831782305, -0.4309019781860509639103555, 0.1114789992880130088757438))
          .norm(),
      1e-12);

  std::printf(
      "\nEnergy and the Casimir p1^2 + p2^2 - p3^2 over 100 000 variational steps of 0.05:\n");
  const auto casimir = [](const V3& p) { return p[0] * p[0] + p[1] * p[1] - p[2] * p[2]; };
  double moved = 0, drift = 0;
  observe_run(steered, start, Variational<>{}, {.step = 0.05, .steps = 100000, .every = 10},
              [&](double, const auto& state, const RunStatus&) {
                moved = std::max(moved, std::abs(casimir(state.m) - casimir(start.m)));
                drift =
                    std::max(drift, std::abs(energy(steered, state) / energy(steered, start) - 1));
              });
  lesson.claim("vakonomic Casimir", moved, 1e-11);
  lesson.claim("vakonomic energy, relative: bounded", drift, 1e-3);

  // One momentum start for all: p = M a + mu; the free motion starts with the same momentum.
  const auto momentum_plane = [](const auto& state) {
    return Vector<double, 2>(state.m[1], state.m[2]);
  };
  const auto vakonomic_from = [&](double mu3) {
    return motion(steered, steered.start(x, a, V3(0, 0, mu3)), 25, 600);
  };
  const auto free_run = motion(unconstrained, unconstrained.start(x, a), 25, 600);
  const auto run = vakonomic_from(0.2);
  const auto component = [&](const auto& problem, int i) {
    return [&problem, &velocity, i](double, const auto& s) { return velocity(problem, s)[i]; };
  };
  const auto rolling_run = motion(rolling, rolling.start(x, a), 25, 2);
  picture("z2_sl2",
          {"sl(2), metric diag(1,2,3), d = <e1, e2>: momenta run along level curves, rolling stays",
           panel("Momentum (ring: start, disc: t = 25)", "p2", "p3",
                 {path("vakonomic, mu3 = 1/5", 1, run, momentum_plane),
                  path("vakonomic, mu3 = 2/5", 4, vakonomic_from(0.4), momentum_plane),
                  path("vakonomic, mu3 = 0", 3, vakonomic_from(0), momentum_plane),
                  path("free", 2, free_run, momentum_plane)}),
           {panel("a1: nonholonomic, vakonomic, free", "t  (time)", "a1  (1/time)",
                  {over_time("nonholonomic", 0, rolling_run, component(rolling, 0)),
                   over_time("vakonomic", 1, run, component(steered, 0)),
                   over_time("free", 2, free_run, component(unconstrained, 0))}),
            panel("a2: nonholonomic, vakonomic, free", "t  (time)", "a2  (1/time)",
                  {over_time("nonholonomic", 0, rolling_run, component(rolling, 1)),
                   over_time("vakonomic", 1, run, component(steered, 1)),
                   over_time("free", 2, free_run, component(unconstrained, 1))})}},
          argc, argv);
  return lesson.done();
}
