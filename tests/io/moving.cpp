// System files whose constraint moves with the configuration, as the command runs, compares and checks them.
#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/io/methods.hpp>

#include "../paths.hpp"
#include "reference_error.hpp"
#include "refused.hpp"
#include "run_command.hpp"

using Json = nlohmann::json;

namespace {

/// The file of a system: a public one, or one that is known by its reference alone.
std::string file_of(const std::string& name) {
  const std::string own = paths::data() + "/moving/systems/" + name + ".json";
  return std::filesystem::exists(own) ? own : system_path(name);
}

Json system_of(const std::string& name) {
  return Json::parse(read_file(file_of(name)));
}

Json reference_of(const std::string& name) {
  return Json::parse(read_file(paths::data() + "/moving/" + name + ".json"));
}

/// The systems with a reference.
std::vector<std::string> moving_systems() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(paths::data() + "/moving"))
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  return names;
}

/// The largest error of a run at the time of the reference.
double error(const std::string& system, const std::string& dynamics, const std::string& method,
             int intervals) {
  const Json result = reference_of(system)["results"][dynamics];
  const TemporaryFolder folder;
  const std::string csv = folder.file("out.csv");
  const std::string t_end = result["t"];
  const auto run =
      run_command(folder, {"simulate", file_of(system), "--dynamics", dynamics, "--method", method,
                           "--t-end", t_end, "--h", std::to_string(std::stod(t_end) / intervals),
                           "--every", std::to_string(intervals), "--csv", csv});
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  return ReferenceError(read_csv(csv), result).worst;
}

/// The answer of a subcommand with --json for a text.
Json ask(const std::string& subcommand, const Json& system,
         const std::vector<std::string>& options = {}) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments{subcommand, folder.write("system.json", system.dump()),
                                     "--json"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const auto run = run_command(folder, arguments);
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  return Json::parse(run.out);
}

Json condition(const Json& report, const std::string& id) {
  for (const auto& one : report["conditions"])
    if (one["id"] == id) return one;
  return {};
}

/// simulate refuses the system, naming the place and the reason.
void refused(const Json& system, const std::string& path, const std::string& part) {
  check_refused("simulate", system, {"--t-end", "1"}, path, part);
}

Json car_with(const std::string& pointer, const Json& value) {
  Json system = system_of("car");
  system[Json::json_pointer(pointer)] = value;
  return system;
}

/// Velocities in R3 spanned by two vectors.
Json plane_field(const Json& first, const Json& second) {
  return {{"schema", 1},
          {"name", "field of planes"},
          {"group", "R3"},
          {"metric", {{"1", "0", "0"}, {"0", "1", "0"}, {"0", "0", "1"}}},
          {"constraint", {{"span", {first, second}}}},
          {"initial", {{"x", {{"r2", "1/3"}}}, {"a", {"1", "0", "1/3"}}}}};
}

}  // namespace

TEST_CASE("the default method reaches the references of constraints that move") {
  int compared = 0;
  for (const std::string& name : moving_systems()) {
    CAPTURE(name);
    for (const std::string dynamics : {"nonholonomic", "vakonomic"}) {
      CAPTURE(dynamics);
      CHECK(error(name, dynamics, "dop853", 100) < 1e-11);
      ++compared;
    }
  }
  CHECK(compared == 34);
}

