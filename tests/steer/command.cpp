// hamel steer: its figures, its files and its refusals.
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../io/run_command.hpp"

using Json = nlohmann::json;

namespace {

CommandResult steer(const TemporaryFolder& folder, const std::string& file,
                    std::vector<std::string> options) {
  options.insert(options.begin(), {"steer", file});
  return run_command(folder, options);
}

Json answer(const TemporaryFolder& folder, const std::string& file,
            std::vector<std::string> options) {
  options.push_back("--json");
  const auto run = steer(folder, file, options);
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  return Json::parse(run.out);
}

}  // namespace

TEST_CASE("a unicycle is parked, and its CSV ends where it was asked to") {
  const TemporaryFolder folder;
  const auto csv = folder.file("out.csv");
  const auto run =
      steer(folder, system_path("unicycle"),
            {"--to", "x=1,y=0.5,phi=1.57", "--free", "theta1", "--csv", csv, "--json"});
  REQUIRE(run.status == 0);
  const Json report = Json::parse(run.out);
  CHECK(report["status"] == "solved");
  CHECK(report["residual"].get<double>() < 1e-10);
  CHECK(report["candidates"].size() >= 1);
  CHECK(report["optimality"] ==
        "unknown");  // an end that is free asks for more than a conjugate time
  const auto rows = read_csv(csv);
  CHECK(std::abs(std::stod(rows.back()[1]) - 1) < 1e-9);
  CHECK(std::abs(std::stod(rows.back()[2]) - .5) < 1e-9);
  CHECK(std::abs(std::stod(rows.back()[3]) - 1.57) < 1e-9);
  CHECK(std::abs(std::stod(rows.back()[12])) <
        1e-8);  // p4: the free wheel has no momentum at the end
}

TEST_CASE("the isoperimetric problem: the height 1 costs pi") {
  const TemporaryFolder folder;
  const Json report = answer(folder, system_path("heisenberg"), {"--to", "z=1"});
  CHECK(std::abs(report["cost"].get<double>() - std::acos(-1)) < 1e-9);
  // In unit time the least length is sqrt(2 cost), the same in any other.
  CHECK(std::abs(report["length"].get<double>() - std::sqrt(2 * std::acos(-1))) < 1e-9);
  const Json slow = answer(folder, system_path("heisenberg"), {"--to", "z=1", "--t-end", "3"});
  CHECK(std::abs(slow["length"].get<double>() - std::sqrt(2 * std::acos(-1))) < 1e-9);
}

TEST_CASE("a target that a file names is the default, from the start of the file") {
  const TemporaryFolder folder;
  const auto file = folder.write("car.json", R"({"schema": 1, "name": "car", "group": ["SE2"],
    "metric": [["1","0","0"],["0","1","0"],["0","0","1"]],
    "constraint": {"span": [["1","0","0"],["0","0","1"]]},
    "initial": {"x": {"x": "2", "y": "1"}, "a": ["1","0","0"]}, "target": {"x": {"x": "3", "phi": "1"}}})");
  const Json report = answer(folder, file, {});
  CHECK(std::abs(report["end"][0].get<double>() - 3) < 1e-9);
  CHECK(std::abs(report["end"][1].get<double>() - 1) < 1e-9);
  CHECK(std::abs(report["end"][2].get<double>() - 1) < 1e-9);
  CHECK(report["optimality"] == "locally optimal");
  CHECK(report["conjugate_time"].is_null());
  // A turn the other way round is never dearer than the one asked for.
  const Json around = answer(folder, file, {"--to", "x=2.1,y=1,phi=6"});
  const Json wrapped = answer(folder, file, {"--to", "x=2.1,y=1,phi=6", "--wrap", "phi"});
  CHECK(wrapped["cost"].get<double>() < around["cost"].get<double>() / 10);
  CHECK(std::abs(wrapped["end"][2].get<double>() - 6 + 2 * std::acos(-1)) < 1e-9);
  // Where it is already costs nothing.
  CHECK(answer(folder, file, {"--to", "x=2"})["cost"].get<double>() == 0);
}

