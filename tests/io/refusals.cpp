// Bad files: each rule refused with status 2, the JSON path, what was found and expected, and nothing written.
#include <filesystem>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "run_command.hpp"

namespace {

using Json = nlohmann::json;

Json system_of(const std::string& name) {
  return Json::parse(read_file(system_path(name)));
}

/// Runs simulate, check and compare on the text; all must refuse it with a message that has these parts.
void text_refused(const std::string& text, const std::string& path, const std::string& part = "") {
  CAPTURE(text);
  const TemporaryFolder folder;
  const std::string file = folder.write("bad.json", text);
  const std::string csv = folder.file("out.csv"), plot = folder.file("out.svg");
  const auto simulated =
      run_command(folder, {"simulate", file, "--t-end", "1", "--csv", csv, "--plot", plot});
  CAPTURE(simulated.err);
  CHECK(simulated.status == 2);
  CHECK(simulated.out.empty());
  CHECK(simulated.err.find(path) != std::string::npos);
  CHECK(simulated.err.find(": found ") != std::string::npos);
  CHECK(simulated.err.find(", expected ") != std::string::npos);
  if (!part.empty()) CHECK(simulated.err.find(part) != std::string::npos);
  CHECK(run_command(folder, {"check", file, "--json"}).status == 2);
  CHECK(run_command(folder, {"compare", file, "--csv", csv, "--plot", plot}).status == 2);
  CHECK_FALSE(std::filesystem::exists(csv));
  CHECK_FALSE(std::filesystem::exists(plot));
}

void refused(const Json& system, const std::string& path, const std::string& part = "") {
  text_refused(system.dump(), path, part);
}

/// The unicycle with one value replaced, by JSON pointer.
Json unicycle_with(const std::string& pointer, const Json& value) {
  Json system = system_of("unicycle");
  system[Json::json_pointer(pointer)] = value;
  return system;
}

Json chart_with(const std::string& pointer, const Json& value) {
  Json system = system_of("chart_rolling_disk");
  system[Json::json_pointer(pointer)] = value;
  return system;
}

}  // namespace

TEST_CASE("keys and types") {
  refused(unicycle_with("/metrik", "1"), "$.metrik", "unknown key 'metrik', close to 'metric',");
  refused(unicycle_with("/initial/b", "1"), "$.initial.b", "unknown key");
  refused(unicycle_with("/group", Json::array({"SE2", "Aff2"})), "$.group[1]",
          "\"Aff2\", close to 'Aff1',");
  refused(unicycle_with("/group", "h3"), "$.group", "\"h3\", close to 'H3',");
  refused(unicycle_with("/constraint/spam", "1"), "$.constraint.spam", "unknown key");
  refused(unicycle_with("/schema", 2), "$.schema");
  refused(unicycle_with("/schema", "one"), "$.schema");
  refused(unicycle_with("/name", 5), "$.name");
  refused(unicycle_with("/metric", "1"), "$.metric");
  refused(unicycle_with("/metric/0/0", true), "$.metric[0][0]");
  refused(unicycle_with("/metric/0/0", nullptr), "$.metric[0][0]");
  refused(unicycle_with("/initial", Json::array()), "$.initial");
  for (const char* key : {"schema", "name", "group", "metric"}) {
    Json system = system_of("unicycle");
    system.erase(key);
    refused(system, std::string("$.") + key, "nothing");
  }
  Json system = system_of("unicycle");
  system["initial"].erase("a");
  refused(system, "$.initial.a", "nothing");
}

TEST_CASE("JSON itself") {
  text_refused("{\"schema\": 1,", "column");
  text_refused("", "column");
  text_refused("[1]", "$");
  text_refused("{\"schema\": 1, \"schema\": 1}", "$.schema");
  text_refused("{\"schema\": 1} // comment", "column");
}

TEST_CASE("groups and algebras") {
  refused(unicycle_with("/group", "SO4"), "$.group");
  refused(unicycle_with("/group", {"SE2", "H2"}), "$.group[1]");
  refused(unicycle_with("/group", {"SE2", "T0"}), "$.group[1]");
  refused(unicycle_with("/group", {"SE2", "T99"}), "$.group[1]");
  refused(unicycle_with("/group", Json::array()), "$.group");
  refused(unicycle_with("/group", 7), "$.group");
  Json both = system_of("z2_sl2");
  both["group"] = "SO3";
  refused(both, "$.group");
  const auto algebra_with = [](const std::string& pointer, const Json& value) {
    Json system = system_of("z2_sl2");
    system[Json::json_pointer(pointer)] = value;
    return system;
  };
  refused(algebra_with("/algebra/brackets/1,2", {{"1", "1"}, {"3", "1"}}), "$.algebra.brackets",
          "Jacobi");
  refused(algebra_with("/algebra/brackets/1,4", {{"1", "1"}}), "$.algebra.brackets['1,4']");
  refused(algebra_with("/algebra/brackets/2,1", {{"3", "1"}}), "$.algebra.brackets['2,1']");
  refused(algebra_with("/algebra/brackets/1,1", {{"3", "1"}}), "$.algebra.brackets['1,1'].3");
  refused(algebra_with("/algebra/brackets/1,2", {{"9", "1"}}), "$.algebra.brackets['1,2'].9");
  refused(algebra_with("/algebra/dim", 0), "$.algebra.dim");
  refused(algebra_with("/algebra/dim", 1000000), "$.algebra.dim");
  refused(algebra_with("/initial/x", {{"x", "1"}}), "$.initial.x");
}