TEST_CASE("the car on its group moves as the car in coordinates does, multipliers included") {
  for (const std::string dynamics : {"nonholonomic", "vakonomic"}) {
    CAPTURE(dynamics);
    const auto run = [&](const std::string& name) {
      const TemporaryFolder folder;
      const std::string csv = folder.file("out.csv");
      REQUIRE(run_command(folder, {"simulate", system_path(name), "--dynamics", dynamics, "--t-end",
                                   "3", "--h", "0.25", "--csv", csv})
                  .status == 0);
      const auto rows = read_csv(csv);
      std::vector<std::map<std::string, double>> table(rows.size() - 1);
      for (std::size_t i = 0; i < table.size(); ++i)
        for (std::size_t j = 0; j < rows[0].size(); ++j)
          table[i][rows[0][j]] = std::stod(rows[i + 1][j]);
      return table;
    };
    auto group = run("car"), chart = run("car_chart");
    REQUIRE(group.size() == 13);
    REQUIRE(chart.size() == 13);
    for (std::size_t i = 0; i < group.size(); ++i) {
      auto &g = group[i], &c = chart[i];
      const auto same = [](double a, double b) { CHECK(std::abs(a - b) < 1e-10); };
      for (const char* name : {"t", "x", "y", "phi", "theta1", "energy"}) same(g[name], c[name]);
      const double forward = std::cos(c["phi"]) * c["x_dot"] + std::sin(c["phi"]) * c["y_dot"];
      same(g["a1"], forward);
      same(g["a3"], c["phi_dot"]);
      same(g["a4"], c["theta1_dot"]);
      if (dynamics == "nonholonomic") continue;
      // p = M a + lambda1 (0, 1, 0, 0) + lambda2 (-sin theta1, 0, L cos theta1, 0)
      same(g["p1"], 1.2 * g["a1"] - c["lambda2"] * std::sin(c["theta1"]));
      same(g["p2"], 1.2 * (g["a2"] + 0.3 * g["a3"]) + c["lambda1"]);
    }
  }
}

TEST_CASE("every method has its order on constraints that move") {
  const std::map<std::string, int> intervals{{"rk4", 100},         {"cf4", 100},
                                             {"cg3", 200},         {"gauss4", 100},
                                             {"gauss6", 40},       {"variational", 200},
                                             {"variational4", 60}, {"variational-cayley", 200},
                                             {"variational6", 40}, {"variational-midpoint", 200},
                                             {"variational8", 25}, {"energy-midpoint", 200}};
  int compared = 0;  // with slopes within 0.1 of the order
  hamel::for_each_method([&](const auto& row) {
    const std::string method = row.name;
    if (row.adaptive) return;
    CAPTURE(method);
    for (const std::string& system : moving_systems()) {
      CAPTURE(system);
      if (!row.on_charts && system_of(system).contains("chart")) continue;
      for (const std::string dynamics : {"nonholonomic", "vakonomic"}) {
        CAPTURE(dynamics);
        if (row.serves == hamel::Serves::linear_constraints && dynamics == "nonholonomic" &&
            system_of(system).at("constraint").contains("offset"))
          continue;
        // halved until the slope shows, or rounding takes over
        bool ordered = false;
        double coarse = error(system, dynamics, method, intervals.at(method));
        for (int n = 2 * intervals.at(method); !ordered && n <= 16 * intervals.at(method); n *= 2) {
          const double fine = error(system, dynamics, method, n);
          ordered = fine < 1e-12 || std::abs(std::log2(coarse / fine) - row.order) < 0.1;
          coarse = fine;
        }
        CHECK(ordered);
        ++compared;
      }
    }
  });
  CHECK(compared > 150);
}

TEST_CASE("free motion ignores the constraint that moves") {
  Json bare = system_of("car");
  bare.erase("constraint");
  bare["initial"].erase("mu");
  const TemporaryFolder folder;
  const auto last = [&](const Json& system) {
    const std::string csv = folder.file("out.csv");
    const auto run = run_command(folder, {"simulate", folder.write("s.json", system.dump()),
                                          "--dynamics", "free", "--t-end", "1", "--csv", csv});
    REQUIRE(run.status == 0);
    return read_csv(csv).back();
  };
  CHECK(last(system_of("car")) == last(bare));
}

TEST_CASE("Q2 of motions under constraints that move") {
  const Json ball = ask("compare", system_of("chaplygin_ball"), {"--t-end", "3"});
  CHECK(ball["q2"]["answer"] == "no");
  CHECK(ball["q2"]["exact"] == true);
  // A car that drives straight on level ground moves as if it were free, so with mu = 0.
  Json straight = car_with("/potential", "0");
  straight["initial"] = {{"x", {{"phi", "3/10"}}}, {"a", {"1", "0", "0", "0"}}};
  const Json q2 = ask("compare", straight, {"--t-end", "3"})["q2"];
  CHECK(q2["answer"] == "yes");
  CHECK(q2["departure"] < 1e-10);
}

