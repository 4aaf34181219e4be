// The generalised Heisenberg system: metric and potential vary from point to point, the law survives.
//
// H(3), d = <e1, e2>, with the metric
//   [2 + cos x, x y/10; x y/10, 2 + sin^2 y] on d,  1 + z^2 on e3,  and U = (x^2 + y^2)/2.
// Conditions (3.9) and (3.10) of Jozwikowski & Respondek (2013, Ex. 4.7) hold: along d_perp = <e3> neither
// the metric on d nor U changes, and ad_e3 = 0. So every nonholonomic motion is a free one, although the
// free system has another metric across d. The vakonomic motions keep p3 = mu3 and differ.
#include <cmath>

#include <hamel/hamel.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "picture.hpp"

using namespace hamel;
using V3 = Vector<double, 3>;

/// The metric, generic in the scalar: the library differentiates it.
struct Varying {
  template <class S>
  Matrix<S, 3> operator()(const Element<Heisenberg<1>, S>& at) const {
    using std::cos, std::sin;
    const S &x = at.data[0], &y = at.data[1], &z = at.data[2];
    Matrix<S, 3> g = Matrix<S, 3>::Zero();
    g(0, 0) = S(2) + cos(x);
    g(0, 1) = g(1, 0) = x * y / S(10);
    g(1, 1) = S(2) + sin(y) * sin(y);
    g(2, 2) = S(1) + z * z;
    return g;
  }
};

/// U = (x^2 + y^2)/2.
struct Bowl {
  template <class S>
  S operator()(const Element<Heisenberg<1>, S>& at) const {
    return S(0.5) * (at.data[0] * at.data[0] + at.data[1] * at.data[1]);
  }
};

int main(int argc, char** argv) {
  Lesson lesson("The generalised Heisenberg system: rolling in a bowl is free motion in a bowl");
  const Heisenberg<1> group;
  Matrix<double, 3, 2> d;
  d << 1, 0, 0, 1, 0, 0;
  const auto system = mechanical(group, Varying{}, Bowl{});
  const Split split(system, d);
  const auto rolling = nonholonomic(system, split);
  const auto steered = vakonomic(system, split);
  const auto unconstrained = free(system);
  const auto x = group.from_coordinates(std::vector<double>{0.5, -0.25, 0.1});
  const V3 a(0.6, -0.2, 0), mu(0, 0, 0.5);
  const auto where = [](const auto& state) { return V3(state.x.data); };

  std::printf("\nAgainst 22-digit references at t = 3:\n");
  const V3 reference(0.8269507585357635724387111, -0.143410612666186041433909,
                     -0.1872519301504449390831294);
  lesson.claim("nonholonomic",
               (where(state_at(rolling, rolling.start(x, a), 3)) - reference).norm(), 1e-11);
  lesson.claim("free, the same motion",
               (where(state_at(unconstrained, unconstrained.start(x, a), 3)) - reference).norm(),
               1e-11);
  const auto start = steered.start(x, a, mu);
  lesson.claim(
      "vakonomic, mu(0) = (0, 0, 1/2)",
      (where(state_at(steered, start, 3)) -
       V3(0.656866642001799353526983, -0.4371652152196153849264612, 0.2794295637100306313826511))
          .norm(),
      1e-11);

  std::printf("\nThe conditions, along the motion: e3 sees neither g on d nor U, and commutes:\n");
  const double t_end = 20;
  const auto rolls = motion(rolling, rolling.start(x, a), t_end, 400);
  double seen = 0, above = 0;
  for (const auto& state : rolls.states) {
    const V3 v = rolling.velocity(state.x, state.m);
    seen = std::max(seen, std::abs(system.force(0., state.x, v)[2]));
    above = std::max(above, std::abs(group.ad_star(v, V3(system.metric(state.x) * v))[2]));
  }
  lesson.claim("1/2 <d g(a,a), e3> - <dU, e3>", seen, 1e-15);
  lesson.claim("g(a, [a, e3])", above, 1e-15);
  const auto frees = motion(unconstrained, unconstrained.start(x, a), t_end, 400);
  lesson.claim("distance of free and nonholonomic motion at t = 20",
               (where(rolls.states.back()) - where(frees.states.back())).norm(), 1e-10);

  std::printf(
      "\nVariational methods take the metric's derivatives by automatic differentiation:\n");
  const auto error = [&](const auto& problem, const auto& from, const V3& end, long n) {
    const auto run = integrate(problem, from, Variational<>{},
                               {.step = 3. / static_cast<double>(n), .steps = n, .every = n});
    return (where(run.states.back()) - end).norm();
  };
  const V3 steered_end = where(state_at(steered, start, 3));
  const auto slope = [&](const auto& problem, const auto& from, const V3& end) {
    return std::log2(error(problem, from, end, 60) / error(problem, from, end, 120));
  };
  lesson.claim("nonholonomic: slope minus 2",
               std::abs(slope(rolling, rolling.start(x, a), reference) - 2), 0.05);
  lesson.claim("vakonomic: slope minus 2", std::abs(slope(steered, start, steered_end) - 2), 0.05);
  double p3 = 0, drift = 0;
  observe_run(steered, start, Variational<>{}, {.step = 0.05, .steps = 20000, .every = 20},
              [&](double, const auto& state, const RunStatus&) {
                p3 = std::max(p3, std::abs(state.m[2] - 0.5));
                drift =
                    std::max(drift, std::abs(energy(steered, state) / energy(steered, start) - 1));
              });
  lesson.claim("vakonomic p3 over 20 000 steps of 0.05", p3, 1e-11);
  lesson.claim("vakonomic energy, relative: bounded", drift, 5e-3);

  const auto steered_run = motion(steered, start, t_end, 400);
  const auto plane = [](const auto& state) { return Vector<double, 2>(state.x.data.head(2)); };
  const auto height = [](double, const auto& state) { return state.x.data[2]; };
  const auto off_axis = [&](double, const auto& state) { return plane(state).norm(); };
  picture("heisenberg_generalized",
          {"The Heisenberg system in a bowl: rolling = free, steering differs",
           panel("Path in the plane (ring: start, disc: end)", "x  (length)", "y  (length)",
                 {path("nonholonomic", 0, rolls, plane),
                  path("vakonomic, mu3 = 1/2", 1, steered_run, plane)},
                 Panel::Frame::plane),
           {panel("z: nonholonomic = free, vakonomic", "t  (time)", "z",
                  {over_time("nonholonomic", 0, rolls, height),
                   over_time("vakonomic", 1, steered_run, height)}),
            panel("Distance from the axis of the bowl", "t  (time)", "sqrt(x^2 + y^2)",
                  {over_time("nonholonomic", 0, rolls, off_axis),
                   over_time("vakonomic", 1, steered_run, off_axis)})}},
          argc, argv);
  return lesson.done();
}
