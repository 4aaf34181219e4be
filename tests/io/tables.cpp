// Signals of inputs that tables give.
#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/model.hpp>
#include <hamel/io/reactions.hpp>

#include "refused.hpp"

using namespace hamel;
using Json = nlohmann::json;

namespace {

/// A mass 1 on a line that starts at rest, under a force w.
const Json mass = Json::parse(R"({
  "schema": 1, "name": "mass", "group": "R1", "metric": [["1"]],
  "inputs": {"push": {"force": ["1"], "signal":
    {"t": ["0", "0.3", "1", 1.7, 2], "w": [1, "-2", 0.25, 3, 5], "between": "held"}}},
  "initial": {"a": ["0"]} })");

Json with(Json system, const std::string& pointer, const Json& value) {
  system[Json::json_pointer(pointer)] = value;
  return system;
}

Json pushed(const std::string& between) {
  return with(mass, "/inputs/push/signal/between", between);
}

/// The same in coordinates.
Json in_coordinates(Json system) {
  system.erase("group");
  system["chart"] = {{"coordinates", {"x"}}};
  system["initial"] = {{"q_dot", {{"x", "0"}}}};
  return system;
}

/// Place and velocity under that force: on each piece it is w0 + s k, integrated once and twice.
std::array<double, 2> exact(bool linear, double t) {
  const std::array<double, 5> times{0, 0.3, 1, 1.7, 2}, w{1, -2, 0.25, 3, 5};
  double x = 0, v = 0;
  for (std::size_t i = 0; i + 1 < times.size() && times[i] < t; ++i) {
    const double s = std::fmin(t, times[i + 1]) - times[i];
    const double k = linear ? (w[i + 1] - w[i]) / (times[i + 1] - times[i]) : 0;
    x += s * (v + s * (w[i] / 2 + s * k / 6));
    v += s * (w[i] + s * k / 2);
  }
  return {x, v};
}

RunPlan plan_of(const std::string& method, double step, double t_end) {
  RunPlan plan;
  plan.dynamics = Dynamics::free;
  plan.method = method;
  plan.step = step;
  plan.t_end = t_end;
  return plan;
}

/// The largest error of place and velocity over a run.
double error_of(const SystemFile& file, const RunPlan& plan, bool linear, double start = 0) {
  double worst = 0;
  const RunStatus status = simulate(file, plan, [&](const Sample& sample) {
    const auto [x, v] = exact(linear, sample.t - start);
    worst = std::fmax(worst, std::fmax(std::fabs(sample.x[0] - x), std::fabs(sample.a[0] - v)));
  });
  CHECK(status.outcome == Outcome::ok);
  return worst;
}

