// Motion by the velocities of inputs alone: wheels with encoders, in closed form and replayed.
#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/model.hpp>

#include "refused.hpp"

using namespace hamel;
using Json = nlohmann::json;

namespace {

/// Two driven wheels of radius r at +-b: x' = r (w_l + w_r) / 2 along the body, phi' = r (w_r - w_l) / (2 b).
const Json drive = Json::parse(R"json({
  "schema": 1, "name": "differential drive", "group": "SE2", "parameters": {"r": "1/20", "b": "3/20"},
  "metric": [["1","0","0"], ["0","1","0"], ["0","0","1"]], "constraint": {"span": []},
  "inputs": {"left": {"velocity": ["r/2", "0", "-r/(2*b)"]}, "right": {"velocity": ["r/2", "0", "r/(2*b)"]}},
  "initial": {"u": []} })json");

/// A car of wheelbase L at speed v whose steering angle theta1 has the rate w: phi' = v tan(theta1) / L.
const Json car = Json::parse(R"json({
  "schema": 1, "name": "car", "group": ["SE2", "T1"], "parameters": {"L": "1/2", "v": "3/2"},
  "metric": [["1","0","0","0"], ["0","1","0","0"], ["0","0","1","0"], ["0","0","0","1"]],
  "constraint": {"span": [], "offset": ["v", "0", "v*tan(theta1)/L", "0"]},
  "inputs": {"rate": {"velocity": ["0", "0", "0", "1"]}},
  "initial": {"a": ["v", "0", "0", "0"], "find": ["a3", "a4"]} })json");

SystemFile read(const Json& system) {
  return parse_system_file(system.dump());
}

std::vector<double> numbers(const Json& list) {
  std::vector<double> all;
  for (const auto& x : list) all.push_back(std::stod(x.get<std::string>()));
  return all;
}

double apart(const std::vector<double>& left, const std::vector<double>& right) {
  REQUIRE(left.size() == right.size());
  double most = 0;
  for (std::size_t i = 0; i < left.size(); ++i)
    most = std::fmax(most, std::fabs(left[i] - right[i]));
  return most;
}

/// The place (x, y, phi) after a time on the circle of these constant velocities.
std::vector<double> on_circle(const std::vector<double>& from, double v, double omega, double t) {
  const double turn = omega * t, half = turn / 2;
  const double chord = v * t * (half == 0 ? 1 : std::sin(half) / half);
  return {from[0] + chord * std::cos(from[2] + half), from[1] + chord * std::sin(from[2] + half),
          from[2] + turn};
}

Json replayed(Json system, const std::string& input, const std::string& column,
              const std::string& between) {
  system["inputs"][input]["signal"] = {{"table", paths::data() + "/replay/wheels.csv"},
                                       {"time", "t"},
                                       {"column", column},
                                       {"between", between}};
  return system;
}

/// States at the rows of the table.
void check_replay(const Json& system, const Json& reference) {
  const std::array<double, 7> rows{0, 0.35, 0.8, 1.1, 1.75, 2.4, 3};
  const Model model = Model::parse(system.dump());
  for (const std::string method : {"dop853", "gauss6"}) {
    CAPTURE(method);
    for (std::size_t k = 1; k < rows.size(); ++k) {
      RunPlan plan;
      plan.method = method;
      plan.step = 0.005;
      plan.every = 1000;
      plan.t_end = rows[k];
      Sample last;
      const auto status = simulate(model.file(), plan, [&](const Sample& s) { last = s; });
      CHECK(status.outcome == Outcome::ok);
      CHECK(last.t == rows[k]);
      CHECK(apart(last.x, numbers(reference[k])) < 1e-12);
      CHECK(last.off_constraint < 1e-15);
    }
  }
}

}  // namespace

TEST_CASE("wheels that a program turns roll on circles") {
  const std::array<std::array<double, 2>, 4> turned{{{4, 5}, {3, 3}, {-2, 6}, {0, -7}}};
  for (const std::string method : {"dop853", "dopri5", "gauss6", "rk4", "variational"}) {
    CAPTURE(method);
    Simulation run(read(drive), Dynamics::nonholonomic, method);
    REQUIRE(run.inputs() == std::vector<std::string>{"left", "right"});
    std::vector<double> place{0, 0, 0};
    for (const auto& [left, right] : turned) {
      for (int k = 0; k < 50; ++k) REQUIRE(run.step(0.01, std::array<double, 2>{left, right}));
      place = on_circle(place, (left + right) / 40, (right - left) / 6, 0.5);
      CHECK(apart(run.look().x, place) < 1e-12);
      CHECK(std::fabs(run.look().a[0] - (left + right) / 40) < 1e-15);
    }
  }
}

