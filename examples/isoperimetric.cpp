// Steering where the answer is known: how to climb in the Heisenberg group, how to turn a satellite with two rotors.
//
// On the Heisenberg group z' = y x' - x y': the height is twice the area that the path in the plane encloses, so that the
// cheapest way up is Dido's problem, and its answer a circle. With two rotors and no angular momentum a satellite can
// turn about two axes only; a turn about the third is made by a loop of the two.
#include <cmath>
#include <numbers>
#include <vector>

#include <hamel/hamel.hpp>
#include <hamel/steer/conjugate.hpp>
#include <hamel/steer/cut_time.hpp>
#include <hamel/steer/steer.hpp>

#include "lesson.hpp"
#include "motion.hpp"
#include "picture.hpp"

using namespace hamel;
using V3 = Vector<double, 3>;

namespace {

/// Vakonomic motion with d = <e1,e2> and kinetic energy (m1 a1^2 + m2 a2^2)/2.
template <class G>
auto of_two_axes(const G& group, double m1, double m2) {
  Matrix<double, 3, 2> d;
  d << 1, 0, 0, 1, 0, 0;
  const auto system = mechanical(group, Matrix<double, 3>(V3(m1, m2, 1).asDiagonal()));
  return vakonomic(system, Split(system, d));
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("Steering where the answer is known: Dido's problem, and turning by loops");
  const auto climb = of_two_axes(Heisenberg<1>{}, 1, 1);
  const auto e = climb.group().identity<double>();
  Steering up(climb);
  const auto to = [&](double x, double z) {
    return climb.group().from_coordinates(std::vector<double>{x, 0, z});
  };

  std::printf("\nThe height 1 straight above the start, in unit time:\n");
  const auto circle = up.solve(e, to(0, 1), 1);
  if (circle.empty()) return 1;
  lesson.claim("end of the motion minus target", circle[0].residual, 1e-10);
  // A circle of radius r has z = 2 pi r^2 and length 2 pi r, which costs (2 pi r)^2/2.
  lesson.claim("cost minus that of a circle, pi", std::abs(circle[0].cost - std::numbers::pi),
               1e-10);

  std::printf("\nTowards the side an arc of a circle is enough, of less than a turn:\n");
  const auto arc = up.solve(e, to(1, 1), 1);
  if (arc.empty()) return 1;
  const auto known = conjugacy(climb, arc[0].start, 1, 4);
  lesson.claim("conjugate time minus cut time, one turn",
               std::abs(known.first.value_or(0) - *cut_time(climb, arc[0].start.m)), 1e-10);
  lesson.differs("conjugate time, which is after the end", known.first.value_or(0), 1);

  std::printf("\nA satellite with two rotors turns by 90 degrees about the third axis:\n");
  const auto turn = of_two_axes(SO3{}, 2, 1);
  Steering satellite(turn);
  const auto about3 = turn.group().exp(V3(0, 0, std::numbers::pi / 2));
  const auto turned = satellite.solve(turn.group().identity<double>(), about3, 1);
  if (turned.empty()) return 1;
  lesson.claim("attitude at the end minus target", turned[0].residual, 1e-10);
  lesson.claim("turn rate about the third axis at the start", std::abs(turned[0].a[2]), 0);
  std::printf("  cost %.10g, %s\n", turned[0].cost,
              text(conjugacy(turn, turned[0].start, 1).optimality));

  const auto plane = [](const auto& s) { return Vector<double, 2>(s.x.data.head(2)); };
  const auto height = [](double, const auto& s) { return s.x.data[2]; };
  const auto above = motion(climb, circle[0].start, 1), aside = motion(climb, arc[0].start, 1);
  picture("isoperimetric",
          {"Dido's problem: the cheapest way up encloses its area with a circle",
           panel("Path in the plane (ring: start, disc: end)", "x  (length)", "y  (length)",
                 {path("to the height 1 above the start", 0, above, plane),
                  path("to the height 1 beside it", 1, aside, plane)},
                 Panel::Frame::plane),
           {panel("Height: twice the area swept about the start", "t  (time)", "z",
                  {over_time("above", 0, above, height), over_time("beside", 1, aside, height)})}},
          argc, argv);
  return lesson.done();
}
