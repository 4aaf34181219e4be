// What hamel steer says of the optimality of a motion: at conjugate points, before them and after.
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "../paths.hpp"
#include "run_steer.hpp"

namespace {

std::string fault(const std::string& name) {
  return paths::data() + "/faults/" + name + ".json";
}

/// A turn about e3.
std::string turn(double angle) {
  char text[200];
  std::snprintf(text, sizeof text, "R11=%.17g,R12=%.17g,R21=%.17g,R22=%.17g", std::cos(angle),
                -std::sin(angle), std::sin(angle), std::cos(angle));
  return text;
}

}  // namespace

TEST_CASE("a turn about e3 is a conjugate point at every angle, for every candidate") {
  const TemporaryFolder folder;
  std::vector<std::string> ends{"R11=-1,R12=0,R21=0,R22=-1", "R11=0,R12=-1,R21=1,R22=0"};
  for (const double angle : {0.3, 1., 2., -2.5, 3.1}) ends.push_back(turn(angle));
  for (const auto& end : ends) {
    CAPTURE(end);
    const Json report = answer(folder, fault("conjugate_end"), {"--to", end});
    CHECK(report["optimality"] == "at a conjugate point");
    REQUIRE(!report["candidates"].empty());
    for (const auto& one : report["candidates"]) {
      CHECK(one["optimality"] == "at a conjugate point");
      CHECK(one["conjugate_time"] == 1);  // exactly: by symmetry
    }
  }
}

TEST_CASE("a conjugate time in the beginning is not made by rounding") {
  const TemporaryFolder folder;
  const auto asked = [&](const char* end) {
    return answer(folder, fault("false_conjugate_small"), {"--to", end, "--candidates", "1"});
  };
  const Json one = asked("x1=0.014,x2=0.452,x3=0.039,x4=-0.010,x5=-0.029,x6=0.003"),
             mirrored = asked("x1=0.014,x2=-0.452,x3=-0.039,x4=0.010,x5=0.029,x6=-0.003");
  CHECK(one["optimality"] == "locally optimal");
  CHECK(one["conjugate_time"].is_null());
  CHECK(mirrored["optimality"] == "locally optimal");
}

TEST_CASE("L that is regular on the constraint alone is steered") {
  const TemporaryFolder folder;
  const Json report = answer(folder, fault("steer_singular_lagrangian"), {});
  // The least integral of v'^2/2 from (-1, 0) to (0, 0) in unit time: v' = 6 - 12 t.
  CHECK(std::abs(report["cost"].get<double>() - 6) < 1e-9);
  CHECK(report["optimality"] == "locally optimal");
}