TEST_CASE("dimensions") {
  refused(unicycle_with("/metric", Json::array({{"1"}})), "$.metric");
  refused(unicycle_with("/metric/2", {"0", "0", "J"}), "$.metric[2]");
  refused(unicycle_with("/constraint/span/1", {"0", "0", "1"}), "$.constraint.span[1]");
  refused(unicycle_with("/constraint/span", Json::array()), "$.initial.a", "outside d");
  refused(unicycle_with("/initial/a", {"R", "0", "1"}), "$.initial.a");
  refused(unicycle_with("/initial/mu", {"0"}), "$.initial.mu");
  refused(unicycle_with("/force", {"0"}), "$.force");
  refused(unicycle_with("/constraint/offset", {"0"}), "$.constraint.offset");
}

TEST_CASE("metrics") {
  refused(unicycle_with("/metric/0/1", "1/3"), "$.metric[1][0]", "symmetric");
  refused(unicycle_with("/metric/0/1", "x"), "$.metric[1][0]", "symmetric");
  refused(unicycle_with("/metric/3/3", "0"), "$.metric", "rank 3");
  refused(unicycle_with("/parameters/I", "0"), "$.metric", "rank 3");
  refused(unicycle_with("/metric/0/0", "sqrt(2)-sqrt(2)"), "$.metric", "pivot");
  Json null_d = system_of("so21_lorentz");
  null_d["constraint"]["span"] = {{"1", "0", "1"}};
  null_d["initial"]["a"] = {"0", "0", "0"};
  null_d["initial"]["mu"] = {"0", "0", "0"};
  refused(null_d, "$.constraint.span", "on d");
}

TEST_CASE("constraints and starts") {
  refused(unicycle_with("/constraint/span", {{"R", "0", "0", "1"}, {"2*R", "0", "0", "2"}}),
          "$.constraint.span", "rank 1");
  refused(unicycle_with("/initial/a", {"R", "1e-12", "1/2", "1"}), "$.initial.a", "in d");
  refused(unicycle_with("/initial/a", {"R+1/1000000000", "0", "1/2", "1"}), "$.initial.a", "in d");
  refused(unicycle_with("/initial/mu", {"1", "1/3", "0", "0"}), "$.initial.mu", "annihilates");
  refused(unicycle_with("/initial/x", {{"z", "1"}}), "$.initial.x.z");
  Json off = system_of("suslov");
  off["initial"]["x"] = {{"R11", "2"}};
  refused(off, "$.initial.x", "off the group");
  Json unconstrained = system_of("unicycle");
  unconstrained.erase("constraint");
  refused(unconstrained, "$.initial.mu", "without a constraint");
}

TEST_CASE("formulas") {
  refused(unicycle_with("/metric/0/0", "m*"), "$.metric[0][0], character 3");
  refused(unicycle_with("/metric/0/0", "q"), "$.metric[0][0], character 1", "undefined name 'q'");
  refused(unicycle_with("/metric/0/0", ""), "$.metric[0][0], character 1");
  refused(unicycle_with("/potential", "x_dot"), "$.potential, character 1", "undefined name");
  refused(unicycle_with("/constraint/span/0/0", "q"), "$.constraint.span[0][0], character 1");
  refused(unicycle_with("/constraint/span/0/0", "x"), "$.initial.a", "in d");
  refused(unicycle_with("/force", {"0", "0", "0", "a5"}), "$.force[3], character 1");
  refused(unicycle_with("/parameters/m", "n"), "$.parameters.m, character 1");
  refused(unicycle_with("/parameters/m", "m"), "$.parameters.m", "refers back");
  refused(unicycle_with("/parameters/x", "1"), "$.parameters.x");
  refused(unicycle_with("/parameters/sin", "1"), "$.parameters.sin");
}