std::string refusal_of(const Json& system, const RunPlan* plan = nullptr) {
  try {
    const SystemFile file = parse_system_file(system.dump());
    if (plan != nullptr) simulate(file, *plan, [](const Sample&) {});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const std::string csv = "time, left, right\n0,1,2\n0.5,-1,2\n\n1.5,1e-1,3\n";

Json from_csv(const std::string& path, const std::string& column = "left") {
  return with(mass, "/inputs/push/signal",
              {{"table", path}, {"time", "time"}, {"column", column}, {"between", "linear"}});
}

}  // namespace

TEST_CASE("a run under a table is exact at its rows, by steps of any size") {
  for (const bool linear : {false, true}) {
    const Json system = pushed(linear ? "linear" : "held");
    CAPTURE(linear);
    for (const std::string method : {"dop853", "dopri5", "rk4", "gauss6", "variational"}) {
      CAPTURE(method);
      for (const double step : {0.1, 0.07, 0.45}) {
        CAPTURE(step);
        // methods of order 2 integrate constant forces exactly
        if (method == "variational" && linear) continue;
        CHECK(error_of(parse_system_file(system.dump()), plan_of(method, step, 2), linear) < 2e-14);
      }
    }
    for (const std::string method : {"dop853", "dopri5"})
      CHECK(error_of(parse_system_file(in_coordinates(system).dump()), plan_of(method, 0.07, 2),
                     linear) < 2e-14);
  }
}

TEST_CASE("times of a table are those of the file, whenever the motion starts") {
  Json system = pushed("held");
  system["inputs"]["push"]["signal"]["t"] = {"1700000000", "1700000000.3", "1700000001",
                                             "1700000001.7", "1700000002"};
  system["initial"]["t"] = "1700000000";
  CHECK(error_of(parse_system_file(system.dump()), plan_of("dop853", 0.25, 1700000002), false,
                 1700000000) < 1e-14);
}

TEST_CASE("steps of a program follow a table, and what it holds replaces it") {
  const SystemFile file = parse_system_file(pushed("held").dump());
  for (const std::string method : {"dop853", "rk4"}) {
    Simulation run(file, Dynamics::free, method);
    for (const double h : {0.1, 0.4, 0.7, 0.8}) REQUIRE(run.step(h));
    CHECK(std::fabs(run.look().x[0] - exact(false, 2)[0]) < 1e-14);
    CHECK(run.step(0.1).outcome == Outcome::not_finite);  // beyond the table
    const std::array<double, 1> w{2};
    run.restart();
    REQUIRE(run.step(1, w));
    CHECK(std::fabs(run.look().x[0] - 1) < 1e-14);
  }
}

TEST_CASE("columns of a CSV file beside the system file are its tables") {
  const TemporaryFolder folder;
  folder.write("run.csv", csv);
  const std::string path = folder.write("mass.json", from_csv("run.csv").dump());
  const auto numbers = with(mass, "/inputs/push/signal",
                            {{"t", {0, 0.5, 1.5}}, {"w", {1, -1, 0.1}}, {"between", "linear"}});
  const RunPlan plan = plan_of("dop853", 0.1, 1.5);
  Model model = Model::read(path);
  const Table found = tabulate(model.file(), plan);
  CHECK(found.numbers == tabulate(parse_system_file(numbers.dump()), plan).numbers);

  std::filesystem::remove(folder.file("run.csv"));
  model.set({{"a1", Rational(1)}});  // what was read stays
  CHECK(tabulate(model.file(), plan)(0, 2) == 1);
  CHECK_THROWS_AS(read_system_file(path), InputError);

  folder.write("run.csv", csv);
  const auto run = run_command(folder, {"simulate", path, "--t-end", "1.5", "--json"});
  REQUIRE(run.status == 0);
  CHECK(has(run.err, "signals are read from run.csv, 3 rows"));
  const Json table = Json::parse(run.out)["system"]["tables"][0];
  CHECK(table["path"] == "run.csv");
  CHECK(table["rows"] == 3);
  CHECK(table["sha256"].get<std::string>().size() == 64);
  const auto plain = folder.write("plain.json", mass.dump());
  CHECK_FALSE(Json::parse(run_command(folder, {"check", plain, "--json"}).out)["system"].contains(
      "tables"));
  const auto swept = run_command(
      folder, {"sweep", path, "--vary", "a1=0,1", "--t-end", "1.5", "--csv", folder.file("s.csv")});
  CHECK(swept.status == 0);
}

TEST_CASE("a table that says no signal is refused with its place") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& text, const std::string& place,
                           const std::string& part) {
    folder.write("run.csv", text);
    check_refused("simulate", from_csv(folder.file("run.csv")), {}, place, part);
  };
  const std::string file = folder.file("run.csv");
  refused("", file, "an empty file");
  refused("t,left\n0,1\n1,2\n", "$.inputs.push.signal.time", "'time'");
  refused("time,lefty\n0,1\n1,2\n", "$.inputs.push.signal.column", "close to 'lefty'");
  refused("time,left\n0,1\n\n1,two\n", file + ", line 4, column left", "'two'");
  refused("time,left\n0,1\n1\n", file + ", line 3, column left", "''");
  refused("time,left\n0,1\n1,inf\n", file + ", line 3, column left", "'inf'");
  refused("time,left\n0,1\n0,2\n", file + ", line 3, column time", "0 after 0, expected times");
  refused("time,left\n0,1\n", "$.inputs.push.signal.t", "1 times");
  std::string many = "time,left\n";
  for (int i = 0; i <= 200000; ++i) many += std::to_string(i) + ",1\n";
  refused(many, file, "more than 200000 rows");
  check_refused("simulate", from_csv(folder.file("none.csv")), {}, folder.file("none.csv"),
                "expected a table");

  const auto table = [&](const std::string& key, const Json& value) {
    return refusal_of(with(pushed("held"), "/inputs/push/signal/" + key, value));
  };
  CHECK(has(table("t", {0, 1, 1, 1.7, 2}), "$.inputs.push.signal.t[2]: found 1 after 1"));
  CHECK(has(table("w", {0, 1, 1, 1.7}), "$.inputs.push.signal.w: found 4 numbers"));
  CHECK(has(table("w", {0, 1, "sin(1)", 1.7, 2}), "$.inputs.push.signal.w[2]"));
  CHECK(has(table("between", "cubic"), "expected \"held\" or \"linear\""));
  CHECK(has(table("step", 1), "$.inputs.push.signal"));
  CHECK(has(table("t", {1, 2, 3, 4, 5}), "a table from 1 to 5 and a start at 0"));
  const RunPlan beyond = plan_of("dop853", 0.1, 2.5);
  CHECK(has(refusal_of(pushed("held"), &beyond),
            "$.inputs.push.signal: found a table from 0 to 2 for a run from 0 to 2.5"));
}