TEST_CASE("growth at the start and at generic points") {
  const std::map<std::string, std::vector<int>> growth{
      {"car", {2, 3, 4}},         {"tractor_trailer", {2, 3, 4}}, {"snakeboard", {3, 4, 5}},
      {"chaplygin_ball", {3, 5}}, {"two_trailers", {2, 3, 4, 5}}, {"snakeboard_gait", {1}}};
  for (const auto& row : growth) {
    const auto& name = row.first;
    const auto& expected = row.second;
    CAPTURE(name);
    const Json report = ask("check", system_of(name));
    CHECK(report["growth"] == expected);
    CHECK(report["growth_at_start"] == expected);
    CHECK(condition(report, "bracket_generating")["answer"] ==
          (expected.back() > 3 ? "holds" : "fails"));
    CHECK(condition(report, "integrable")["answer"] == (expected.size() > 1 ? "fails" : "holds"));
    CHECK(condition(report, "integrable")["exact"] == true);
  }
  // z' = y^2 x' loses a bracket where y = 0 (Martinet).
  Json martinet = plane_field({"1", "0", "r2^2"}, {"0", "1", "0"});
  martinet["initial"] = {{"a", {"1", "0", "0"}}};
  const Json report = ask("check", martinet);
  CHECK(report["growth"] == std::vector<int>{2, 3});
  CHECK(report["growth_at_start"] == std::vector<int>{2, 2, 3});
}

TEST_CASE("growth at starts that are turned") {
  // a ball grows alike everywhere; its quaternion is rational, irrational
  Json ball = system_of("chaplygin_ball");
  ball["initial"].erase("mu");
  const std::map<std::string, Json> turned{
      {"permuted",
       {{"R11", "0"}, {"R13", "1"}, {"R21", "1"}, {"R22", "0"}, {"R32", "1"}, {"R33", "0"}}},
      {"about e1", {{"R22", "3/5"}, {"R23", "-4/5"}, {"R32", "4/5"}, {"R33", "3/5"}}}};
  for (const auto& turn : turned) {
    CAPTURE(turn.first);
    ball["initial"]["x"] = turn.second;
    ball["initial"]["a"] = {"0", "0", "0", "0", "0"};
    CHECK(ask("check", ball)["growth_at_start"] == std::vector<int>{3, 5});
  }
  const char* const cosine = "0.8660254037844387";
  ball["initial"]["x"] = {{"R22", cosine}, {"R23", "-1/2"}, {"R32", "1/2"}, {"R33", cosine}};
  const Json rounded = ask("check", ball);
  CHECK(rounded["growth_at_start"] == Json::array());
  CHECK(condition(rounded, "bracket_generating")["reason"].get<std::string>().find(
            "none at the start") != std::string::npos);
  // [e1, f e2 + d/dr], f = (R32 - 4/5)^2, vanishes where f does, and so do no more than its own brackets
  const auto bent = [](const char* group, const char* f) {
    Json system{{"schema", 1}, {"name", "bent"}, {"group", {group, "R1"}}};
    const int n = std::string(group) == "SO3" ? 4 : 7;
    for (int i = 0; i < n; ++i) {
      system["metric"].push_back(std::vector<std::string>(n, "0"));
      system["metric"][i][i] = "1";
    }
    std::vector<std::string> turn(n, "0"), other(n, "0");
    turn[n - 4] = other[n - 1] = "1";
    other[n - 3] = f;
    system["constraint"]["span"] = {turn, other};
    system["initial"]["a"] = std::vector<std::string>(n, "0");
    system["initial"]["x"] = {{"R22", "3/5"}, {"R23", "-4/5"}, {"R32", "4/5"}, {"R33", "3/5"}};
    return system;
  };
  CHECK(ask("check", bent("SO3", "(R32-4/5)^2"))["growth_at_start"] ==
        std::vector<int>{2, 2, 3, 4});
  CHECK(ask("check", bent("SO3", "R32-4/5"))["growth_at_start"] == std::vector<int>{2, 3, 4});
  Json moved = bent("SE3", "(z-1)^2 + (R32-4/5)^2");
  moved["initial"]["x"]["z"] = "1";
  CHECK(ask("check", moved)["growth_at_start"] == std::vector<int>{2, 2, 3, 4});
}

