// Every method by its name: it reaches its order against the references, or says why it refuses.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/io/methods.hpp>

#include "../paths.hpp"
#include "reference_error.hpp"
#include "run_command.hpp"

using Json = nlohmann::json;

namespace {

struct Method {
  const char* name;
  int order;
  bool adaptive, on_charts;
  int intervals;  // of the coarser run, where the error shows its order
};

/// Every row, with the intervals in which its order is seen.
const std::vector<Method> methods = [] {
  const std::map<std::string, int> intervals{{"dop853", 20},
                                             {"dopri5", 20},
                                             {"rk4", 100},
                                             {"cf4", 100},
                                             {"gauss4", 50},
                                             {"gauss6", 20},
                                             {"variational", 200},
                                             {"variational-cayley", 200},
                                             {"variational-midpoint", 200},
                                             {"variational4", 50},
                                             {"variational6", 25},
                                             {"variational8", 5},
                                             {"energy-midpoint", 200}};
  std::vector<Method> list;
  hamel::for_each_method([&](const auto& row) {
    list.push_back({row.name, row.order, row.adaptive, row.on_charts, intervals.at(row.name)});
  });
  return list;
}();

/// The error of a run in that many intervals at the time of the reference.
double error(const std::string& system, const std::string& dynamics, const Json& result,
             const Method& method, int intervals) {
  const TemporaryFolder folder;
  const std::string csv = folder.file("out.csv");
  const std::string t_end = result["t"];
  const auto run = run_command(
      folder, {"simulate", system_path(system), "--dynamics", dynamics, "--method", method.name,
               "--t-end", t_end, "--h", std::to_string(std::stod(t_end) / intervals), "--every",
               std::to_string(intervals), "--csv", csv});
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  return ReferenceError(read_csv(csv), result).worst;
}

/// Errors below this are rounding and show no order.
constexpr double rounding = 5e-14;

/// Every dynamics that has a reference.
void check_order(const std::string& system, const Method& method) {
  CAPTURE(system);
  const Json reference = Json::parse(read_file(paths::data() + "/" + system + ".json"));
  for (const auto& [dynamics, result] : reference["results"].items()) {
    CAPTURE(dynamics);
    const std::string name = method.name;
    CAPTURE(name);
    const double coarse = error(system, dynamics, result, method, method.intervals);
    if (method.adaptive) {
      CHECK(coarse < 1e-11);
      continue;
    }
    const double fine = error(system, dynamics, result, method, 2 * method.intervals);
    CHECK(fine < 1e-3);  // the right motion at all; the order below says how well
    if (fine > rounding) CHECK(std::abs(std::log2(coarse / fine) - method.order) < 0.1);
  }
}

const char* const all_dynamics[] = {"free", "nonholonomic", "vakonomic"};

}  // namespace

TEST_CASE("the names are those of the list") {
  const TemporaryFolder folder;
  const auto listed = run_command(folder, {"list", "methods"});
  REQUIRE(listed.status == 0);
  CHECK(std::count(listed.out.begin(), listed.out.end(), '\n') == 1 + long(methods.size()));
  for (const auto& method : methods) {
    CAPTURE(method.name);
    const auto at = listed.out.find(std::string("\n  ") + method.name + " ");
    REQUIRE(at != std::string::npos);
    const std::string line = listed.out.substr(at + 1, listed.out.find('\n', at + 1) - at);
    CHECK((line.find("groups only") == std::string::npos) == method.on_charts);
    CHECK(line.find("order " + std::to_string(method.order)) != std::string::npos);
  }
}

TEST_CASE("on groups every method reaches its order") {
  for (const auto& method : methods) check_order("suslov", method);
}

TEST_CASE("in coordinates the methods that apply do so too") {
  for (const auto& method : methods) {
    if (method.on_charts) check_order("chart_sleigh", method);
  }
}

TEST_CASE("adaptive methods say how many steps they tried, others how many iterations they took") {
  const TemporaryFolder folder;
  for (const auto& method : methods) {
    const auto run = run_command(
        folder, {"simulate", system_path("suslov"), "--method", method.name, "--t-end", "0.1"});
    CHECK(run.status == 0);
    CHECK((run.out.find("steps tried") != std::string::npos) == method.adaptive);
    CHECK((run.out.find("iterations") != std::string::npos) == !method.adaptive);
  }
}

TEST_CASE("a method that does not apply is refused by name, with the reason") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& file, const std::string& dynamics,
                           const std::string& method, const std::string& reason) {
    const auto run = run_command(
        folder, {"simulate", file, "--dynamics", dynamics, "--method", method, "--t-end", "1"});
    CAPTURE(run.err);
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK(run.err.find("'" + method + "'") != std::string::npos);
    CHECK(run.err.find(reason) != std::string::npos);
  };
  for (const char* dynamics : all_dynamics) {
    refused(system_path("heisenberg_generalized"), dynamics, "energy-midpoint",
            "a metric that varies");
    for (const auto& method : methods)
      if (!method.on_charts)
        refused(system_path("chart_sleigh"), dynamics, method.name, "systems in coordinates");
  }
  Json affine = Json::parse(read_file(system_path("chaplygin_skate")));
  affine["constraint"]["offset"] = {"0", "1/5", "0"};
  affine["initial"]["a"] = {"9/10", "1/5", "1/2"};
  const std::string file = folder.write("affine.json", affine.dump());
  for (const char* dynamics : {"nonholonomic", "vakonomic"})
    refused(file, dynamics, "energy-midpoint", "an offset");
  CHECK(run_command(folder, {"simulate", file, "--dynamics", "free", "--method", "energy-midpoint",
                             "--t-end", "1"})
            .status == 0);
  refused(system_path("suslov"), "free", "euler", "one of dop853, dopri5");
}

TEST_CASE("energy-midpoint keeps the energy") {
  const TemporaryFolder folder;
  const std::string csv = folder.file("out.csv");
  REQUIRE(run_command(folder, {"simulate", system_path("unicycle_potential"), "--method",
                               "energy-midpoint", "--h", "0.05", "--t-end", "20", "--csv", csv})
              .status == 0);
  const auto rows = read_csv(csv);
  for (const auto& row : rows)
    if (&row != &rows.front())
      CHECK(std::stod(row.back()) == doctest::Approx(std::stod(rows[1].back())).epsilon(1e-13));
}

TEST_CASE("variational-cayley keeps the constraint and, free, the momentum in space") {
  const TemporaryFolder folder;
  const auto run = run_command(folder, {"simulate", system_path("suslov"), "--dynamics", "free",
                                        "--method", "variational-cayley", "--t-end", "20"});
  const auto at = run.out.find("momentum    in space, largest change ");
  REQUIRE(at != std::string::npos);
  CHECK(std::stod(run.out.substr(at + 37)) < 1e-13);
}
