// The unicycle on SE(2) x T^1: a condition that looks true on basis vectors, and is not.
//
// Coordinates x, y, phi, theta1; metric diag(m, m, J, I); it rolls without slipping, so the velocity is
// in d = <R e1 + dtheta, dphi>. Jozwikowski & Respondek (2013, Ex. 4.2) test g(a,[a,b']) = 0 for a in a
// basis of d and conclude that nonholonomic motions are free motions. The condition is quadratic in a:
// it has to be polarised, and then it fails. Circles are not free motions, though they are vakonomic.
#include <cmath>
#include <vector>

#include <hamel/hamel.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "picture.hpp"

using namespace hamel;
using V4 = Vector<double, 4>;

int main(int argc, char** argv) {
  Lesson lesson("The unicycle on SE(2) x T^1: which of its motions are free, which are vakonomic?");
  const double m = 1.3, J = 0.7, I = 0.4, R = 0.9;
  const auto group = SE2Cover{} * Torus<1>{};
  const Matrix<double, 4> metric = V4(m, m, J, I).asDiagonal();
  Matrix<double, 4, 2> d;
  d << R, 0, 0, 0, 0, 1, 1, 0;
  const auto system = mechanical(group, metric);
  const Split split(system, d);

  std::printf(
      "\nCondition (3.11), S(a1,a2,b') = g(a1,[a2,b']) + g(a2,[a1,b']) on d x d x d_perp:\n");
  const auto d_perp = split.orthogonal_complement(metric);
  double on_basis = 0, polarised = 0;
  for (int k = 0; k < d_perp.cols(); ++k) {
    const V4 b = d_perp.col(k);
    const auto S = [&](const V4& a1, const V4& a2) {
      return a1.dot(metric * group.ad(a2, b)) + a2.dot(metric * group.ad(a1, b));
    };
    for (int i = 0; i < 2; ++i) {
      on_basis = std::max(on_basis, std::abs(S(d.col(i), d.col(i))));
      for (int j = 0; j < i; ++j) polarised = std::max(polarised, std::abs(S(d.col(i), d.col(j))));
    }
  }
  lesson.claim("largest |S(a,a,b')| on basis vectors: it seems to hold", on_basis, 1e-15);
  lesson.differs("largest |S(a1,a2,b')| polarised: it fails", polarised, 0.1);

  std::printf("\nThree motions from one start, t = 5, against 22-digit references:\n");
  const auto x = group.from_coordinates(std::vector<double>{0, 0, 0.2, 0});
  const V4 a(R, 0, 0.5, 1);
  const auto run = [&](const auto& problem, const auto& start) {
    return integrate(problem, start, Adaptive<DormandPrince8>{}, {.step = 0.5, .steps = 10})
        .states.back();
  };
  const auto rolling = nonholonomic(system, split);
  const auto steered = vakonomic(system, split);
  const auto sliding = free(system);
  const auto where = [&](const auto& state) { return V4(coordinates(group, state)); };
  const V4 circle = where(run(rolling, rolling.start(x, a)));
  const V4 other = where(run(steered, steered.start(x, a, V4(0, 1. / 3, 0, 0))));
  const V4 slide = where(run(sliding, sliding.start(x, a)));
  lesson.claim(
      "nonholonomic",
      (circle - V4(0.4116789889897836943739528, 3.391449695744945002392103, 2.7, 5)).norm(), 1e-10);
  lesson.claim("vakonomic, mu(0) = (0,1/3,0,0)",
               (other - V4(1.820902189919042728845402, 1.52645654472496267060253,
                           5.379270603723946095551451, 2.006320347409566319334203))
                   .norm(),
               1e-10);
  lesson.claim("free",
               (slide - V4(4.410299600285587340058884, 0.8940119885777754695673568, 2.7, 5)).norm(),
               1e-10);
  lesson.differs("the rolling circle is not a free motion: distance", (circle - slide).norm(), 1.);

  std::printf(
      "\nBut with the right multiplier the circle is vakonomic, so (Q1) holds after all:\n");
  // mu annihilates d and mu(e1) = -m R u, u the rate of rolling: p_e1 = m R u + mu_1 = 0.
  const V4 mu(-m * R, 0, 0, m * R * R);
  const V4 same = where(run(steered, steered.start(x, a, mu)));
  lesson.claim("distance of the vakonomic motion from the circle", (same - circle).norm(), 1e-10);

  const auto rolls = motion(rolling, rolling.start(x, a), 12);
  const auto slides = motion(sliding, sliding.start(x, a), 5);
  const auto steers = motion(steered, steered.start(x, a, V4(0, 1. / 3, 0, 0)), 12);
  const auto plane = [](const auto& state) { return Vector<double, 2>(state.x.data.head(2)); };
  const auto rate = [](const auto& problem, int i) {
    return [&problem, i](double, const auto& s) { return problem.velocity(s.x, s.m)[i]; };
  };
  picture("unicycle",
          {"The unicycle: rolling, steered, sliding from one start",
           panel("Path of the contact point (ring: start, disc: end)", "x  (length)", "y  (length)",
                 {path("nonholonomic, also vakonomic with mu1 = -m R u", 0, rolls, plane),
                  path("vakonomic, mu2 = 1/3", 1, steers, plane),
                  path("free, t < 5", 2, slides, plane)},
                 Panel::Frame::plane),
           {panel("Rate of rolling u", "t  (time)", "u  (rad/time)",
                  {over_time("nonholonomic", 0, rolls, rate(rolling, 3)),
                   over_time("vakonomic", 1, steers, rate(steered, 3))}),
            panel("Turning rate", "t  (time)", "phi'  (rad/time)",
                  {over_time("nonholonomic", 0, rolls, rate(rolling, 2)),
                   over_time("vakonomic", 1, steers, rate(steered, 2))})}},
          argc, argv);
  return lesson.done();
}