TEST_CASE("what needs a constant d says so") {
  const Json report = ask("check", system_of("car"));
  for (const char* id : {"invariant_decomposition", "eq_3_11", "cor_3_9", "invariant_measure"}) {
    CAPTURE(id);
    CHECK(condition(report, id)["answer"] == "undecided");
    CHECK(condition(report, id)["reason"].get<std::string>().find("needs a constant d") !=
          std::string::npos);
  }
  CHECK(condition(report, "jacobi")["answer"] == "holds");
  CHECK(condition(report, "unimodular")["answer"] == "holds");
  CHECK(report["q1"]["answer"] == "no");
  CHECK(report["q1"]["exact"] == true);
}

TEST_CASE("a field of planes that is integrable") {
  const Json report = ask("check", plane_field({"1", "0", "r2"}, {"0", "1", "r1"}));
  CHECK(condition(report, "integrable")["answer"] == "holds");
  CHECK(condition(report, "integrable")["exact"] == true);
  CHECK(report["q1"]["answer"] == "yes");
  CHECK(report["growth"] == std::vector<int>{2});
  const Json contact = ask("check", plane_field({"1", "0", "r2"}, {"0", "1", "0"}));
  CHECK(condition(contact, "integrable")["answer"] == "fails");
  CHECK(contact["q1"]["answer"] == "no");
}

TEST_CASE("formulas that do not vary leave d constant") {
  Json system = system_of("unicycle");
  const Json expected = ask("check", system)["q1"];
  system["constraint"]["span"][0][0] = "R*(cos(phi)^2+sin(phi)^2)";
  CHECK(ask("check", system)["q1"] == expected);
}

TEST_CASE("bad constraints that move are refused") {
  refused(car_with("/constraint/span/0/0", "L*cos(theta2)"), "$.constraint.span[0][0], character 7",
          "undefined name 'theta2'");
  refused(car_with("/constraint/span/0/0", "t"), "$.constraint.span[0][0], character 1",
          "undefined name 't'");
  refused(car_with("/constraint/span/0/0", "1/x"), "$.constraint.span[0][0]",
          "at the initial point");
  refused(car_with("/constraint/span/1", {"cos(theta1)", "0", "tan(theta1)*cos(theta1)/L", "0"}),
          "$.constraint.span", "rank 1 at the initial point");
  refused(car_with("/initial/a/0", "4/5*cos(1/5)+1e-6"), "$.initial.a", "outside d");
  refused(car_with("/initial/mu/0", "0"), "$.initial.mu", "annihilates d");
  refused(car_with("/constraint/offset", {"0", "cos(t)", "0", "0"}), "$.initial.a", "outside d");
  refused(car_with("/constraint/offset", {"0", "0", "0", "1/t"}), "$.constraint.offset[3]",
          "at the initial point");
}

TEST_CASE("a constraint that loses its rank ends the run there") {
  const Json vanishing =
      Json::parse(R"({"schema": 1, "name": "a field that vanishes on a line", "group": "R2",
    "metric": [["1", "0"], ["0", "1"]], "constraint": {"span": [["r1-1", "0"]]}, "initial": {"a": ["1", "0"]}})");
  for (const char* method : {"dop853", "rk4", "variational", "gauss4"}) {
    CAPTURE(method);
    const TemporaryFolder folder;
    const std::string csv = folder.file("out.csv");
    const auto run =
        run_command(folder, {"simulate", folder.write("s.json", vanishing.dump()), "--t-end", "2",
                             "--h", "0.03", "--method", method, "--csv", csv});
    CHECK(run.status == 1);
    CHECK(run.err.find("lost its rank") != std::string::npos);
    const auto rows = read_csv(csv);
    CHECK(std::stod(rows.back()[0]) < 1);
    CHECK(std::stod(rows.back()[0]) > 0.9);
    CHECK(std::stod(rows.back()[1]) == doctest::Approx(std::stod(rows.back()[0])));
  }
}
