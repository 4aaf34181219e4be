// Outputs at given times and events of a file: where closed forms have them, by every method.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/model.hpp>
#include <hamel/io/simulate.hpp>

#include "run_command.hpp"

using namespace hamel;
using Json = nlohmann::json;

namespace {

/// A body thrown up: y = t - t^2, x = t/2.
const Json thrown = Json::parse(R"json({"schema": 1, "name": "thrown",
  "chart": {"coordinates": ["x", "y"]}, "metric": [["1", "0"], ["0", "1"]], "potential": "2*y",
  "initial": {"q": {}, "q_dot": {"x": "1/2", "y": "1"}}})json");

/// A wheel that rolls with the speed 1 and turns with the rate 1/2.
const Json rolling = Json::parse(R"json({"schema": 1, "name": "rolling", "group": ["SE2", "T1"],
  "metric": [["1","0","0","0"], ["0","1","0","0"], ["0","0","1","0"], ["0","0","0","1"]],
  "constraint": {"span": [["1","0","0","1"], ["0","0","1","0"]]},
  "initial": {"a": ["1","0","1/2","1"]}})json");

/// A pendulum released at rest at the angle 2.
const Json pendulum = Json::parse(R"json({"schema": 1, "name": "pendulum", "group": "T1",
  "metric": [["1"]], "potential": "-cos(theta1)",
  "initial": {"x": {"theta1": "2"}, "a": ["0"]}})json");

/// A block that slides to rest at t = 3/2, x = 9/4.
const Json block = Json::parse(R"json({"schema": 1, "name": "block", "group": "R1",
  "parameters": {"m": "2", "mu": "1/5", "g": "10"}, "metric": [["m"]],
  "force": ["-mu*m*g*sign(a1)"], "initial": {"a": ["3"]}})json");

/// Vakonomic motion on the Heisenberg group: a = (cos 2t, -sin 2t, 0), to one side or the other.
const Json heisenberg = Json::parse(R"json({"schema": 1, "name": "heisenberg", "group": "H3",
  "metric": [["1","0","0"], ["0","1","0"], ["0","0","1"]],
  "constraint": {"span": [["1","0","0"], ["0","1","0"]]},
  "initial": {"a": ["1","0","0"], "mu": ["0","0","1"]}})json");

Json with_events(Json system, const Json& events) {
  system["events"] = events;
  return system;
}

struct Outcomes {
  std::vector<Sample> rows;
  FoundEvents events;
  RunStatus status;
};

Outcomes run(const Json& system, RunPlan plan) {
  Outcomes all;
  plan.at_event = [&](const RunEvent& event, const Sample& at) { all.events.add(event, at); };
  all.status = simulate(parse_system_file(system.dump()), plan,
                        [&](const Sample& sample) { all.rows.push_back(sample); });
  return all;
}

/// Calls f(method, error) for the methods that serve the system, with the error that steps of 1/64 allow.
template <class F>
void for_methods(const Json& system, const F& f) {
  for (const auto& method : methods()) {
    if (system.contains("chart") && !method.on_charts) continue;
    CAPTURE(method.name);
    f(method, method.adaptive ? 1e-11 : 4 * std::pow(1. / 64, method.order) + 1e-13);
  }
}

RunPlan plan_of(const MethodInfo& method, double t_end, Dynamics dynamics = Dynamics::free) {
  RunPlan plan;
  plan.dynamics = dynamics;
  plan.method = method.name;
  plan.step = 1. / 64;
  plan.t_end = t_end;
  return plan;
}

void check_times(const Outcomes& all, const std::vector<double>& times, double error) {
  REQUIRE(all.events.list.size() == times.size());
  for (std::size_t i = 0; i < times.size(); ++i)
    CHECK(std::abs(all.events.list[i].sample.t - times[i]) < error);
}

double heading_x(double t) {
  return 2 * std::sin(t / 2);
}

}  // namespace

