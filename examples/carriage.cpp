// The two-wheeled carriage on SE(2) x T^2: vakonomic with the right multiplier, and confined to a leaf.
//
// theta1 is the mean angle of the wheels, theta2 half their difference: d = <R e1 + dtheta1, R dphi + w dtheta2>.
// Condition (3.11) holds on basis vectors (Jozwikowski & Respondek 2013, Ex. 4.3) and fails polarised, so
// circles are not free motions; they are vakonomic with mu(e1) = -m R u, u the rate of rolling. Brackets of
// d span 4 of 5 dimensions: w phi - R theta2 never changes, whoever steers.
#include <algorithm>
#include <cmath>

#include <hamel/hamel.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "picture.hpp"

using namespace hamel;
using V5 = Vector<double, 5>;

int main(int argc, char** argv) {
  Lesson lesson("The carriage on SE(2) x T^2: a leaf it cannot leave, a multiplier it can use");
  const double m = 1.3, J = 0.7, I = 0.4, R = 0.9, w = 0.6;
  const auto group = SE2Cover{} * Torus<2>{};
  const Matrix<double, 5> metric = V5(m, m, J, 2 * I, 2 * I).asDiagonal();
  Matrix<double, 5, 2> d;
  d << R, 0, 0, 0, 0, R, 1, 0, 0, w;
  const auto system = mechanical(group, metric);
  const Split split(system, d);
  const auto rolling = nonholonomic(system, split);
  const auto steered = vakonomic(system, split);
  const auto sliding = free(system);
  const auto x = group.from_coordinates(std::vector<double>{0, 0, 0.2, 0, 0});
  const V5 a(R, 0, R / 2, 1, w / 2), mu(0, 1. / 3, w, 0, -R);
  const auto where = [&](const auto& state) { return V5(coordinates(group, state)); };
  const auto plane = [](const auto& state) { return Vector<double, 2>(state.x.data.head(2)); };
  const auto heading = [](const auto& s) { return unwound(s.x.data[2], s.x.data[3]); };

  std::printf("\nS(a1,a2,b) = g(a1,[a2,b]) + g(a2,[a1,b]) on d x d x d_perp:\n");
  const auto d_perp = split.orthogonal_complement(metric);
  double on_basis = 0, polarised = 0;
  for (int k = 0; k < d_perp.cols(); ++k) {
    const auto S = [&](const V5& a1, const V5& a2) {
      const V5 b = d_perp.col(k);
      return a1.dot(metric * group.ad(a2, b)) + a2.dot(metric * group.ad(a1, b));
    };
    for (int i = 0; i < 2; ++i) on_basis = std::max(on_basis, std::abs(S(d.col(i), d.col(i))));
    polarised = std::max(polarised, std::abs(S(d.col(0), d.col(1))));
  }
  lesson.claim("largest |S(a,a,b)| on basis vectors: it seems to hold", on_basis, 1e-15);
  lesson.differs("largest |S(a1,a2,b)| polarised: it fails", polarised, 0.1);

  std::printf("\nThree motions from one start, t = 5, against 22-digit references:\n");
  const V5 circle = where(state_at(rolling, rolling.start(x, a), 5));
  const V5 slide = where(state_at(sliding, sliding.start(x, a), 5));
  V5 reference;
  reference << 0.8781907426788850779582405, 3.500595663777097945652199, 2.45, 5, 1.5;
  lesson.claim("nonholonomic", (circle - reference).norm(), 1e-11);
  reference << 1.555903882524852304975966, 1.70658242719414925342252, 4.796055884241508479304481,
      2.782290650862424711383186, 3.064037256161005652869654;
  const auto start = steered.start(x, a, mu);
  lesson.claim("vakonomic, mu(0) = (0, 1/3, w, 0, -R)",
               (where(state_at(steered, start, 5)) - reference).norm(), 1e-11);
  reference << 4.410299600285587340058884, 0.8940119885777754695673568, 2.45, 5, 1.5;
  lesson.claim("free", (slide - reference).norm(), 1e-11);
  lesson.differs("the rolling circle is not a free motion: distance", (circle - slide).norm(), 1.);

  std::printf("\nBut it is vakonomic, with mu = (-m R u, 0, 0, m R^2 u, 0), u = 1:\n");
  V5 right;
  right << -m * R, 0, 0, m * R * R, 0;
  const auto same = steered.start(x, a, right);
  lesson.claim("distance of that vakonomic motion from the circle, t = 5",
               (where(state_at(steered, same, 5)) - circle).norm(), 1e-11);
  lesson.claim(
      "and at t = 50",
      (where(state_at(steered, same, 50)) - where(state_at(rolling, rolling.start(x, a), 50)))
          .norm(),
      1e-10);

  std::printf("\nThe leaf w phi - R theta2 = const, over 100 000 variational steps of 0.05:\n");
  const auto off_leaf = [&](const auto& problem, const auto& from) {
    const auto leaf = [&](const auto& s) { return w * heading(s) - R * s.x.data[5]; };
    double off = 0, size = 1;
    observe_run(problem, from, Variational<>{}, {.step = 0.05, .steps = 100000, .every = 100},
                [&](double, const auto& state, const RunStatus&) {
                  off = std::max(off, std::abs(leaf(state) - leaf(from)));
                  size = std::max(size, std::abs(heading(state)));
                });
    return off / size;
  };
  lesson.claim("nonholonomic, relative to |phi|", off_leaf(rolling, rolling.start(x, a)), 1e-11);
  lesson.claim("vakonomic, relative to |phi|", off_leaf(steered, start), 1e-11);

  const auto rolling_run = motion(rolling, rolling.start(x, a), 13, 300);
  const auto steered_run = motion(steered, start, 13, 300);
  const auto wheels = [](const auto& state) {
    return Vector<double, 2>(state.x.data[4] + state.x.data[5], state.x.data[4] - state.x.data[5]);
  };
  const auto turn = [&](double, const auto& s) { return heading(s); };
  picture("carriage",
          {"The carriage: rolling along a circle, steered along a shortest path, or sliding",
           panel("Path of the axle (ring: start, disc: end)", "x  (length)", "y  (length)",
                 {path("nonholonomic = vakonomic, mu1 = -m R", 0, rolling_run, plane),
                  path("vakonomic, mu2 = 1/3", 1, steered_run, plane),
                  path("free, t < 5", 2, motion(sliding, sliding.start(x, a), 5), plane)},
                 Panel::Frame::plane),
           {panel("Angles of the two wheels", "theta1 + theta2  (rad)", "theta1 - theta2  (rad)",
                  {path("nonholonomic", 0, rolling_run, wheels),
                   path("vakonomic", 1, steered_run, wheels)}),
            panel("Heading", "t  (time)", "phi  (rad)",
                  {over_time("nonholonomic", 0, rolling_run, turn),
                   over_time("vakonomic", 1, steered_run, turn)})}},
          argc, argv);
  return lesson.done();
}