TEST_CASE("numbers that are not finite") {
  refused(unicycle_with("/metric/0/0", "1/0"), "$.metric[0][0], character 2", "division by zero");
  refused(unicycle_with("/metric/0/0", "1/x"), "$.metric[0][0]", "finite");
  refused(unicycle_with("/potential", "log(x)"), "$.potential", "finite");
  refused(unicycle_with("/initial/a/0", "sqrt(0-1)"), "$.initial.a[0]", "finite");
  refused(unicycle_with("/initial/a/0", "9^9^9"), "$.initial.a[0]", "finite");
  refused(unicycle_with("/parameters/m", "1e309"), "$.parameters.m, character 1");
  refused(unicycle_with("/parameters/m", "exp(1000)"), "$.parameters.m", "finite");
  refused(unicycle_with("/force", {"1/x", "0", "0", "0"}), "$.force[0]", "finite");
  // A coin that lies flat has no lowest point.
  refused({{"schema", 1},
           {"name", "coin"},
           {"chart", {{"coordinates", {"z", "up"}}}},
           {"metric", {{1, 0}, {0, 1}}},
           {"holonomic", {"z - sqrt(up^2)"}},
           {"initial", {{"q_dot", {{"up", "1"}}}}}},
          "$.holonomic[0]", "derivatives at the start are not finite");
}

TEST_CASE("charts") {
  refused(chart_with("/group", "SO3"), "$.group", "unknown key");
  refused(chart_with("/chart/coordinates", {"x", "x", "theta", "phi"}), "$.chart.coordinates[1]");
  refused(chart_with("/chart/coordinates", Json::array()), "$.chart.coordinates");
  refused(chart_with("/chart/coordinates/0", "2x"), "$.chart.coordinates[0]");
  refused(chart_with("/lagrangian", "x_dot^2"), "$.metric");
  refused(chart_with("/metric/0/1", "1/3"), "$.metric[1][0]");
  refused(chart_with("/metric/3/3", "0"), "$.metric");
  refused(chart_with("/constraints/0", "z_dot"), "$.constraints[0], character 1");
  refused(chart_with("/constraints/1", "x_dot*sin(theta) - y_dot*cos(theta)"), "$.constraints");
  refused(chart_with("/initial/q_dot/x", "2"), "$.initial.q_dot");
  refused(chart_with("/initial/lambda", {"0"}), "$.initial.lambda");
  refused(chart_with("/initial/q", {{"z", "0"}}), "$.initial.q.z");
  Json none = system_of("chart_rolling_disk");
  none.erase("metric");
  refused(none, "$.metric", "nothing");
}

TEST_CASE("a start is needed for motion only") {
  Json system = system_of("unicycle");
  system.erase("initial");
  const TemporaryFolder folder;
  const std::string file = folder.write("still.json", system.dump());
  CHECK(run_command(folder, {"check", file}).status == 0);
  const auto simulated = run_command(folder, {"simulate", file, "--csv", folder.file("out.csv")});
  CHECK(simulated.status == 2);
  CHECK(simulated.err.find("$.initial: found nothing") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder.file("out.csv")));
}

TEST_CASE("bad command lines") {
  const TemporaryFolder folder;
  const std::string file = system_path("suslov");
  CHECK(run_command(folder, {}).status == 2);
  const auto unknown = run_command(folder, {"wander", file});
  CHECK(unknown.status == 2);
  CHECK(unknown.err.find("'wander', expected check, ") != std::string::npos);
  CHECK(run_command(folder, {"check"}).status == 2);
  CHECK(run_command(folder, {"check", folder.file("missing.json")}).status == 2);
  CHECK(run_command(folder, {"check", file, "--vary", "m"}).status == 2);
  CHECK(run_command(folder, {"simulate", file, "--dynamics", "wild"}).status == 2);
  CHECK(run_command(folder, {"simulate", file, "--method", "euler"}).status == 2);
  CHECK(run_command(folder, {"simulate", file, "--h", "0"}).status == 2);
  CHECK(run_command(folder, {"simulate", file, "--h", "x"}).status == 2);
  CHECK(run_command(folder, {"simulate", file, "--t-end", "-1"}).status == 2);
  CHECK(run_command(folder, {"simulate", file, "--t-end", "nan"}).status == 2);
  CHECK(run_command(folder, {"simulate", file, "--every", "0"}).status == 2);
  CHECK(run_command(folder, {"simulate", file, "--plot", folder.file("a.pdf")}).status == 2);
  CHECK(run_command(folder, {"simulate", file, "--csv", "/nonexistent/a.csv"}).status == 2);
  CHECK(run_command(folder, {"compare", file, "--t-end", "-1"}).status == 2);
  CHECK(run_command(folder, {"show", "nothing"}).status == 2);
  CHECK(run_command(folder, {"list", "nothing"}).status == 2);
  CHECK(run_command(folder, {"--help"}).status == 0);
  CHECK(run_command(folder, {"--version"}).status == 0);
}
