// Inputs that are parts of the velocity.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/linearised_step.hpp>
#include <hamel/io/model.hpp>
#include <hamel/io/reactions.hpp>

#include "refused.hpp"
#include "tables_apart.hpp"

using namespace hamel;
using Json = nlohmann::json;

namespace {

Json public_system(const std::string& name) {
  Json system = Json::parse(read_file(system_path(name)));
  system.erase("expect");
  system.erase("reference");
  return system;
}

/// The snakeboard whose shape is prescribed by velocities of inputs in place of an offset.
Json driven_snakeboard() {
  Json system = public_system("snakeboard_gait");
  const Json offset = system["constraint"]["offset"];
  system["constraint"].erase("offset");
  system["inputs"] = {{"rotor", {{"velocity", {"0", "0", "0", "1", "0"}}, {"signal", offset[3]}}},
                      {"wheels", {{"velocity", {"0", "0", "0", "0", "1"}}, {"signal", offset[4]}}}};
  return system;
}

/// A sled that wind along the first axis of the plane blows away, and that turns by itself.
const Json drifting = Json::parse(R"json({
  "schema": 1, "name": "sled in the wind", "group": ["SE2", "T1"],
  "metric": [["2","0","0","0"], ["0","2","0","0"], ["0","0","1/10","1/20"], ["0","0","1/20","1/5"]],
  "constraint": {"span": [["1","0","0","0"], ["0","0","1","0"], ["0","0","0","cos(theta1)"]]},
  "inputs": {"wind": {"velocity": ["0", "-sin(phi)", "0", "0"], "signal": "cos(t)"},
             "push": {"force": ["1","0","1/7","0"], "signal": "sin(t)"}},
  "initial": {"x": {"phi": "0"}, "a": ["1","0","1/2","1/3"]} })json");

RunPlan plan_of(Dynamics dynamics, const std::string& method, double t_end = 1) {
  RunPlan plan;
  plan.dynamics = dynamics;
  plan.method = method;
  plan.step = 0.05;
  plan.t_end = t_end;
  return plan;
}

SystemFile read(const Json& system) {
  return parse_system_file(system.dump());
}

