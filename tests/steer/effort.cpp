// Inputs of least effort against what is known of them.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/io/effort.hpp>
#include <hamel/io/system_file.hpp>

using namespace hamel;

namespace {

const std::string wheel = R"({"schema": 1, "name": "wheel", "group": ["T1"], "metric": [["2"]],
  "inputs": {"motor": {"force": ["1"])";

/// A unicycle with two motors, each pushes at its side.
SystemFile cart(const std::string& bounds) {
  return parse_system_file(R"({"schema": 1, "name": "cart", "group": ["SE2"],
    "metric": [["1","0","0"],["0","1","0"],["0","0","1/2"]],
    "constraint": {"span": [["1","0","0"],["0","0","1"]]},
    "inputs": {"left": {"force": ["1","0","-1/2"])" +
                           bounds + R"(}, "right": {"force": ["1","0","1/2"])" + bounds + "}}}");
}

/// x on the way at every node.
std::vector<std::vector<double>> nodes(const SystemFile& file, const EffortAnswer& answer) {
  std::vector<std::vector<double>> all;
  follow(file, answer, [&](const Sample& s, std::span<const double>) { all.push_back(s.x); });
  return all;
}

}  // namespace

TEST_CASE("from rest to rest: 6 I^2 x^2 / T^3, by steps of T/N more by 1/(1 - 1/N^2)") {
  const double x = 1.5, inertia = 2, time = 3;
  const auto file = parse_system_file(wheel + "}}}");
  const double least = 6 * std::pow(inertia * x, 2) / std::pow(time, 3);
  for (const int n : {40, 41, 20, 9}) {  // the last two have no coarser mesh to compare with
    CAPTURE(n);
    const auto answer = least_effort(file, {.to = {{"theta1", x}}, .t_end = time, .steps = n});
    REQUIRE(answer.solved);
    CHECK(answer.inputs.size() == std::size_t(n));
    CHECK(std::abs(answer.cost / (least / (1 - 1. / (n * n))) - 1) < 1e-8);
    CHECK(std::abs(answer.cost - answer.cost_error - least) < 0.02 * (answer.cost - least));
    CHECK(answer.residual < 1e-9);
    CHECK(answer.miss < 1e-9);  // the integrator is exact under constant forces
  }
}

TEST_CASE("a rotation about one axis costs what a wheel of that inertia does") {
  const auto file = parse_system_file(R"({"schema": 1, "name": "body", "group": ["SO3"],
    "metric": [["2","0","0"],["0","3","0"],["0","0","4"]],
    "inputs": {"a": {"force": ["1","0","0"]}, "b": {"force": ["0","1","0"]},
               "c": {"force": ["0","0","1"]}}})");
  const double angle = 1, c = std::cos(angle), s = std::sin(angle);
  const auto answer = least_effort(
      file, {.to = {{"R11", c}, {"R12", -s}, {"R21", s}, {"R22", c}}, .t_end = 2, .steps = 60});
  REQUIRE(answer.solved);
  const double least = 6 * 16 * angle * angle / 8;
  CHECK(std::abs(answer.cost / (least / (1 - 1. / 3600)) - 1) < 1e-7);
  CHECK(answer.residual < 1e-9);
}

TEST_CASE("a start that moves, and an end that may") {
  const auto file = parse_system_file(wheel + R"(}}, "initial": {"a": ["1"]}})");
  // w = 0 leads where it drifts to.
  const auto drift =
      least_effort(file, {.to = {{"theta1", 2}}, .at_rest = false, .t_end = 2, .steps = 20});
  REQUIRE(drift.solved);
  CHECK(drift.cost < 1e-10);
  // From speed v to rest at v T / 2: constant w = -I v / T.
  const auto braked = least_effort(file, {.to = {{"theta1", 1}}, .t_end = 2, .steps = 20});
  REQUIRE(braked.solved);
  CHECK(std::abs(braked.cost - 1) < 1e-8);
}

TEST_CASE("bounds of an input are kept, and cost what they must") {
  const double bound = 2.2, time = 2, x = 1, inertia = 2;
  const auto file = parse_system_file(wheel + R"(, "bounds": ["-11/5", "11/5"]}}})");
  const int n = 100;
  const auto answer = least_effort(file, {.to = {{"theta1", x}}, .t_end = time, .steps = n});
  REQUIRE(answer.solved);
  for (const auto& w : answer.inputs) CHECK(std::abs(w[0]) <= bound);
  // w = min(bound, c s) for s = 1 - 2t/T in [0,1], odd in s: I x = T^2/2 int s w ds.
  const auto reach = [&](double c) {
    const double s = bound / c;
    return time * time / 2 * (c * s * s * s / 3 + bound * (1 - s * s) / 2) / inertia;
  };
  double low = bound, high = 1e6;
  for (int i = 0; i < 100; ++i) (reach((low + high) / 2) < x ? low : high) = (low + high) / 2;
  const double s = bound / low;
  const double least = time / 2 * (low * low * s * s * s / 3 + bound * bound * (1 - s));
  CHECK(std::abs(answer.cost / least - 1) <
        1e-3);  // 100 steps, and a corner where the bound begins
  CHECK(least > 1.02 * 6 * 4 * x * x / 8);
}

TEST_CASE("wheels that roll: driving straight is known, sideways is reached within limits") {
  const auto file = cart("");
  // Both motors push alike: 2 w = x'', the cost is 1/4 int x''^2.
  const auto straight = least_effort(file, {.to = {{"x", 2}}, .t_end = 2, .steps = 50});
  REQUIRE(straight.solved);
  CHECK(std::abs(straight.cost / (1.5 / (1 - 1. / 2500)) - 1) < 1e-7);

  const auto free_way = least_effort(file, {.to = {{"y", 0.5}}, .t_end = 2, .steps = 50});
  const auto narrow =
      least_effort(cart(R"(, "bounds": ["-6","6"])"),
                   {.to = {{"y", 0.5}}, .within = {{"x", -0.1, 0.1}}, .t_end = 2, .steps = 50});
  REQUIRE(free_way.solved);
  REQUIRE(narrow.solved);
  double most = 0;
  for (const auto& x : nodes(file, free_way)) most = std::max(most, std::abs(x[0]));
  CHECK(most > 0.11);
  for (const auto& x : nodes(file, narrow)) CHECK(std::abs(x[0]) <= 0.1 + 1e-9);
  for (const auto& w : narrow.inputs) CHECK(std::max(std::abs(w[0]), std::abs(w[1])) <= 6);
  CHECK(narrow.cost > free_way.cost);
  for (const auto* one : {&free_way, &narrow}) {
    CHECK(one->residual < 1e-8);
    CHECK(one->miss < 0.02);  // of order 2 in the step
    CHECK(std::abs(one->end[1] - 0.5) < 1e-8);
  }
}

TEST_CASE("a constraint that moves and a potential: half the step, a quarter of the miss") {
  const auto file = parse_system_file(R"json({"schema": 1, "name": "car", "group": ["SE2", "T1"],
    "metric": [["1","0","0","0"],["0","1","1/4","0"],["0","1/4","1/2","1/20"],["0","0","1/20","1/20"]],
    "potential": "y/2", "constraint": {"span": [["cos(theta1)","0","sin(theta1)","0"],["0","0","0","1"]]},
    "inputs": {"drive": {"force": ["1","0","0","0"]}, "steer": {"force": ["0","0","0","1"]}},
    "target": {"x": {"x": "1", "y": "1/2"}}})json");
  double miss[2];
  for (int i = 0; i < 2; ++i) {
    const auto answer = least_effort(file, {.free = {"phi"}, .t_end = 2, .steps = 50 << i});
    REQUIRE(answer.solved);
    CHECK(answer.residual < 1e-8);
    miss[i] = answer.miss;
  }
  CHECK(miss[0] / miss[1] > 3);
  CHECK(miss[0] / miss[1] < 5);
}

