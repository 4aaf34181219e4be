// A knife edge on an incline: a real one does not slide down, a planned one does.
//
// L = 1/2 (x'^2 + y'^2 + phi'^2) + g x with x downhill, x' sin(phi) = y' cos(phi). Released spinning at rate w it
// traces a cycloid sideways, x = g/(2 w^2) sin^2(w t), y = g/(2 w^2) (w t - sin(2 w t)/2), and never falls by
// more than g/(2 w^2). The vakonomic motion from the same start gains height loss without bound: a famous
// argument for which of the two is mechanics, and which is control.
#include <cmath>

#include <hamel/chart/chart_problem.hpp>
#include <hamel/chart/chart_variational.hpp>
#include <hamel/chart/constraint_forces.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "picture.hpp"

using namespace hamel;
using V1 = Vector<double, 1>;
using V2 = Vector<double, 2>;
using V3 = Vector<double, 3>;

int main(int argc, char** argv) {
  Lesson lesson("A knife edge on an incline: who slides down?");
  constexpr double g = 1, w = 1;
  const auto lagrangian = [](const auto& q, const auto& v) {
    return 0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + g * q[0];
  };
  const auto edge = [](const auto& q, const auto& v) {
    using S = typename std::decay_t<decltype(v)>::Scalar;
    return Vector<S, 1>(v[0] * sin(q[2]) - v[1] * cos(q[2]));
  };
  const auto system = chart<3, 1>(lagrangian, edge);
  const auto knife = nonholonomic(system);
  const auto planned = vakonomic(system);
  const V3 q(0, 0, 0), v(0, 0, w);
  const auto start = knife.start(q, v);
  const auto cycloid = [](double t) {
    const double r = g / (2 * w * w), s = std::sin(w * t);
    return V2(r * s * s, r * (w * t - std::sin(2 * w * t) / 2));
  };
  const auto plane = [](const auto& s) { return V2(s.x.data[0], s.x.data[1]); };

  std::printf("\nThe real knife edge, t = 0 .. 20:\n");
  const auto real = motion(knife, start, 20, 400);
  double off = 0, fall = 0, drift = 0, work = 0;
  for (std::size_t k = 0; k < real.times.size(); ++k) {
    const auto& s = real.states[k];
    off = std::max(off, (plane(s) - cycloid(real.times[k])).norm());
    fall = std::max(fall, s.x.data[0]);
    drift = std::max(drift, constraint_drift(knife, s));
    work = std::max(work, std::abs(reaction(knife, s).dot(s.m)));
  }
  lesson.claim("distance from the cycloid", off, 1e-11);
  lesson.claim("deepest point minus g/(2 w^2)", std::abs(fall - g / (2 * w * w)), 1e-4);
  lesson.claim("drift from the constraint", drift, 1e-13);
  lesson.claim("power of the reaction", work, 1e-13);

  std::printf("\nThe planned one, same start, lambda = 0:\n");
  const auto plan = motion(planned, planned.start(q, v, V1(0)), 20, 400);
  lesson.differs("it has fallen at t = 20 by", plan.states.back().x.data[0], 10);

  std::printf("\nDiscrete d'Alembert, error at t = 5, halving the step:\n");
  double previous = 0;
  for (const long n : {50, 100, 200}) {
    const auto end = integrate(knife, start, ChartVariational{},
                               {.step = 5. / static_cast<double>(n), .steps = n})
                         .states.back();
    const double error = (plane(end) - cycloid(5)).norm();
    std::printf("  %4ld steps: %.2e\n", n, error);
    if (previous > 0) lesson.claim("slope minus 2", std::abs(std::log2(previous / error) - 2), 0.1);
    previous = error;
  }
  const auto long_run =
      integrate(knife, start, ChartVariational{}, {.step = 0.1, .steps = 10000, .every = 10});
  double deepest = 0;
  for (const auto& s : long_run.states) deepest = std::max(deepest, s.x.data[0]);
  lesson.claim("over 10 000 steps of 0.1 the discrete one never falls beyond", deepest,
               1.05 * g / (2 * w * w));

  picture("chart_knife_edge",
          {"A knife edge on an incline, released spinning",
           panel("path, x downhill", "y", "-x",
                 {path("nonholonomic: a cycloid", 0, real,
                       [](const auto& s) { return V2(s.x.data[1], -s.x.data[0]); }),
                  path("vakonomic, lambda = 0", 1, plan,
                       [](const auto& s) { return V2(s.x.data[1], -s.x.data[0]); })}),
           {}},
          argc, argv);
  return lesson.done();
}