TEST_CASE("what has no meaning is refused, with the reason") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& system, std::vector<std::string> options,
                           const std::vector<std::string>& words) {
    const auto run = steer(folder, system_path(system), options);
    CAPTURE(run.err);
    CHECK(run.status == 2);
    for (const auto& word : words) CHECK(run.err.find(word) != std::string::npos);
  };
  refused("unicycle", {"--to", "x=1,phy=1"}, {"phy", "close to 'phi'"});
  refused("unicycle", {"--to", "x"}, {"NAME=VALUE"});
  refused("unicycle", {"--to", "x=1, x = 2"}, {"'x' twice"});
  refused("unicycle", {"--to", "x=1", "--free", "x"}, {"which --to names"});
  refused("unicycle", {"--free", "x", "--free", "y", "--free", "phi", "--free", "theta1"},
          {"free coordinates", "all of them"});
  refused("unicycle", {}, {"no target"});
  refused("unicycle", {"--to", "x=1", "--t-end", "0"}, {"--t-end"});
  refused("unicycle", {"--to", "x=1", "--wrap", "x"}, {"an angle"});
#ifdef HAMEL_HAS_EFFORT
  refused("unicycle", {"--to", "x=1", "--effort"}, {"$.inputs", "effort"});
#else
  refused("unicycle", {"--to", "x=1", "--effort"}, {"coinor-libipopt-dev"});
#endif
  refused("unicycle", {"--to", "x=1", "--within", "x=0:1"}, {"--effort"});
  refused("so3_biinvariant", {"--to", "R11=-1"}, {"end of the motion", "residual"});
  refused("chart_particle", {"--to", "x=1,w=2"}, {"'w'", "a coordinate: x, y, z"});
  refused("carriage", {"--to", "x=1,phi=1"},
          {"not bracket generating", "growth 2, 3, 4 of 5", "phi", "theta2"});
}

TEST_CASE("a constraint that moves: a car is parked") {
  const TemporaryFolder folder;
  const auto csv = folder.file("out.csv");
  const Json car = answer(folder, system_path("car"),
                          {"--to", "x=0.6,y=0.3", "--candidates", "1", "--csv", csv});
  CHECK(car["residual"].get<double>() < 1e-10);
  CHECK(car["optimality"] == "locally optimal");
  const auto rows = read_csv(csv);
  CHECK(std::abs(std::stod(rows.back()[1]) - .6) < 1e-8);
  CHECK(std::abs(std::stod(rows.back()[2]) - .3) < 1e-8);
}

TEST_CASE("what is not free at the end is there, also where its coordinates depend on each other") {
  const TemporaryFolder folder;
  const auto file =
      folder.write("satellite.json", R"({"schema": 1, "name": "s", "group": ["SO3","T2"],
    "metric": [["3/2","0","0","1/2","0"], ["0","17/10","0","0","1/2"], ["0","0","3/2","0","0"],
               ["1/2","0","0","1/2","0"], ["0","1/2","0","0","1/2"]],
    "constraint": {"span": [["-1/2","0","0","3/2","0"], ["0","-1/2","0","0","17/10"]]}})");
  const Json report = answer(folder, file,
                             {"--to", "R11=cos(1),R12=-sin(1),R21=sin(1),R22=cos(1)", "--free",
                              "theta1", "--free", "theta2", "--candidates", "1"});
  CHECK(std::abs(report["end"][0].get<double>() - std::cos(1)) < 1e-9);
  CHECK(std::abs(report["end"][3].get<double>() - std::sin(1)) < 1e-9);
  CHECK(std::abs(report["end"][8].get<double>() - 1) < 1e-9);
}

TEST_CASE("in coordinates and on a group the same system is steered alike") {
  const TemporaryFolder folder;
  const auto group = folder.write("group.json", R"({"schema": 1, "name": "group", "group": ["R3"],
    "metric": [["1","0","0"],["0","1","0"],["0","0","1"]],
    "constraint": {"span": [["1","0","r2"],["0","1","0"]]}})");
  const auto chart = folder.write("chart.json", R"({"schema": 1, "name": "chart",
    "chart": {"coordinates": ["x","y","z"]}, "lagrangian": "(x_dot^2+y_dot^2+z_dot^2)/2",
    "constraints": ["z_dot - y*x_dot"], "target": {"q": {"x": "1/2", "z": "1"}}})");
  const auto csv = folder.file("out.csv");
  const Json one = answer(folder, group, {"--to", "r1=0.5,r3=1"});
  const Json other = answer(folder, chart, {"--csv", csv});
  CHECK(std::abs(one["cost"].get<double>() - other["cost"].get<double>()) < 1e-9);
  CHECK(one["optimality"] == other["optimality"]);
  CHECK(std::abs(std::stod(read_csv(csv).back()[3]) - 1) < 1e-8);
}

