// The gaits of the snakeboard: it moves because its rider swings, no foot touches the ground.
//
// SE(2) x T^2: place and heading of the board, the angle theta1 of the rotor (the rider's arms) against the board and
// theta2 of the front wheels, the back wheels at -theta2. The wheels do not slip, which leaves one velocity along
// D(x) = (l cos theta2, 0, sin theta2, 0, 0), and the shape is prescribed in time: v0(t) = (0, 0, 0, theta1', theta2').
// Ostrowski, Lewis, Murray & Burdick (1994, Nonholonomic mechanics and locomotion: the snakeboard example) found
// what the ratio of the two frequencies makes of it: 1:1 drives forward, 2:1 rotates, 3:2 parks sideways.
#include <cmath>
#include <cstdio>
#include <type_traits>
#include <vector>

#include <hamel/dynamics/problem.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/moving_split.hpp>

#include "lesson.hpp"
#include "picture.hpp"

using namespace hamel;
using Group = decltype(SE2Cover{} * Torus<2>{});
constexpr double board = 0.2;  // half of its length (m)

/// Both axles roll: the board turns about the point where their lines meet.
struct Rolling {
  template <class S>
  Matrix<S, 5, 1> operator()(const Element<Group, S>& x) const {
    using std::cos, std::sin;
    const S theta = Group{}.coordinates(x)[4];
    Matrix<S, 5, 1> d = Matrix<S, 5, 1>::Zero();
    d(0, 0) = S(board) * cos(theta);
    d(2, 0) = sin(theta);
    return d;
  }
};

/// theta1 = a1 sin(w1 t), theta2 = a2 sin(w2 t).
struct Gait {
  double rotor, rotor_rate, wheels, wheel_rate;
  template <class S>
  Vector<S, 5> operator()(const S& t, const Element<Group, S>&) const {
    using std::cos;
    Vector<S, 5> v = Vector<S, 5>::Zero();
    v[3] = S(rotor * rotor_rate) * cos(S(S(rotor_rate) * t));
    v[4] = S(wheels * wheel_rate) * cos(S(S(wheel_rate) * t));
    return v;
  }
};

int main(int argc, char** argv) {
  Lesson lesson("The snakeboard: three gaits from one machine, by the frequencies of its shape");
  const Group group;
  const double mass = 6, inertia = 0.016, rotor = 0.072,
               wheel = 0.0013;  // kg, kg m^2, as published
  Matrix<double, 5> metric = Matrix<double, 5>::Zero();
  metric.diagonal() << mass, mass, inertia + rotor + 2 * wheel, rotor, 2 * wheel;
  metric(2, 3) = metric(3, 2) = rotor;  // the wheels turn against each other: no pull on the board
  const auto system = mechanical(group, metric);
  const auto x = group.identity<double>();

  const double period = 2 * M_PI;
  const auto run = [&](const Gait& gait, double h) {
    const auto snakeboard = nonholonomic(system, MovingSplit(system, Rolling{}, x, gait));
    const Vector<double, 5> a = gait(0., x);
    const long steps = std::lround(4 * period / h);
    return integrate(snakeboard, snakeboard.start(x, a), Variational<>{},
                     {.step = 4 * period / double(steps), .steps = steps});
  };
  struct Moved {
    double forward, sideways, turned;
  };
  // What the gait has made of the first period.
  const auto moved = [](const auto& r, std::size_t periods) {
    const auto& s = r.states[(r.states.size() - 1) * periods / 4];
    return Moved{s.x.data[0], s.x.data[1], Group{}.coordinates(s.x)[2]};
  };

  const Gait drive{0.7, 1, 0.3, 1}, rotate{0.7, 2, 0.35, 1}, park{0.7, 3, 0.3, 2};
  const auto drives = run(drive, 0.01), rotates = run(rotate, 0.01), parks = run(park, 0.01);
  const auto d = moved(drives, 4), r = moved(rotates, 4), p = moved(parks, 4);
  std::printf("\nAfter four periods: forward, sideways, turned\n");
  std::printf(
      "  drive   %8.4f %8.4f %8.4f\n  rotate  %8.4f %8.4f %8.4f\n  park    %8.4f %8.4f %8.4f\n\n",
      d.forward, d.sideways, d.turned, r.forward, r.sideways, r.turned, p.forward, p.sideways,
      p.turned);
  lesson.differs("drive (1:1): metres forward", std::abs(d.forward), 0.1);
  lesson.claim("drive: sideways, as a part of that", std::abs(d.sideways / d.forward), 0.3);
  lesson.differs("rotate (2:1): turned by", std::abs(r.turned), 0.1);
  lesson.claim("rotate: metres away", std::hypot(r.forward, r.sideways), 0.05);
  lesson.differs("park (3:2): sideways over forward", std::abs(p.sideways / p.forward), 3.);

  // The method has order 2 under a shape that is prescribed.
  const auto coarse = moved(run(drive, 0.04), 4), fine = moved(run(drive, 0.02), 4);
  const double order =
      std::log2(std::abs(coarse.forward - d.forward) / std::abs(fine.forward - d.forward) - 1);
  lesson.claim("order of the method, off 2 by", std::abs(order - 2), 0.1);
  double slip = 0;
  for (const auto& s : drives.states) {
    const auto q = group.coordinates(s.x);
    slip = std::max(
        slip, std::abs(q[4] - 0.3 * std::sin(drives.times[std::size_t(&s - &drives.states[0])])));
  }
  lesson.claim("wheels off their prescribed angle", slip, 1e-5);

  const auto plane = [](const auto& s) { return Vector<double, 2>(s.x.data.head(2)); };
  picture(
      "snakeboard",
      {"The gaits of the snakeboard, four periods each",
       panel("Path of the middle of the board (ring: start, disc: end)", "x  (m)", "y  (m)",
             {path("drive, 1:1", 0, drives, plane), path("rotate, 2:1", 1, rotates, plane),
              path("park, 3:2", 2, parks, plane)},
             Panel::Frame::plane),
       {panel("Heading", "t  (s)", "phi  (rad)",
              {over_time("drive", 0, drives, [](double, const auto& s) { return s.x.data[2]; }),
               over_time("rotate", 1, rotates, [](double, const auto& s) { return s.x.data[2]; }),
               over_time("park", 2, parks, [](double, const auto& s) { return s.x.data[2]; })})}},
      argc, argv);
  return lesson.done();
}
