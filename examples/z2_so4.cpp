// so(4) = so(3) + R^3, a Z2-grading with a bi-invariant metric: the good case of steering and rolling.
//
// Only structure constants are given: [h,h] in h, [h,d] in d, [d,d] in h, h = <e1,e2,e3>, d = <e4,e5,e6>.
// On such a symmetric space every nonholonomic motion is free, a = const (Jozwikowski & Respondek 2013,
// Cor. 4.10): a geodesic of the 3-sphere. A vakonomic motion keeps mu and its velocity turns about mu at
// the rate |mu|, as that of a charge in a magnetic field does. Without a configuration there is still a
// reduced motion (a, p), and everything here is about it.
#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <hamel/check/answers.hpp>
#include <hamel/group/algebra_group.hpp>
#include <hamel/hamel.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "picture.hpp"

using namespace hamel;
using V3 = Vector<double, 3>;
using V6 = Vector<double, 6>;

int main(int argc, char** argv) {
  Lesson lesson("so(4)/so(3): a graded algebra without a group");
  StructureConstants<Rational> so4(6);
  for (int i = 0; i < 3; ++i) {  // cyclic (i,j,k): [e_i,e_j] = e_k with none or two indices in d
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    so4.set(i, j, k, 1);
    so4.set(i, j + 3, k + 3, 1);
    so4.set(i + 3, j, k + 3, 1);
    so4.set(i + 3, j + 3, k, 1);
  }
  const AlgebraGroup<6> group(so4);
  Matrix<double, 6, 3> d = Matrix<double, 6, 3>::Zero();
  d.bottomRows<3>().setIdentity();
  const auto system = mechanical(group, Matrix<double, 6>(Matrix<double, 6>::Identity()));
  const Split split(system, d);
  const auto rolling = nonholonomic(system, split);
  const auto steered = vakonomic(system, split);
  const auto x = group.identity<double>();
  V6 a, mu;
  a << 0, 0, 0, 0.5, -1. / 3, 0.25;
  mu << 1. / 3, 0, 0.2, 0, 0, 0;
  const auto velocity = [&](const auto& problem, const auto& state) {
    return V6(problem.velocity(state.x, state.m));
  };

  std::printf("\nOver the rationals:\n");
  DynamicMatrix<Rational> metric = DynamicMatrix<Rational>::Constant(6, 6, 0),
                          span = DynamicMatrix<Rational>::Constant(6, 3, 0);
  for (int i = 0; i < 6; ++i) metric(i, i) = 1;
  for (int i = 0; i < 3; ++i) span(i + 3, i) = 1;
  const Splitting<Rational> exact(AlgebraicSystem<Rational>{so4, metric, span});
  const Verdict symmetric = check_condition("cor_4_10", exact.system()), q1 = check_q1(exact);
  std::printf("  Cor. 4.10: %s; every nonholonomic motion vakonomic: %s (%s)\n",
              text(symmetric.answer), text(q1.answer), q1.reason.c_str());
  lesson.claim("both exact and positive", !(symmetric && q1 && symmetric.exact && q1.exact), 0);

  std::printf("\nAgainst 22-digit references at t = 5:\n");
  lesson.claim("nonholonomic: a is constant",
               (velocity(rolling, state_at(rolling, rolling.start(x, a), 5)) - a).norm(), 1e-13);
  const auto start = steered.start(x, a, mu);
  V6 reference;
  reference << 0, 0, 0, 0.6296208517645686861802547, 0.1613538227826898510369762,
      0.03396524705905218969957546;
  lesson.claim("vakonomic, mu = (1/3, 0, 1/5)",
               (velocity(steered, state_at(steered, start, 5)) - reference).norm(), 1e-12);

  std::printf("\nThe vakonomic law: mu stays, a turns about mu by the angle |mu| t:\n");
  const V3 axis = mu.head<3>();
  double off = 0;
  const double period = 2 * std::acos(-1.) / axis.norm();
  const auto run = motion(steered, start, 0.9 * period, 300);
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    const Eigen::AngleAxisd turn(axis.norm() * run.times[i], axis.normalized());
    off = std::max({off, (velocity(steered, run.states[i]).tail<3>() - turn * a.tail<3>()).norm(),
                    (run.states[i].m.head<3>() - axis).norm()});
  }
  lesson.claim("distance from it over nine tenths of a turn", off, 1e-11);

  std::printf(
      "\nThe Casimirs |p_h|^2 + |p_d|^2 and p_h . p_d, 20 000 variational steps of 0.05:\n");
  double size = 0, pairing = 0;
  observe_run(steered, start, Variational<>{}, {.step = 0.05, .steps = 20000, .every = 100},
              [&](double, const auto& state, const RunStatus&) {
                const V6 &p = state.m, &p0 = start.m;
                size = std::max(size, std::abs(p.squaredNorm() - p0.squaredNorm()));
                pairing = std::max(pairing, std::abs(p.head<3>().dot(p.tail<3>()) -
                                                     p0.head<3>().dot(p0.tail<3>())));
              });
  lesson.claim("drift of the first", size, 1e-11);
  lesson.claim("drift of the second", pairing, 1e-11);

  // Directions of a on the unit sphere, for some multipliers along the same axis and across it.
  const auto direction = [&](const auto& state) {
    return V3(velocity(steered, state).template tail<3>().normalized());
  };
  const auto with = [&](const V3& other) {
    V6 covector = V6::Zero();
    covector.head<3>() = other;
    return motion(steered, steered.start(x, a, covector), 0.9 * 2 * std::acos(-1.) / other.norm());
  };
  Panel sphere =
      panel("Direction of a in d (ring: start, where the nonholonomic motion stays)", "a4", "a5",
            {path("mu = (1/3, 0, 1/5)", 1, run, direction),
             path("mu = (0, 0, 1)", 0, with(V3(0, 0, 1)), direction),
             path("mu = (0, 1, 0)", 2, with(V3(0, 1, 0)), direction)},
            Panel::Frame::sphere);
  sphere.z_label = "a6";
  const auto component = [&](int i) {
    return [&, i](double, const auto& state) { return velocity(steered, state)[i]; };
  };
  picture("z2_so4",
          {"so(4)/so(3): the vakonomic velocity turns about mu, the nonholonomic one stays",
           sphere,
           {key_at("top right", panel("Velocity, mu = (1/3, 0, 1/5)", "t  (time)", "a  (1/time)",
                                      {over_time("a4", 1, run, component(3)),
                                       over_time("a5", 3, run, component(4)),
                                       over_time("a6", 4, run, component(5))}))}},
          argc, argv);
  return lesson.done();
}
