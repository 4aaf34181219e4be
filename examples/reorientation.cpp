// Reorientation of a satellite by two rotors: no torque from outside, the angular momentum stays zero, and yet it turns
// about its third axis, which has no rotor: a bracket of what the two can do.
//
// With body inertia (I1,I2,I3) and rotors of inertia j along axes 1 and 2, momentum zero reads (I1 + j) w1 + j theta1'
// = 0, (I2 + j) w2 + j theta2' = 0, I3 w3 = 0: d has rank 2 and growth 2, 3, 5. The rotors may end as they like.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "picture.hpp"
#include "steered.hpp"

namespace {

constexpr const char* satellite = R"json({
  "schema": 1, "name": "satellite with two rotors", "group": ["SO3", "T2"],
  "parameters": {"I1": "1", "I2": "6/5", "I3": "3/2", "j": "1/2"},
  "metric": [["I1+j","0","0","j","0"], ["0","I2+j","0","0","j"], ["0","0","I3","0","0"],
             ["j","0","0","j","0"], ["0","j","0","0","j"]],
  "constraint": {"span": [["-j","0","0","I1+j","0"], ["0","-j","0","0","I2+j"]]} })json";

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("A satellite turns by one radian about the axis without a rotor");
  const double angle = 1, c = std::cos(angle), s = std::sin(angle);
  const Steered turn = steered(lesson, satellite,
                               {.to = {{"R11", c}, {"R12", -s}, {"R21", s}, {"R22", c}},
                                .free = {"theta1", "theta2"},
                                .t_end = 10,
                                .candidates = 1});
  if (turn.motions.empty()) return 1;
  lesson.claim("angle reached minus 1",
               std::abs(std::atan2(turn.end("R21"), turn.end("R11")) - angle), 1e-8);
  lesson.claim("tilt of the third axis at the end", std::abs(turn.end("R33") - 1), 1e-8);
  // A rotor that is free at the end has no momentum against it there.
  lesson.claim("momentum of the first rotor at the end", std::abs(turn.end("p4")), 1e-8);
  lesson.claim("momentum of the second rotor at the end", std::abs(turn.end("p5")), 1e-8);
  double tilt = 1;
  for (std::size_t i = 0; i < turn.run.rows(); ++i)
    tilt = std::min(tilt, turn.run(i, turn.run.column("R33")));
  lesson.differs("tilt of the third axis on the way (radians)", std::acos(tilt), 0.5);

  picture("reorientation",
          {"A turn about the axis without a rotor, by two rotors about the others",
           panel("The third axis as seen from outside", "its x", "its y",
                 {columns("third axis", 0, turn.run, "R13", "R23")}, hamel::Panel::Frame::plane),
           {panel("Rotors", "t", "angle (rad)",
                  {columns("first", 1, turn.run, "t", "theta1"),
                   columns("second", 2, turn.run, "t", "theta2")})}},
          argc, argv);
  return lesson.done();
}