TEST_CASE("outputs at given times are those of the method, and change nothing") {
  for (const auto dynamics : {Dynamics::nonholonomic, Dynamics::vakonomic, Dynamics::free})
    for_methods(rolling, [&](const MethodInfo& method, double error) {
      RunPlan plan = plan_of(method, 1.99, dynamics);
      const auto every = run(rolling, plan);
      plan.at = {0, 1. / 3, 0.5, 0.501, 1.99};
      const auto some = run(rolling, plan);
      REQUIRE(some.rows.size() == 5);
      CHECK(some.status);
      CHECK(some.status.t == 1.99);
      CHECK(some.status.steps == every.status.steps);
      for (std::size_t i = 0; i < 5; ++i) CHECK(some.rows[i].t == plan.at[i]);
      CHECK(some.rows[2].x == every.rows[32].x);
      CHECK(some.rows[4].x == every.rows.back().x);
      if (dynamics != Dynamics::nonholonomic) return;
      for (const auto& row : some.rows) CHECK(std::abs(row.x[0] - heading_x(row.t)) < error);
    });
  for_methods(thrown, [&](const MethodInfo& method, double error) {
    RunPlan plan = plan_of(method, 2);
    plan.at = {0.1, 0.7};
    const auto some = run(thrown, plan);
    REQUIRE(some.rows.size() == 2);
    for (const auto& row : some.rows) CHECK(std::abs(row.x[1] - (row.t - row.t * row.t)) < error);
  });
}

TEST_CASE("a run stops where a formula crosses zero, which is its last row") {
  const Json system = with_events(
      rolling, {{"there", {{"when", "phi - 1"}, {"stop", true}}}, {"far", {{"when", "x - 9"}}}});
  for_methods(system, [&](const MethodInfo& method, double error) {
    const auto all = run(system, plan_of(method, 10, Dynamics::nonholonomic));
    CHECK(all.status.outcome == Outcome::stopped);
    CHECK(all.events.status(all.status) == "ended by the event there");
    check_times(all, {2}, error);
    CHECK(all.rows.back().t == all.events.list[0].sample.t);
    CHECK(all.status.t == all.rows.back().t);
    CHECK(std::abs(all.rows.back().x[2] - 1) < 1e-14);
    CHECK(all.rows.size() > 128);
  });
}

TEST_CASE("vakonomic motion turns by right angles") {
  const Json system = with_events(
      heisenberg, {{"across", {{"when", "a1"}, {"rising", false}}}, {"back", {{"when", "a2"}}}});
  for_methods(system, [&](const MethodInfo& method, double error) {
    const auto all = run(system, plan_of(method, 2.5, Dynamics::vakonomic));
    check_times(all, {std::numbers::pi / 4, std::numbers::pi / 2}, 4 * error);
  });
}

TEST_CASE("the apex and the landing of a thrown body, not its start") {
  const Json system = with_events(thrown, {{"ground", {{"when", "y"}}},
                                           {"apex", {{"when", "y_dot"}, {"rising", false}}},
                                           {"never", {{"when", "y_dot"}, {"rising", true}}},
                                           {"half", {{"when", "x - 1/4"}}}});
  for_methods(system, [&](const MethodInfo& method, double error) {
    const auto all = run(system, plan_of(method, 3));
    check_times(all, {0.5, 0.5, 1}, error);
    CHECK(all.events.list[2].name == "ground");
    CHECK(std::abs(all.events.list[0].sample.x[1] - 0.25) < error);
    CHECK(all.status.outcome == Outcome::ok);
  });
}

TEST_CASE("a pendulum comes to rest at halves of its period") {
  double a = 1, b = std::cos(1.);  // of the amplitude 2: 2 pi / AGM(1, cos(theta/2))
  for (int k = 0; k < 8; ++k) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b);
    a = mean;
  }
  const double period = 2 * std::numbers::pi / a;
  const Json system = with_events(pendulum, {{"rest", {{"when", "a1"}}}});
  for_methods(system, [&](const MethodInfo& method, double error) {
    const auto all = run(system, plan_of(method, 1.6 * period));
    check_times(all, {period / 2, period, 1.5 * period}, 4 * error);
  });
}