TEST_CASE(
    "a car with a constant steering angle drives on a circle, one with a rate on what tan sums "
    "to") {
  const double v = 1.5, wheelbase = 0.5;
  for (const double rate : {0., 0.3}) {
    Json system = car;
    system["initial"]["x"] = {{"theta1", "1/4"}};
    system["inputs"]["rate"]["signal"] = std::to_string(rate);
    RunPlan plan;
    plan.t_end = 2;
    plan.step = 0.01;
    Sample last;
    REQUIRE(simulate(read(system), plan, [&](const Sample& s) { last = s; }).outcome ==
            Outcome::ok);
    const double theta = 0.25 + 2 * rate;
    // the integral of tan(1/4 + w t) is -log(cos) / w
    const double phi = rate == 0
                           ? 2 * v * std::tan(0.25) / wheelbase
                           : v / (wheelbase * rate) * std::log(std::cos(0.25) / std::cos(theta));
    CHECK(std::fabs(last.x[2] - phi) < 1e-12);
    CHECK(std::fabs(last.x[3] - theta) < 1e-14);
    if (rate == 0) {
      const auto place = on_circle({0, 0, 0}, v, v * std::tan(0.25) / wheelbase, 2);
      CHECK(apart({last.x[0], last.x[1], last.x[2]}, place) < 1e-12);
    }
  }
}

TEST_CASE("without a velocity in the file, offset and inputs give that of the start") {
  Json given = drive;
  given["initial"] = {{"x", {{"phi", "1/2"}}}};
  for (const char* side : {"left", "right"}) given["inputs"][side]["signal"] = "1 + t";
  const auto start = std::get<GroupSystem>(read(given).system).start;
  REQUIRE(start);
  CHECK(start->a[0].exact == Rational(1, 20));
  CHECK(start->a[1].exact == Rational(0));
  CHECK(start->a[2].exact == Rational(0));
}

TEST_CASE("recorded wheels are replayed") {
  const Json reference = Json::parse(read_file(paths::data() + "/replay/wheels.json"));
  for (const std::string between : {"held", "linear"}) {
    CAPTURE(between);
    Json system = replayed(replayed(drive, "left", "left", between), "right", "right", between);
    check_replay(system, reference["drive"][between]);
    if (between == "held")
      check_replay(replayed(car, "rate", "steering_rate", between), reference["car"][between]);
  }
}

TEST_CASE("without freedom a system runs, and is asked nothing more") {
  Json system = car;
  system["inputs"]["rate"]["signal"] = "sin(t)";
  const TemporaryFolder folder;
  const std::string path = folder.write("car.json", system.dump());
  for (const std::vector<std::string>& call :
       {std::vector<std::string>{"simulate", path, "--t-end", "1"},
        {"simulate", path, "--t-end", "1", "--dynamics", "vakonomic"},
        {"simulate", path, "--t-end", "1", "--dynamics", "free"},
        {"sweep", path, "--vary", "L=1:2:3", "--t-end", "1", "--out", folder.file("out.csv")},
        {"converge", path, "--t-end", "1"}}) {
    const auto run = run_command(folder, call);
    CAPTURE(call);
    CAPTURE(run.err);
    CHECK(run.status == 0);
  }
  const std::string place = "$.constraint.span";
  check_refused("check", system, {}, place, "no vectors, not covered by check");
  check_refused("check", system, {"--vary", "L"}, place, "no vectors");
  check_refused("compare", system, {"--t-end", "1"}, place, "no vectors");
  check_refused("study", system, {}, place, "no vectors");
  check_refused("inverse", system, {}, place, "no vectors");
  check_refused("simulate", system, {"--reactions", folder.file("r.csv")}, place, "no vectors");
  check_refused("steer", system, {"--to", "x=1"}, place, "no vectors");

  Json still = system;
  still["initial"] = {{"a", {"v", "0", "1/9", "0"}}};
  check_refused("simulate", still, {}, "$.initial.a", "outside d");
  still["initial"] = {{"u", {"1"}}};
  check_refused("simulate", still, {}, "$.initial.u", "coefficients");
}
