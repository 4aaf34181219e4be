// The nonlinear constraint y' = sqrt(1 + x'^2): variations that exist to first order only, energy that flows.
//
// Gracia, Marin-Solano & Munoz-Lecanda (2003, section 3.1). Without forces both dynamics are straight lines.
// Such a line has no variation that keeps the constraint, and yet many that keep it to first order,
// lambda(t) (1, f'(a)): enough to make it critical. With gravity the dynamics part, and because the constraint
// is not homogeneous in the velocities the nonholonomic reaction does work.
#include <cmath>

#include <hamel/chart/chart_problem.hpp>
#include <hamel/chart/constraint_forces.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "notes/admissible_variations.hpp"
#include "picture.hpp"

using namespace hamel;
using V1 = Vector<double, 1>;
using V2 = Vector<double, 2>;

int main(int argc, char** argv) {
  Lesson lesson("y' = sqrt(1 + x'^2): a nonlinear constraint");
  const auto kinetic = [](const auto&, const auto& v) { return 0.5 * (v[0] * v[0] + v[1] * v[1]); };
  const auto root = [](const auto&, const auto& v) {
    using S = typename std::decay_t<decltype(v)>::Scalar;
    return Vector<S, 1>(v[1] - sqrt(1. + v[0] * v[0]));
  };
  const V2 q(0, 0), v(0.75, 1.25);

  std::printf("\nWithout forces, t = 0 .. 2:\n");
  const auto plan = vakonomic(chart<2, 1>(kinetic, root));
  const auto start = plan.start(q, v, V1(1. / 3));
  lesson.claim("a straight line", (state_at(plan, start, 2).x.data - V2(1.5, 2.5)).norm(), 1e-13);
  const VariationProblem variations(plan, start, 2, 3);
  const auto run = motion(variations, variations.start(), 2, 20);
  const auto& end = run.states.back();
  const auto admissible = variations.admissible(end);
  std::printf("  %d of %d sines are admissible variations to first order\n",
              static_cast<int>(admissible.cols()), variations.choices());
  double shape = 0, change = 0, kept = 1;
  for (int j = 0; j < admissible.cols(); ++j) {
    const auto [w, w_dot] =
        variations.variation_field(run.times[7], run.states[7], admissible.col(j));
    shape = std::max(shape, std::abs(w[1] - 0.6 * w[0]));  // f'(3/4) = 3/5
    change = std::max(change, std::abs(variations.action_change(end, admissible.col(j))));
    // The constraint along q + e w is off by e^2 f''/2 w'^2, which has one sign: no exact variation.
    const double e = 1e-3;
    const double off = plan.system().constraints(q, V2(v + e * w_dot))[0];
    kept = std::min(kept, -off / (e * e * w_dot[0] * w_dot[0]));
  }
  lesson.claim("they are lambda(t) (1, f'(a))", shape, 1e-13);
  lesson.claim("none of them changes the action", change, 1e-13);
  lesson.differs("all of them break the constraint to second order, on one side", kept, 0.2);

  std::printf("\nWith a force along x, L + x, t = 0 .. 3:\n");
  const auto forced = [kinetic](const auto& at, const auto& rate) {
    return kinetic(at, rate) + at[0];
  };
  const auto system = chart<2, 1>(forced, root);
  const auto wheel = nonholonomic(system);
  const auto planned = vakonomic(system);
  const auto real = motion(wheel, wheel.start(q, v), 3);
  const auto other = motion(planned, planned.start(q, v, V1(1. / 3)), 3);
  const auto energy = [&](const auto& s) { return system.energy(s.x, V2(s.m.template head<2>())); };
  const auto& a = real.states.back();
  const auto& b = other.states.back();
  lesson.differs("nonholonomic and vakonomic motion part", (a.x.data - b.x.data).norm(), 1e-2);
  lesson.differs("nonholonomic: L_v v - L changes by",
                 std::abs(energy(a) - energy(real.states.front())), 1e-2);
  // Its rate is the power of the reaction.
  double work = 0;
  const double h = real.times[1];
  for (std::size_t k = 0; k + 1 < real.states.size(); k += 2) {
    const auto power = [&](std::size_t i) {
      return reaction(wheel, real.states[i]).dot(real.states[i].m);
    };
    work += h / 3 * (power(k) + 4 * power(k + 1) + power(k + 2));  // Simpson
  }
  lesson.claim("which is the work of the reaction",
               std::abs(energy(a) - energy(real.states.front()) - work), 1e-8);
  lesson.claim(
      "vakonomic: the energy of L + lambda phi is kept",
      std::abs(extended_energy(planned, b) - extended_energy(planned, other.states.front())),
      1e-12);

  const auto plane = [](const auto& s) { return V2(s.x.data[0], s.x.data[1]); };
  picture("chart_nonlinear",
          {"y' = sqrt(1 + x'^2) with a force along x",
           panel("path", "x", "y",
                 {path("nonholonomic", 0, real, plane), path("vakonomic", 1, other, plane)},
                 Panel::Frame::plane),
           {panel("L_v v - L", "t", "",
                  {over_time("", 0, real, [&](double, const auto& s) { return energy(s); }),
                   over_time("", 1, other, [&](double, const auto& s) { return energy(s); })})}},
          argc, argv);
  return lesson.done();
}
