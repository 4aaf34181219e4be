// A ball on a turntable: it neither flies off nor stays, it rolls on circles at 2/7 of the table's rate.
//
// The constraint is affine, a in v0(x) + d: the table moves under the ball. The attitude enters through the
// spatial angular velocity W; for a homogeneous ball the metric is bi-invariant, so the inverse attitude can
// stand for the attitude, and its left-trivialised velocity is a = -W. On SO(3) x R^2, ball of radius b,
// table rate O, rolling means r' = b W x e3 + O e3 x r, that is
//   d = <e1 + b r2', e2 - b r1', e3>,  v0 = O (0, 0, 0, -r2, r1).
// Then r'' = kappa O e3 x r' with kappa = I/(I + m b^2) = 2/7 for I = 2/5 m b^2 (Earnshaw 1844). The
// table does work, the energy varies; E - m O (r x r')_3, a moving energy, does not (Fasso & Sansonetto 2016).
#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <hamel/hamel.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "picture.hpp"

using namespace hamel;
using V2 = Vector<double, 2>;
using V5 = Vector<double, 5>;

constexpr double mass = 0.5, radius = 0.03, table = 3.5;  // kg, m, rad/s

/// The velocity of the table under the ball.
struct Table {
  template <class G, class S>
  Vector<S, 5> operator()(const Element<G, S>& at) const {
    Vector<S, 5> v = Vector<S, 5>::Zero();
    v[3] = S(-table) * at.data[5];  // after the four numbers of the attitude: r1, r2
    v[4] = S(table) * at.data[4];
    return v;
  }
};

int main(int argc, char** argv) {
  Lesson lesson("A ball on a turntable: an affine constraint, and 2/7");
  const double inertia = 0.4 * mass * radius * radius;
  const double kappa = inertia / (inertia + mass * radius * radius);
  V5 diagonal;
  diagonal << inertia, inertia, inertia, mass, mass;
  const auto group = SO3{} * Euclidean<2>{};
  const auto system = mechanical(group, Matrix<double, 5>(diagonal.asDiagonal()));
  Matrix<double, 5, 3> d = Matrix<double, 5, 3>::Zero();
  d.topRows<3>().setIdentity();
  d(4, 0) = radius;
  d(3, 1) = -radius;
  const auto ball = nonholonomic(system, Split(system, d, Table{}));

  // Put down at r with centre velocity v and spin s about the vertical.
  const auto put = [&](const V2& r, const V2& v, double s) {
    auto x = group.identity<double>();
    x.data.tail<2>() = r;
    const V2 slip = v - table * V2(-r[1], r[0]);
    V5 a;
    a << slip[1] / radius, -slip[0] / radius, -s, v[0], v[1];
    return ball.start(x, a);
  };
  const auto where = [](const auto& state) { return V2(state.x.data.tail(2)); };
  const auto velocity = [&](const auto& state) { return V5(ball.velocity(state.x, state.m)); };
  const auto turned = [](double angle, const V2& v) { return V2(Eigen::Rotation2Dd(angle) * v); };
  const V2 r0(0.1, 0), v0(0, -0.15);
  const auto start = put(r0, v0, 4);

  std::printf("\nThe circle: r'(t) is r'(0) turned by kappa O t, kappa = %.15f:\n", kappa);
  lesson.claim("kappa minus 2/7", std::abs(kappa - 2. / 7), 1e-15);
  const double rate = kappa * table;
  const V2 centre = r0 + V2(-v0[1], v0[0]) / rate;
  const auto law = [&](double t) { return V2(centre + turned(rate * t, r0 - centre)); };
  for (const double t : {1., 10., 100.}) {
    lesson.claim("contact point minus the circle, t = 1, 10, 100 s",
                 (where(state_at(ball, start, t)) - law(t)).norm(), 1e-10);
  }
  const auto resting = put(r0, V2(0, 0), 0);
  lesson.claim("a ball put down at rest stays where it is, for 100 s",
               (where(state_at(ball, resting, 100)) - r0).norm(), 1e-12);

  std::printf(
      "\nEnergy is not conserved, the table does work; the moving energy and the spin are:\n");
  const double period = 2 * std::acos(-1.) / rate;
  const auto run = motion(ball, start, period, 400);
  const auto moving = [&](const auto& state) {
    const V5 a = velocity(state);
    const V2 r = where(state);
    return energy(ball, state) - mass * table * (r[0] * a[4] - r[1] * a[3]);
  };
  double work = 0, kept = 0, spin = 0, off = 0;
  for (const auto& state : run.states) {
    work = std::max(work, std::abs(energy(ball, state) / energy(ball, start) - 1));
    kept = std::max(kept, std::abs(moving(state) - moving(start)) / energy(ball, start));
    spin = std::max(spin, std::abs(velocity(state)[2] + 4));
    off = std::max(off, constraint_residual(ball, state));
  }
  lesson.differs("energy, relative change", work, 0.1);
  lesson.claim("moving energy E - m O (r x r')_3, relative", kept, 1e-12);
  lesson.claim("spin about the vertical", spin, 1e-11);
  lesson.claim("distance of the velocity from v0 + d", off, 1e-13);

  std::printf(
      "\nThe variational method on an affine constraint, distance from the circle at t = 5 s:\n");
  const auto error = [&](long n) {
    const auto rough = integrate(ball, start, Variational<>{},
                                 {.step = 5. / static_cast<double>(n), .steps = n, .every = n});
    return (where(rough.states.back()) - law(5)).norm();
  };
  lesson.claim("slope minus 2", std::abs(std::log2(error(200) / error(400)) - 2), 0.05);

  const auto on_table = [&](const auto& trajectory) {
    Curve result = path("on the table", 1, trajectory, where);
    for (std::size_t i = 0; i < trajectory.times.size(); ++i) {
      const V2 r = turned(-table * trajectory.times[i], where(trajectory.states[i]));
      result.x[i] = r[0], result.y[i] = r[1];
    }
    return result;
  };
  const auto kinetic = [&](double, const auto& s) { return energy(ball, s); };
  const auto kept_energy = [&](double, const auto& s) { return moving(s); };
  const auto distance_from_axis = [&](double, const auto& s) { return where(s).norm(); };
  picture(
      "ball_on_turntable",
      {"A ball on a turntable: a circle in the room, a rosette on the table",
       panel("Contact point: 2 rounds of the ball, 7 of the table (ring: start)", "x  (m)",
             "y  (m)",
             {path("in the room", 0, run, where), on_table(motion(ball, start, 2 * period, 1200))},
             Panel::Frame::plane),
       {key_at("center right", panel("Energy and moving energy", "t  (s)", "E  (J)",
                                     {over_time("energy", 0, run, kinetic),
                                      over_time("moving energy", 1, run, kept_energy)})),
        panel("Distance from the table's axis", "t  (s)", "|r|  (m)",
              {over_time("|r|", 2, run, distance_from_axis)})}},
      argc, argv);
  return lesson.done();
}