TEST_CASE("questions that a table touches are not covered, those about d alone are answered") {
  const TemporaryFolder folder;
  Json robot = Json::parse(R"({
    "schema": 1, "name": "robot", "group": "SE2",
    "parameters": {"m": "2"},
    "metric": [["m","0","0"], ["0","m","0"], ["0","0","1/10"]],
    "constraint": {"span": [["1","0","0"], ["0","0","1"]]},
    "inputs": {"left": {"force": ["10","0","-2"], "signal": "0"}},
    "initial": {"a": ["1","0","0"]} })");
  const Json alone = robot;
  robot["inputs"]["left"]["signal"] = {{"t", {0, 20}}, {"w", {1, 1}}, {"between", "held"}};
  const std::string path = folder.write("robot.json", robot.dump()),
                    other = folder.write("alone.json", alone.dump());
  const auto of = [&](const std::string& file) {
    return Json::parse(run_command(folder, {"check", file, "--json"}).out);
  };
  const Json found = of(path), expected = of(other);
  CHECK(found["q1"]["answer"] == "undecided");
  CHECK(expected["q1"]["answer"] == "no");
  CHECK(has(found["q1"]["reason"], "an input follows a table, which is not covered"));
  const auto answer = [](const Json& report, const std::string& id) {
    for (const auto& condition : report["conditions"])
      if (condition["id"] == id) return condition["answer"];
    return Json();
  };
  for (const char* const id : {"bracket_generating", "integrable", "nondegenerate"})
    CHECK(answer(found, id) == answer(expected, id));

  const auto compared = run_command(folder, {"compare", path, "--t-end", "1", "--json"});
  const Json q2 = Json::parse(compared.out)["q2"];
  CHECK(q2["answer"] == "undecided");
  CHECK(q2["reason"] == "an input follows a table, which is not covered");
  CHECK(run_command(folder, {"study", path}).status == 3);
  const auto steered = run_command(folder, {"steer", path, "--to", "x=1"});
  CHECK(steered.status == 2);
  CHECK(has(steered.err, "$.inputs: found a signal of 'left'"));
  const auto varied = run_command(folder, {"check", path, "--vary", "m"});
  CHECK(varied.status == 2);
  CHECK(has(varied.err, "$.inputs.left.signal: found a table"));
}

TEST_CASE("forces of the constraint see the table") {
  Json robot = Json::parse(R"({
    "schema": 1, "name": "sled", "group": "R2", "metric": [["1","0"], ["0","1"]],
    "constraint": {"span": [["1","0"]]},
    "inputs": {"wind": {"force": ["0","1"], "signal":
      {"t": [0, 1, 2], "w": [3, 5, 5], "between": "linear"}}},
    "initial": {"a": ["1","0"]} })");
  const SystemFile file = parse_system_file(robot.dump());
  std::vector<Sample> samples;
  RunPlan plan = plan_of("dop853", 0.5, 2);
  plan.dynamics = Dynamics::nonholonomic;
  simulate(file, plan, [&](const Sample& sample) { samples.push_back(sample); });
  const auto forces = reactions_of(file, Dynamics::nonholonomic, samples);
  CHECK(std::fabs(forces[1][1] + 4) < 1e-13);
  CHECK(std::fabs(forces[4][1] + 5) < 1e-13);
}
