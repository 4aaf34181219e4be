// A gait of the snakeboard by steering: sideways by half a length, standing as before, with the shape (rotor theta1,
// wheels theta2) as it was, whatever that is: the shape that the gait begins with is chosen so that it costs least, and
// the momentum of the shape is periodic then, as in a motion that goes on.
//
// What is minimised is the kinetic energy of motions that roll, a = D(x) u with (l cos theta2, 0, sin theta2, 0, 0)
// beside the two rates of the shape (Ostrowski, Lewis, Murray & Burdick 1994).
#include <algorithm>
#include <cmath>
#include <string>

#include "picture.hpp"
#include "steered.hpp"

namespace {

constexpr const char* board = R"json({"schema": 1, "name": "snakeboard", "group": ["SE2", "T2"],
  "parameters": {"m": "1", "J": "1/5", "Jr": "3/20", "Jw": "1/25", "l": "1/2"},
  "metric": [["m","0","0","0","0"], ["0","m","0","0","0"], ["0","0","J+Jr+2*Jw","Jr","0"],
             ["0","0","Jr","Jr","0"], ["0","0","0","0","2*Jw"]],
  "constraint": {"span": [["l*cos(theta2)","0","sin(theta2)","0","0"], ["0","0","0","1","0"],
                          ["0","0","0","0","1"]]}})json";

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("The snakeboard goes half a length sideways, and its shape comes back");
  const Steered fixed = steered(lesson, board, {.to = {{"y", 0.5}}, .candidates = 1});
  if (fixed.motions.empty()) return 1;

  std::printf("\nThe same where the shape may begin as it likes:\n");
  const Steered gait = steered(
      lesson, board, {.to = {{"y", 0.5}}, .candidates = 1, .periodic = {"theta1", "theta2"}});
  if (gait.motions.empty()) return 1;
  const auto apart = [&](const char* column) {
    const std::size_t c = gait.run.column(column);
    return std::abs(gait.run(gait.run.rows() - 1, c) - gait.run(0, c));
  };
  for (const char* column : {"theta1", "theta2", "p4", "p5"})
    lesson.claim((std::string(column) + ", end minus start").c_str(), apart(column), 1e-7);
  lesson.differs("what the choice saves", fixed.best().cost - gait.best().cost, 1e-3);

  picture("snakeboard_steered",
          {"The snakeboard, half a length sideways",
           panel("Path in the plane", "x", "y",
                 {columns("shape given", 0, fixed.run, "x", "y"),
                  columns("shape periodic", 1, gait.run, "x", "y")},
                 hamel::Panel::Frame::plane),
           {panel("Wheels", "t", "rad",
                  {columns("given", 0, fixed.run, "t", "theta2"),
                   columns("periodic", 1, gait.run, "t", "theta2")})}},
          argc, argv);
  return lesson.done();
}
