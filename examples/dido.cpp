// Dido's problem: the shortest curve that encloses a given area, as the cheapest motion on the Heisenberg group.
//
// A motion of H3 with a in <e1,e2> draws a curve in the plane, and z grows by twice the area that it sweeps. Home again
// with z = 1, the cheapest is a circle: any of a whole family, which is why its end is a conjugate point.
#include <cmath>
#include <numbers>

#include "picture.hpp"
#include "steered.hpp"

namespace {

constexpr const char* plane = R"json({
  "schema": 1, "name": "plane", "group": ["H3"],
  "metric": [["1","0","0"], ["0","1","0"], ["0","0","1"]],
  "constraint": {"span": [["1","0","0"], ["0","1","0"]]} })json";

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("Dido's problem: the area 1/2 inside the shortest curve");

  std::printf("\nA closed curve:\n");
  const Steered circle = steered(lesson, plane, {.to = {{"z", 1}}, .candidates = 1});
  if (circle.motions.empty()) return 1;
  const double length = std::sqrt(2 * circle.best().cost);  // at constant speed in unit time
  lesson.claim("length minus that of the circle, 2 sqrt(pi/2)",
               std::abs(length - 2 * std::sqrt(std::numbers::pi / 2)), 1e-9);
  lesson.claim("conjugate time minus 1", std::abs(*circle.best().conjugacy.first - 1), 1e-9);
  lesson.claim("cut time minus 1", std::abs(*circle.best().cut_time - 1), 1e-9);

  std::printf("\nA curve to a shore one away, the same area between it and the shore:\n");
  const Steered arc = steered(lesson, plane, {.to = {{"x", 1}, {"z", 1}}, .candidates = 1});
  if (arc.motions.empty()) return 1;
  // An arc over a chord of length 1 with central angle w: area (w - sin w)/(8 sin^2(w/2)) = 1/2.
  const double w = 2 * std::abs(arc.best().mu[2]), s = std::sin(w / 2);
  lesson.claim("area of the circle's segment minus 1/2",
               std::abs((w - std::sin(w)) / (8 * s * s) - .5), 1e-9);
  lesson.claim("length minus that of the arc",
               std::abs(std::sqrt(2 * arc.best().cost) - w / (2 * std::abs(s))), 1e-9);
  lesson.differs("cut time", *arc.best().cut_time, 1);

  picture("dido",
          {"Dido's problem: the shortest curves around the area 1/2",
           panel("In the plane", "x", "y",
                 {columns("closed", 0, circle.run, "x", "y"),
                  columns("to (1,0)", 1, arc.run, "x", "y")},
                 hamel::Panel::Frame::plane),
           {panel("z, twice the area swept", "t", "z",
                  {columns("closed", 0, circle.run, "t", "z"),
                   columns("to (1,0)", 1, arc.run, "t", "z")})}},
          argc, argv);
  return lesson.done();
}