std::string refusal_of(const Json& system) {
  try {
    read(system);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the velocity of an input with a formula is a part of the offset") {
  const SystemFile given = read(public_system("snakeboard_gait")),
                   driven = read(driven_snakeboard());
  for (const auto dynamics : {Dynamics::nonholonomic, Dynamics::vakonomic})
    for (const std::string method : {"dop853", "variational", "gauss4"}) {
      CAPTURE(method);
      const auto plan = plan_of(dynamics, method);
      CHECK(largest_difference(tabulate(given, plan), tabulate(driven, plan)) < 1e-13);
    }
  Json offset = drifting;
  offset["inputs"].erase("wind");
  offset["constraint"]["offset"] = {"0", "-sin(phi)*cos(t)", "0", "0"};
  for (const auto dynamics : {Dynamics::nonholonomic, Dynamics::vakonomic})
    CHECK(largest_difference(tabulate(read(drifting), plan_of(dynamics, "dop853")),
                             tabulate(read(offset), plan_of(dynamics, "dop853"))) < 1e-13);
  const TemporaryFolder folder;
  const std::string first = folder.write("a.json", public_system("snakeboard_gait").dump()),
                    second = folder.write("b.json", driven_snakeboard().dump());
  for (const char* const subcommand : {"check", "study"}) {
    Json left = Json::parse(run_command(folder, {subcommand, first, "--json"}).out),
         right = Json::parse(run_command(folder, {subcommand, second, "--json"}).out);
    left.erase("system");
    right.erase("system");
    CHECK(left == right);
  }
}

TEST_CASE("velocities are held by a program in place of their signals, and 0 without one") {
  Json other = drifting;
  other["inputs"]["wind"]["signal"] = "3/4";
  other["inputs"]["push"]["signal"] = "-1/2";
  other["initial"]["a"][1] = "0";
  Json silent = drifting;
  silent["inputs"]["wind"].erase("signal");
  for (const std::string method : {"dop853", "variational", "rk4"}) {
    CAPTURE(method);
    for (const Json& file : {drifting, silent}) {
      Simulation held(read(file), Dynamics::nonholonomic, method);
      Simulation expected(read(other), Dynamics::nonholonomic, method);
      const std::array<double, 2> w = held.inputs()[0] == "push"
                                          ? std::array<double, 2>{-0.5, 0.75}
                                          : std::array<double, 2>{0.75, -0.5};
      for (int k = 0; k < 20; ++k) {
        REQUIRE(held.step(0.05, w));
        REQUIRE(expected.step(0.05));
      }
      const Sample found = held.look(), right = expected.look();
      for (std::size_t i = 0; i < found.x.size(); ++i)
        CHECK(std::fabs(found.x[i] - right.x[i]) < 1e-13);
      CHECK(found.off_constraint < 1e-13);
    }
  }
  Json none = silent;
  none["inputs"].erase("wind");
  const auto plan = plan_of(Dynamics::nonholonomic, "dop853");
  CHECK(largest_difference(tabulate(read(silent), plan), tabulate(read(none), plan)) < 1e-14);
}

TEST_CASE("a table of a velocity is a velocity between its rows, and the momentum on d goes on") {
  Json table = drifting, formula = drifting;
  table["inputs"]["wind"]["signal"] = {{"t", {0, 1, 2}}, {"w", {1, 3, 5}}, {"between", "linear"}};
  formula["inputs"]["wind"]["signal"] = "1+2*t";
  const auto plan = plan_of(Dynamics::nonholonomic, "dop853", 2);
  CHECK(largest_difference(tabulate(read(table), plan), tabulate(read(formula), plan)) < 1e-13);

  // where w jumps, D^T p does not
  table["inputs"]["wind"]["signal"] = {{"t", {0, 1, 2}}, {"w", {1, -2, 0}}, {"between", "held"}};
  Simulation run(read(table), Dynamics::nonholonomic, "dop853");
  REQUIRE(run.step(1 - 1e-9));
  const Sample before = run.look();
  REQUIRE(run.step(2e-9));
  const Sample after = run.look();
  CHECK(std::fabs(before.p[0] - after.p[0]) < 1e-7);
  CHECK(std::fabs(before.a[1] + std::sin(before.x[2])) < 1e-12);
  CHECK(std::fabs(after.a[1] - 2 * std::sin(after.x[2])) < 1e-12);
}

TEST_CASE("the derivative of a step has columns for velocities") {
  const SystemFile file = read(drifting);
  StepStart start = step_start(file);
  start.t = 0.3;
  start.h = 0.1;
  start.inputs = {0.75, -0.5};
  start.a[1] = 0;  // at phi = 0 the wind does not blow across
  const LinearisedStep step = linearised_step(file, Dynamics::nonholonomic, start);
  REQUIRE(step.status);
  const double d = 1e-6;
  for (int i = 0; i < 2; ++i) {
    StepStart up = start, down = start;
    up.inputs[i] += d;
    down.inputs[i] -= d;
    const auto above = linearised_step(file, Dynamics::nonholonomic, up),
               below = linearised_step(file, Dynamics::nonholonomic, down);
    // the column in coordinates, where dx turns with the body
    const double phi = step.x[2], c = std::cos(phi), s = std::sin(phi);
    const auto slope = [&](std::size_t k) { return (above.x[k] - below.x[k]) / (2 * d); };
    CHECK(std::fabs(step.B(0, i) - (c * slope(0) + s * slope(1))) < 1e-8);
    CHECK(std::fabs(step.B(1, i) - (c * slope(1) - s * slope(0))) < 1e-8);
    CHECK(std::fabs(step.B(2, i) - slope(2)) < 1e-8);
  }
  const int wind = file.start_time() == 0 && Simulation(file).inputs()[0] == "wind" ? 0 : 1;
  CHECK(std::fabs(step.B(1, wind)) > 1e-4);

  StepStart blown = start;
  blown.x[2] = 0.4;
  blown.a[1] = -std::sin(0.4) * start.inputs[wind];
  Simulation same(file, Dynamics::nonholonomic, "variational");
  CHECK(linearised_step(file, Dynamics::nonholonomic, blown).status);
  blown.a[1] = 0.2;
  CHECK_THROWS_AS(linearised_step(file, Dynamics::nonholonomic, blown), InputError);
  const auto run = linearised_run(file, Dynamics::nonholonomic, start, 3, {});
  CHECK(run.status);
}

TEST_CASE("velocities that say nothing or stand where none may are refused by name") {
  const auto with = [](const std::string& pointer, const Json& value) {
    Json system = drifting;
    system[Json::json_pointer(pointer)] = value;
    return refusal_of(system);
  };
  const std::string place = "$.inputs.wind.velocity";
  CHECK(
      has(with("/inputs/wind/velocity", {"2", "0", "1/3", "0"}), place + ": found a vector in d"));
  CHECK(has(with("/inputs/wind/velocity", {"0", "0", "0", "0"}), place + ": found a vector in d"));
  CHECK(has(with("/inputs/wind/velocity", {"0", "0", "0", "x"}), place + ": found a vector in d"));
  CHECK(has(with("/inputs/wind/force", {"0", "0", "0", "1"}), "a velocity beside a force"));
  CHECK(has(with("/inputs/wind/velocity", {"0", "1"}), place));
  CHECK(has(with("/initial/a", {"1", "1/2", "0", "0"}), "$.initial.a"));
  Json free = drifting;
  free.erase("constraint");
  CHECK(has(refusal_of(free), place + ": found a velocity without a constraint"));
  free["constraint"] = {{"holonomic", {"theta1"}}};
  CHECK(has(refusal_of(free), place + ": found a velocity beside holonomic equations"));
  Json chart = Json::parse(R"({"schema": 1, "name": "c", "chart": {"coordinates": ["x"]},
    "metric": [["1"]], "inputs": {"w": {"velocity": ["1"]}}, "initial": {"q_dot": {"x": "1"}}})");
  CHECK(has(refusal_of(chart), "$.inputs.w.velocity: found a velocity in coordinates"));

  Json table = drifting;
  table["inputs"]["wind"]["signal"] = {{"t", {0, 9}}, {"w", {1, 1}}, {"between", "held"}};
  table["inputs"].erase("push");
  check_refused("steer", table, {"--to", "x=1"}, "$.inputs", "a table of the velocity 'wind'");
  check_refused("check", table, {"--vary", "m"}, "$.inputs.wind.signal", "a table");
  Json named = driven_snakeboard();
  check_refused("check", named, {"--vary", "m"}, "$.inputs.rotor", "a velocity with a signal");
  check_refused("simulate", drifting, {"--method", "energy-midpoint"}, "method",
                "velocities of inputs");
#ifdef HAMEL_EFFORT
  check_refused("steer", drifting, {"--to", "x=1", "--effort"}, "$.inputs", "the velocity 'wind'");
#endif
}

