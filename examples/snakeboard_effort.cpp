// A gait of the snakeboard that takes the least effort of its rider: from rest to rest one length forward, with the
// rotor (the rider's arms) and the wheels where they were, so that it can be done again and again.
//
// Torques act on the shape alone, on the rotor theta1 and on the wheels theta2; that the wheels roll makes the board
// move, a = D(x) u with (l cos theta2, 0, sin theta2, 0, 0) beside the two rates of the shape (Ostrowski, Lewis, Murray
// & Burdick 1994). Effort is the integral of 1/2 |w|^2.
#include <algorithm>
#include <cmath>
#include <vector>

#include <hamel/io/effort.hpp>
#include <hamel/io/model.hpp>
#include <hamel/io/plot.hpp>

#include "lesson.hpp"
#include "picture.hpp"

namespace {

constexpr const char* board = R"json({"schema": 1, "name": "snakeboard", "group": ["SE2", "T2"],
  "parameters": {"m": "1", "J": "1/5", "Jr": "3/20", "Jw": "1/25", "l": "1/2"},
  "metric": [["m","0","0","0","0"], ["0","m","0","0","0"], ["0","0","J+Jr+2*Jw","Jr","0"],
             ["0","0","Jr","Jr","0"], ["0","0","0","0","2*Jw"]],
  "constraint": {"span": [["l*cos(theta2)","0","sin(theta2)","0","0"], ["0","0","0","1","0"],
                          ["0","0","0","0","1"]]},
  "inputs": {"rotor": {"force": ["0","0","0","1","0"]},
             "wheels": {"force": ["0","0","0","0","1"]}},
  "initial": {"a": ["0","0","0","0","0"]}})json";

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("The snakeboard goes one length forward by swinging alone, with the least effort");
  const auto file = hamel::parse_system_file(board);
  const auto gait = hamel::least_effort(file, {.to = {{"x", 1}}, .t_end = 4, .steps = 40});
  if (!gait.solved) return 1;
  lesson.claim("end minus target", gait.residual, 1e-8);
  std::printf("  effort %.8g, within %.1e of the least near it\n", gait.cost, gait.cost_error);

  // Once more from where it came to rest: the same inputs, the same length.
  const double h = gait.t_end / static_cast<double>(gait.inputs.size());
  hamel::Simulation run(file, hamel::Dynamics::nonholonomic, "variational");
  hamel::Curve path, rotor, wheels;
  path.marks_ends = true;
  rotor.name = "rotor";
  wheels.name = "wheels";
  wheels.colour = 1;
  double swing = 0;
  const auto note = [&] {
    const hamel::Sample s = run.look();
    path.x.push_back(s.x[0]);
    path.y.push_back(s.x[1]);
    rotor.x.push_back(s.t);
    rotor.y.push_back(s.x[3]);
    wheels.x.push_back(s.t);
    wheels.y.push_back(s.x[4]);
    swing = std::max(swing, std::abs(s.x[3]));
  };
  note();
  for (int cycle = 0; cycle < 2; ++cycle)
    for (const auto& w : gait.inputs) {
      if (!run.step(h, w)) return 1;
      note();
    }
  lesson.claim("place after two cycles minus two lengths", std::abs(path.x.back() - 2), 1e-6);
  lesson.differs("swing of the rotor", swing, 0.5);

  picture("snakeboard_effort",
          {"A gait of least effort: two cycles of the snakeboard, from rest to rest",
           panel("Path in the plane (ring: start, disc: end)", "x", "y", {path},
                 hamel::Panel::Frame::plane),
           {panel("Shape", "t", "rad", {rotor, wheels})}},
          argc, argv);
  return lesson.done();
}