TEST_CASE("a crossing on the end of a step is found once, and all of one step") {
  const Json system =
      with_events(rolling, {{"end", {{"when", "t - 1/2"}}},
                            {"second", {{"when", "t - 0.509"}}},
                            {"first", {{"when", "t - 0.501"}}},
                            {"pole", {{"when", "1/(t - 1/3)"}}},
                            {"touch", {{"when", "(t - 0.7)^2"}}},
                            {"jump", {{"when", "if(t - 0.8, 2 - t, -2 + t)"}, {"rising", true}}},
                            {"twice in a step", {{"when", "(t - 0.601)*(t - 0.604)"}}}});
  CHECK_THROWS_AS(parse_system_file(system.dump()), InputError);  // that name is none
  Json good = system;
  good["events"].erase("twice in a step");
  good["events"]["twice_in_a_step"] = system["events"]["twice in a step"];
  for_methods(good, [&](const MethodInfo& method, double) {
    const auto all = run(good, plan_of(method, 2, Dynamics::nonholonomic));
    check_times(all, {0.5, 0.501, 0.509, 0.8}, 1e-13);
  });
  // crossings in different steps are all found, the one at the start is not
  const Json many = with_events(rolling, {{"wave", {{"when", "sin(2*pi*t)"}}}});
  std::vector<double> halves;
  for (int k = 1; k < 20; ++k) halves.push_back(k / 2.);
  for_methods(many, [&](const MethodInfo& method, double) {
    check_times(run(many, plan_of(method, 9.75, Dynamics::nonholonomic)), halves, 1e-13);
  });
}

TEST_CASE("a motion that starts at another time, and one that goes on from an event") {
  Json system = with_events(thrown, {{"ground", {{"when", "y"}}}, {"late", {{"when", "t - 6"}}}});
  system["initial"]["t"] = 5;
  RunPlan plan = plan_of(methods().front(), 8);
  plan.at = {5, 5.3, 5.9, 8};
  const auto all = run(system, plan);
  check_times(all, {6, 6}, 1e-12);
  for (std::size_t i = 0; i < 4; ++i) CHECK(all.rows[i].t == plan.at[i]);
  CHECK(all.rows[1].x[1] == doctest::Approx(0.3 - 0.09).epsilon(1e-13));

  const TemporaryFolder folder;
  const auto file = folder.write("thrown.json", thrown.dump());
  const auto first = run_command(folder, {"simulate", file, "--stop-when", "y + 1/7", "--csv",
                                          folder.file("down.csv"), "--json"});
  CHECK(first.status == 0);
  const auto answer = Json::parse(first.out);
  CHECK(answer["status"] == "ended by the event stop-when");
  CHECK(answer["events"].size() == 1);
  CHECK(answer["events"][0]["q"]["y"].get<double>() == doctest::Approx(-1. / 7).epsilon(1e-14));
  CHECK(answer["final"]["t"] == answer["events"][0]["t"]);
  const auto rest = run_command(folder, {"simulate", file, "--from", folder.file("down.csv"),
                                         "--stop-when", "y + 1/7", "--json"});
  CHECK(Json::parse(rest.out)["events"].empty());
  CHECK(Json::parse(rest.out)["status"] == "ok");
}

