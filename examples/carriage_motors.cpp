// A carriage with a motor on each wheel is parked one length to its left: the torques of least effort, the integral of
// 1/2 (left^2 + right^2), from rest to rest, and the same with weaker motors.
//
// The wheels roll on an axle of half-length 1: their mean angle theta1 drives, half their difference theta2 turns,
// a1 = R theta1', a3 = R theta2'. Every motion keeps theta2 - phi/R: the constraint is not bracket generating, and
// theta2 comes back with the heading.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <hamel/io/effort.hpp>
#include <hamel/io/plot.hpp>

#include "lesson.hpp"
#include "picture.hpp"

namespace {

/// The carriage, its motors bounded by `most`.
std::string carriage(const std::string& most) {
  const std::string bounds = R"("bounds": ["-)" + most + R"(", ")" + most + R"("]})";
  return R"json({"schema": 1, "name": "carriage with motors", "group": ["SE2", "T2"],
  "parameters": {"R": "1/2", "m": "2", "J": "1", "I": "1/10"},
  "metric": [["m","0","0","0","0"], ["0","m","0","0","0"], ["0","0","J","0","0"],
             ["0","0","0","2*I","0"], ["0","0","0","0","2*I"]],
  "constraint": {"span": [["R","0","0","1","0"], ["0","0","R","0","1"]]},
  "inputs": {"left":  {"force": ["0","0","0","1","-1"], )json" +
         bounds + R"(, "right": {"force": ["0","0","0","1","1"], )" + bounds + "}}";
}

/// The motion found, its nodes and inputs.
struct Drive {
  hamel::EffortAnswer answer;
  hamel::Curve path, left, right;
};

Drive drive(Lesson& lesson, const char* name, int colour, const std::string& most) {
  const auto file = hamel::parse_system_file(carriage(most));
  Drive found;
  found.answer =
      hamel::least_effort(file, {.to = {{"y", 1}}, .free = {"theta1"}, .t_end = 4, .steps = 80});
  if (!found.answer.solved) return found;
  lesson.claim("end minus target", found.answer.residual, 1e-8);
  lesson.claim("the same, the equations of motion solved accurately", found.answer.miss, 1e-2);
  for (auto* curve : {&found.path, &found.left, &found.right}) curve->colour = colour;
  found.path.name = name;
  found.left.name = std::string(name) + ", left";
  found.right.name = std::string(name) + ", right";
  found.right.colour = colour + 2;
  hamel::follow(file, found.answer, [&](const hamel::Sample& s, std::span<const double> w) {
    found.path.x.push_back(s.x[0]);
    found.path.y.push_back(s.x[1]);
    for (const int i : {0, 1}) {
      auto& curve = i == 0 ? found.left : found.right;
      curve.x.push_back(s.t);
      curve.y.push_back(w[static_cast<std::size_t>(i)]);
    }
  });
  double greatest = 0;
  for (const auto& w : found.answer.inputs)
    greatest = std::max({greatest, std::abs(w[0]), std::abs(w[1])});
  std::printf("  effort %.8g, within %.1e; greatest torque %.6g\n", found.answer.cost,
              found.answer.cost_error, greatest);
  return found;
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("A carriage with two motors is parked sideways with the least effort");
  std::printf("\nStrong motors:\n");
  const Drive strong = drive(lesson, "strong motors", 0, "100");
  std::printf("\nMotors of at most 3/4 of what that took:\n");
  double greatest = 0;
  for (const auto& w : strong.answer.inputs)
    greatest = std::max({greatest, std::abs(w[0]), std::abs(w[1])});
  const Drive weak = drive(lesson, "weak motors", 1, std::to_string(0.75 * greatest));
  if (!strong.answer.solved || !weak.answer.solved) return 1;
  lesson.differs("what the bound costs", weak.answer.cost - strong.answer.cost, 1e-3);

  picture("carriage_motors",
          {"A carriage with two motors: least effort from rest to rest",
           panel("Path in the plane (ring: start, disc: end)", "x", "y", {strong.path, weak.path},
                 hamel::Panel::Frame::plane),
           {panel("Torques", "t", "torque", {strong.left, strong.right, weak.left, weak.right})}},
          argc, argv);
  return lesson.done();
}