TEST_CASE("known cut times: one turn of the velocity on the Heisenberg group") {
  const TemporaryFolder folder;
  const auto file = folder.write("h.json", R"({"schema": 1, "name": "h", "group": ["H3"],
    "metric": [["1","0","0"],["0","1","0"],["0","0","1"]],
    "constraint": {"span": [["1","0","0"],["0","1","0"]]}})");
  const Json report = answer(folder, file, {"--to", "x=1,z=0.2", "--candidates", "1"});
  // One turn of the velocity takes 2 pi/|w|, w = 2 p3, and p3 is the multiplier.
  const double w = 2 * report["mu"][2].get<double>();
  CHECK(std::abs(report["cut_time"].get<double>() - 2 * std::acos(-1) / std::abs(w)) < 1e-9);
}

TEST_CASE("a way too long for a run from its start is not claimed, with the reason") {
  const TemporaryFolder folder;
  const auto run = steer(folder, system_path("unicycle"),
                         {"--to", "x=14,y=14,phi=3,theta1=0", "--candidates", "1"});
  CHECK(run.status == 1);
  CHECK(run.out.find("not solved") != std::string::npos);
  CHECK(run.out.find("misses the end") != std::string::npos);
}

TEST_CASE("a signal of an input is no part of what steering minimises") {
  const TemporaryFolder folder;
  const auto file = folder.write("driven.json", R"({"schema": 1, "name": "driven", "group": ["SE2"],
    "metric": [["1","0","0"],["0","1","0"],["0","0","1"]],
    "constraint": {"span": [["1","0","0"],["0","0","1"]]},
    "inputs": {"push": {"force": ["1","0","0"], "signal": "t"}}})");
  const auto run = steer(folder, file, {"--to", "x=1"});
  CHECK(run.status == 2);
  CHECK(run.err.find("a signal of 'push'") != std::string::npos);
}

TEST_CASE("a target on the leaf of the carriage is reached") {
  const TemporaryFolder folder;
  // It keeps theta2 - 2/3 phi: theta2 may follow.
  const Json report = answer(folder, system_path("carriage"),
                             {"--to", "x=1,phi=1", "--free", "theta1", "--free", "theta2"});
  CHECK(report["residual"].get<double>() < 1e-10);
}

#ifdef HAMEL_HAS_EFFORT
TEST_CASE("--effort: inputs within their bounds, in JSON and CSV") {
  const TemporaryFolder folder;
  const auto file = folder.write("cart.json", R"({"schema": 1, "name": "cart", "group": ["SE2"],
    "metric": [["1","0","0"],["0","1","0"],["0","0","1"]],
    "constraint": {"span": [["1","0","0"],["0","0","1"]]},
    "inputs": {"push": {"force": ["1","0","0"]}, "turn": {"force": ["0","0","1"], "bounds": ["-3","3"]}}})");
  const auto csv = folder.file("out.csv");
  const Json report = answer(folder, file,
                             {"--to", "x=1,y=0.5", "--effort", "--t-end", "2", "--steps", "40",
                              "--within", "phi=-1:1", "--csv", csv});
  CHECK(report["status"] == "solved");
  CHECK(report["residual"].get<double>() < 1e-8);
  CHECK(report["inputs"]["push"].size() == 40);
  for (const double w : report["inputs"]["turn"]) CHECK(std::abs(w) <= 3);
  const auto rows = read_csv(csv);
  CHECK(rows.size() == 42);
  CHECK(rows[0].back() == "input_turn");
  CHECK(std::abs(std::stod(rows.back()[2]) - 0.5) < 1e-8);
  const auto impossible = steer(folder, file, {"--to", "x=1", "--effort", "--candidates", "2"});
  CHECK(impossible.status == 2);
}
#endif
