// hamel steer where ends may move: whether a motion is also the best to the ends nearby.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "run_steer.hpp"

namespace {

/// r1 swings by L = (r1'^2 + r2'^2 - k r1^2)/2 while r2 goes straight.
std::string swing(const TemporaryFolder& folder, const std::string& k) {
  return folder.write("swing.json", R"({"schema": 1, "name": "swing", "group": ["R2"],
    "metric": [["1","0"],["0","1"]], "potential": ")" +
                                        k + R"(*r1^2/2"})");
}

}  // namespace

TEST_CASE("a free end: the cost of ends nearby is r1^2/2 cot T, and a half turn is conjugate") {
  const TemporaryFolder folder;
  const auto asked = [&](const char* time) {
    return answer(folder, swing(folder, "1"),
                  {"--to", "r2=1", "--free", "r1", "--t-end", time, "--candidates", "1"});
  };
  CHECK(asked("1.5")["optimality"] == "locally optimal");
  CHECK(asked("1.65")["optimality"] == "not locally optimal");
  CHECK(asked("3")["optimality"] == "not locally optimal");
  CHECK(asked("3.3")["optimality"] == "beyond conjugate point");
}

TEST_CASE("a free start and end: the cost of r1 that comes back is r1^2 (cos T - 1)/sin T") {
  const TemporaryFolder folder;
  const std::vector<std::string> options{"--to", "r2=1", "--periodic", "r1", "--candidates", "1"};
  CHECK(answer(folder, swing(folder, "1"), options)["optimality"] == "not locally optimal");
  CHECK(answer(folder, swing(folder, "-1"), options)["optimality"] == "locally optimal");
  // Nothing depends on r1: neither, whatever it is.
  CHECK(answer(folder, swing(folder, "0"), options)["optimality"] == "unknown");
}