TEST_CASE("a block slides to rest by dry friction") {
  const Json stops = with_events(block, {{"rest", {{"when", "a1"}, {"stop", true}}}});
  for (const auto& method : methods()) {
    CAPTURE(method.name);
    RunPlan plan = plan_of(method, 2);
    if (method.adaptive) {  // which steps up to the discontinuity
      const auto all = run(stops, plan);
      check_times(all, {1.5}, 1e-10);
      CHECK(std::abs(all.rows.back().x[0] - 2.25) < 1e-10);
    }
    // Through the discontinuity a run says where it cannot go on, or stays where the block rests, within a step.
    const auto through = run(block, plan);
    const Sample& last = through.rows.back();
    CHECK(std::abs(last.x[0] - 2.25) < 0.02);
    CHECK(std::abs(last.a[0]) < 2 * 10 * 0.2 / 64);
    if (through.status)
      CHECK(last.t == 2);
    else
      CHECK(std::abs(through.status.t - 1.5) < 1. / 64);
  }
  // smoothed: sinh(v/e) = sinh(v0/e) exp(-mu g t/e)
  Json smooth = block;
  smooth["force"] = {"-mu*m*g*tanh(a1/e)"};
  smooth["parameters"]["e"] = "1/10";
  RunPlan plan = plan_of(methods().front(), 2);
  plan.at = {0.5, 1.4, 1.6, 2};
  for (const auto& row : run(smooth, plan).rows)
    CHECK(row.a[0] ==
          doctest::Approx(0.1 * std::asinh(std::sinh(30.) * std::exp(-20 * row.t))).epsilon(1e-10));
}

TEST_CASE("events of a program, beside those of the file") {
  RunPlan plan = plan_of(methods().front(), 3);
  plan.events.push_back({"own", [](const Sample& at) { return at.energy - 1 - at.t; }});
  const auto energy = run(thrown, plan);  // 1/2 (1/4 + 1)
  CHECK(energy.events.list.empty());
  plan.events[0].when = [](const Sample& at) { return at.x[0] - 1; };
  const Json system = with_events(thrown, {{"ground", {{"when", "y"}}}});
  check_times(run(system, plan), {1, 2}, 1e-12);
  plan.events_of_file = false;
  check_times(run(system, plan), {2}, 1e-12);
}

TEST_CASE("times and events without meaning are refused by name") {
  const TemporaryFolder folder;
  const auto file = folder.write("thrown.json", thrown.dump());
  const auto refused = [&](const std::vector<std::string>& options, const std::string& part) {
    std::vector<std::string> arguments{"simulate", file};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const auto said = run_command(folder, arguments);
    CAPTURE(said.err);
    CHECK(said.status == 2);
    CHECK(said.out.empty());
    CHECK(said.err.find(part) != std::string::npos);
  };
  refused({"--at", "0.5,0.2"}, "--at, at: found 0.2 after 0.5, expected times that grow");
  refused({"--at", "1,1"}, "found 1 after 1");
  refused({"--at", "11"}, "found 11, expected times from 0, the start, to 10, the end of the run");
  refused({"--at=-1"}, "found -1, expected times from 0");
  refused({"--at", "0.1,x"}, "--at: found 'x'");
  refused({"--at", "0.1,"}, "--at: found ''");
  refused({"--at", "nan"}, "--at: found 'nan'");
  refused({"--at", "1", "--every", "2"}, "--at: found --every beside it");
  refused({"--stop-when", "z-1"}, "--stop-when, character 1: found undefined name 'z'");
  refused({"--stop-when", ""}, "--stop-when");
  refused({"--stop-when", "1/2"}, "a formula in coordinates, velocities or t");
  const auto bad = [&](const Json& events, const std::string& place) {
    const auto path = folder.write("bad.json", with_events(thrown, events).dump());
    const auto said = run_command(folder, {"simulate", path});
    CAPTURE(said.err);
    CHECK(said.status == 2);
    CHECK(said.err.find(place) != std::string::npos);
  };
  bad({{"e", {{"when", "x"}, {"raising", true}}}}, "$.events.e.raising");
  bad({{"e", {{"when", "x"}, {"rising", 1}}}},
      "$.events.e.rising: found 1, expected true or false");
  bad({{"e", {{"stop", true}}}}, "$.events.e.when: found nothing");
  bad({{"e", {{"when", "w"}}}}, "$.events.e.when, character 1");
  bad(Json::array(), "$.events");
}
