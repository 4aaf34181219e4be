// The Heisenberg system: the constraint z' = y x' - x y', where rolling means going straight.
//
// d = <e1, e2> in the algebra of H(3), [e1,e2] = -2 e3. Nonholonomic motions are free motions here
// (Jozwikowski & Respondek 2013, Ex. 4.4), the vakonomic ones are the sub-Riemannian geodesics: they
// turn at a constant rate, and enclosing an area in the plane is how they climb in z.
#include <cmath>
#include <numbers>

#include <hamel/hamel.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "picture.hpp"

using namespace hamel;
using V3 = Vector<double, 3>;

int main(int argc, char** argv) {
  Lesson lesson("The Heisenberg group: straight lines and circles under one constraint");
  const Heisenberg<1> group;
  Matrix<double, 3, 2> d;
  d << 1, 0, 0, 1, 0, 0;
  const auto system = mechanical(group, Matrix<double, 3>(Matrix<double, 3>::Identity()));
  const Split split(system, d);
  const auto x = group.identity<double>();
  const V3 a(0.6, -0.2, 0);
  const auto run = [&](const auto& problem, const auto& start, double t) {
    const auto state =
        integrate(problem, start, Adaptive<DormandPrince8>{}, {.step = t / 10, .steps = 10})
            .states.back();
    return V3(state.x.data);
  };
  const auto rolling = nonholonomic(system, split);
  const auto geodesic = vakonomic(system, split);
  const auto unconstrained = free(system);

  std::printf("\nNonholonomic motion is straight, and free:\n");
  const V3 line = run(rolling, rolling.start(x, a), 5);
  lesson.claim("nonholonomic motion at t = 5 minus t a", (line - 5 * a).norm(), 1e-12);
  lesson.claim("nonholonomic minus free motion",
               (line - run(unconstrained, unconstrained.start(x, a), 5)).norm(), 1e-12);

  std::printf("\nVakonomic motion turns at the rate 2 mu3, here with mu3 = 1/2:\n");
  const V3 mu(0, 0, 0.5);
  const auto start = geodesic.start(x, a, mu);
  // p' = ad*_a p with p3 = mu3 constant: (p1,p2) turns at the rate 2 mu3 = 1.
  const double turn = 2 * std::numbers::pi;
  const V3 closed = run(geodesic, start, turn);
  const double radius = a.norm();
  lesson.claim("after one turn the plane curve is closed", closed.head<2>().norm(), 1e-11);
  lesson.claim("and z has grown by twice the area enclosed, 2 pi r^2",
               std::abs(std::abs(closed[2]) - turn * radius * radius), 1e-11);

  std::printf("\nThe variational integrator keeps the momenta of the symmetry to rounding:\n");
  const auto state =
      integrate(geodesic, start, Variational<>{}, {.step = 0.01, .steps = 100000, .every = 100000})
          .states.back();
  lesson.claim("spatial momentum after 100 000 steps",
               (spatial_momentum(geodesic, state) - spatial_momentum(geodesic, start)).norm(),
               1e-9);
  lesson.claim("energy, relative", std::abs(energy(geodesic, state) / energy(geodesic, start) - 1),
               1e-12);

  const auto plane = [](const auto& s) { return Vector<double, 2>(s.x.data.head(2)); };
  const auto height = [](double, const auto& s) { return s.x.data[2]; };
  const auto steered = [&](double mu3) {
    return motion(geodesic, geodesic.start(x, a, V3(0, 0, mu3)), 2.5 * turn);
  };
  const auto straight = motion(rolling, rolling.start(x, a), 6);
  const auto one = steered(0.5), fast = steered(1), back = steered(-0.25);
  picture("heisenberg",
          {"The Heisenberg group: straight lines and circles under one constraint",
           panel("Path in the plane (ring: start, disc: end)", "x  (length)", "y  (length)",
                 {path("nonholonomic = free", 0, straight, plane),
                  path("vakonomic, mu3 = 1/2", 1, one, plane),
                  path("vakonomic, mu3 = 1", 4, fast, plane),
                  path("vakonomic, mu3 = -1/4", 2, back, plane)},
                 Panel::Frame::plane),
           {panel("Height: twice the area swept about the start", "t  (time)", "z",
                  {over_time("mu3 = 1/2", 1, one, height), over_time("mu3 = 1", 4, fast, height),
                   over_time("mu3 = -1/4", 2, back, height)})}},
          argc, argv);
  return lesson.done();
}
