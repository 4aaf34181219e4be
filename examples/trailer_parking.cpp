// Parking a tractor with a trailer: one length to the left, standing as before, and the trailer straight behind.
//
// The hitch angle theta1 of the trailer, whose axle is d behind the hitch, follows theta1' = -(a1 sin(theta1)/d + a3);
// the tractor drives (a1) and turns (a3). The constraint moves with the configuration, growth 2, 3, 4.
#include <algorithm>
#include <cmath>

#include "picture.hpp"
#include "steered.hpp"

namespace {

constexpr const char* pair = R"json({
  "schema": 1, "name": "tractor and trailer", "group": ["SE2", "T1"], "parameters": {"d": "7/10"},
  "metric": [["1","0","0","0"], ["0","1","0","0"], ["0","0","1/4","0"], ["0","0","0","1/10"]],
  "constraint": {"span": [["d","0","0","-sin(theta1)"], ["0","0","1","-1"]]
}
})json";

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("A tractor with a trailer is parked one length to the left");
  const Steered parked = steered(lesson, pair, {.to = {{"y", 1}}, .candidates = 2});
  if (parked.motions.empty()) return 1;
  for (const char* name : {"x", "phi", "theta1"})
    lesson.claim(name, std::abs(parked.end(name)), 1e-8);
  lesson.claim("y minus 1", std::abs(parked.end("y") - 1), 1e-8);
  std::printf("  cost of the ways found:");
  for (const auto& way : parked.motions)
    std::printf(" %.8g (%s)", way.cost, hamel::text(way.conjugacy.optimality));
  std::printf("\n");
  double most = 0;
  for (std::size_t i = 0; i < parked.run.rows(); ++i)
    most = std::max(most, std::abs(parked.run(i, parked.run.column("theta1"))));
  lesson.differs("largest hitch angle on the way", most, 0.1);

  // Leaving the trailer as it comes to stand cannot cost more.
  std::printf("\nThe same with the hitch angle free at the end:\n");
  const Steered loose =
      steered(lesson, pair, {.to = {{"y", 1}}, .free = {"theta1"}, .candidates = 1});
  if (loose.motions.empty()) return 1;
  lesson.differs("what that saves", parked.best().cost - loose.best().cost, 1e-3);

  picture("trailer_parking",
          {"A tractor with a trailer, one length to the left",
           panel("Path of the tractor's axle", "x", "y",
                 {columns("trailer straight at the end", 0, parked.run, "x", "y"),
                  columns("trailer free at the end", 1, loose.run, "x", "y")},
                 hamel::Panel::Frame::plane),
           {panel("Hitch angle", "t", "rad",
                  {columns("straight", 0, parked.run, "t", "theta1"),
                   columns("free", 1, loose.run, "t", "theta1")})}},
          argc, argv);
  return lesson.done();
}
