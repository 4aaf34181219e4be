// A ball on a table, rolled by the palm of a hand that does not let it spin: how to bring it one radius to the side,
// turned by a right angle about the vertical?
//
// With R the attitude and a the angular velocity in the body, w = R a in space: rolling is x' = r w_y, y' = -r w_x, and
// no spin is w_z = 0. The constraint moves with the configuration, it has rank 2 and growth 2, 3, 5 (Jurdjevic 1993,
// The geometry of the plate-ball problem).
#include <algorithm>
#include <cmath>
#include <numbers>

#include "picture.hpp"
#include "steered.hpp"

namespace {

constexpr const char* ball = R"json({
  "schema": 1, "name": "ball", "group": ["SO3", "R2"], "parameters": {"r": "1"},
  "metric": [["2/5","0","0","0","0"], ["0","2/5","0","0","0"], ["0","0","2/5","0","0"],
             ["0","0","0","1","0"], ["0","0","0","0","1"]],
  "constraint": {"span": [["R11","R12","R13","0","-r"], ["R21","R22","R23","r","0"]]} })json";

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("A ball is rolled one radius to the side, turned about the vertical on arrival");
  const Steered roll = steered(
      lesson, ball,
      {.to = {{"r1", 1}, {"R11", 0}, {"R12", -1}, {"R21", 1}, {"R22", 0}}, .candidates = 1});
  if (roll.motions.empty()) return 1;
  lesson.claim("distance of the ball from its place at the end",
               std::hypot(roll.end("r1") - 1, roll.end("r2")), 1e-8);
  lesson.claim("angle reached minus a right angle",
               std::abs(std::atan2(roll.end("R21"), roll.end("R11")) - std::numbers::pi / 2), 1e-8);
  // The energy is that of the speed v of its centre, 7/10 v^2, which is the same all the way.
  const double length = std::sqrt(roll.best().cost / 0.7);
  double off = 0;
  for (std::size_t i = 0; i < roll.run.rows(); ++i) {
    const auto at = [&](const char* name) { return roll.run(i, roll.run.column(name)); };
    off = std::max(off, std::abs(std::hypot(at("a4"), at("a5")) - length));
  }
  lesson.claim("its speed minus the length of its path", off, 1e-7);
  lesson.differs("length of its path in radii", length, 2);

  picture("rolling_ball",
          {"A ball rolled one radius to the side, turned by a right angle on arrival",
           panel("Path of its centre", "x (radii)", "y (radii)",
                 {columns("centre", 0, roll.run, "r1", "r2")}, hamel::Panel::Frame::plane),
           {panel("Attitude", "t", "entries of R",
                  {columns("R11", 1, roll.run, "t", "R11"), columns("R21", 2, roll.run, "t", "R21"),
                   columns("R33", 3, roll.run, "t", "R33")})}},
          argc, argv);
  return lesson.done();
}