TEST_CASE("an end on the leaf of a constraint that is not bracket generating") {
  const auto file = parse_system_file(R"({"schema": 1, "name": "carriage", "group": ["SE2", "T2"],
    "metric": [["1","0","0","0","0"],["0","1","0","0","0"],["0","0","1","0","0"],
               ["0","0","0","1","0"],["0","0","0","0","1"]],
    "constraint": {"span": [["1","0","0","1","0"],["0","0","1","0","1"]]},
    "inputs": {"left": {"force": ["0","0","0","1","-1"]}, "right": {"force": ["0","0","0","1","1"]}}})");
  const auto on = least_effort(file, {.to = {{"x", 1}, {"y", 0.3}, {"phi", 0.5}, {"theta2", 0.5}},
                                      .free = {"theta1"},
                                      .steps = 25});
  REQUIRE(on.solved);
  CHECK(on.residual < 1e-8);
  CHECK_THROWS_WITH_AS(
      least_effort(file, {.to = {{"x", 1}, {"phi", 0.5}}, .free = {"theta1"}, .steps = 25}),
      doctest::Contains("not bracket generating"), InputError);
}

TEST_CASE("turns the other way round are tried where they are asked for") {
  const auto file = parse_system_file(wheel + "}}}");
  const auto answer =
      least_effort(file, {.to = {{"theta1", 6}}, .wrap = {"theta1"}, .t_end = 2, .steps = 20});
  REQUIRE(answer.solved);
  CHECK(std::abs(answer.end[0] - 6 + 2 * std::numbers::pi) < 1e-8);
}

TEST_CASE("what has no meaning is refused") {
  const auto file = parse_system_file(wheel + "}}}");
  const auto chart =
      parse_system_file(R"({"schema": 1, "name": "p", "chart": {"coordinates": ["x"]},
    "lagrangian": "x_dot^2/2", "target": {"q": {"x": "1"}}})");
  const auto bare =
      parse_system_file(R"({"schema": 1, "name": "b", "group": ["T1"], "metric": [["1"]]})");
  CHECK_THROWS_WITH_AS(least_effort(chart, {}), doctest::Contains("in coordinates"), InputError);
  CHECK_THROWS_WITH_AS(least_effort(bare, {.to = {{"theta1", 1}}}), doctest::Contains("$.inputs"),
                       InputError);
  CHECK_THROWS_WITH_AS(least_effort(file, {.to = {{"theta2", 1}}}), doctest::Contains("theta1"),
                       InputError);
  CHECK_THROWS_WITH_AS(least_effort(file, {.to = {{"theta1", 1}}, .within = {{"theta1", -1, 0.5}}}),
                       doctest::Contains("--within"), InputError);
}

TEST_CASE("what cannot be done within the bounds is no solution, with the reason") {
  const auto file = parse_system_file(wheel + R"(, "bounds": ["-1/10", "1/10"]}}})");
  const auto answer = least_effort(file, {.to = {{"theta1", 5}}, .t_end = 1, .steps = 20});
  CHECK(!answer.solved);
  CHECK(!answer.status.empty());
}