TEST_CASE("what a table of a velocity touches is not covered") {
  Json table = driven_snakeboard();
  table["inputs"]["rotor"]["signal"] = {{"t", {0, 9}}, {"w", {1.05, 1}}, {"between", "linear"}};
  table["initial"].erase("a");
  table["initial"]["u"] = {"0"};
  const TemporaryFolder folder;
  const std::string path = folder.write("table.json", table.dump());
  const Json report = Json::parse(run_command(folder, {"check", path, "--json"}).out);
  CHECK(report["q1"]["answer"] == "undecided");
  const Json compared =
      Json::parse(run_command(folder, {"compare", path, "--t-end", "1", "--json"}).out);
  CHECK(compared["q2"]["answer"] == "undecided");
  CHECK(has(compared["q2"]["reason"], "follows a table"));
  check_refused("simulate", table, {"--reactions", folder.file("r.csv"), "--t-end", "1"},
                "$.inputs.rotor.signal", "a table of a velocity");
  const auto studied = run_command(folder, {"study", path, "--json"});
  CHECK(studied.status == 3);
}

TEST_CASE("forces of the constraint under velocities are those under the offset that they are") {
  const SystemFile given = read(public_system("snakeboard_gait")),
                   driven = read(driven_snakeboard());
  std::vector<Sample> samples;
  simulate(given, plan_of(Dynamics::nonholonomic, "dop853"),
           [&](const Sample& sample) { samples.push_back(sample); });
  const auto left = reactions_of(given, Dynamics::nonholonomic, samples),
             right = reactions_of(driven, Dynamics::nonholonomic, samples);
  for (std::size_t k = 0; k < left.size(); ++k)
    for (std::size_t i = 0; i < left[k].size(); ++i)
      CHECK(std::fabs(left[k][i] - right[k][i]) < 1e-12);
}
