// Every method by its name: how it is listed, what a run says of it, and why it is refused.
#include <algorithm>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/io/simulate.hpp>

#include "../paths.hpp"
#include "run_command.hpp"

using Json = nlohmann::json;

namespace {

const char* const all_dynamics[] = {"free", "nonholonomic", "vakonomic"};

}  // namespace

TEST_CASE("the names are those of the list") {
  const TemporaryFolder folder;
  const auto listed = run_command(folder, {"list", "methods"});
  REQUIRE(listed.status == 0);
  CHECK(std::count(listed.out.begin(), listed.out.end(), '\n') ==
        1 + long(hamel::methods().size()));
  for (const auto& method : hamel::methods()) {
    CAPTURE(method.name);
    const auto at = listed.out.find("\n  " + method.name + " ");
    REQUIRE(at != std::string::npos);
    const std::string line = listed.out.substr(at + 1, listed.out.find('\n', at + 1) - at);
    CHECK((line.find("groups only") == std::string::npos) == method.on_charts);
    CHECK(line.find("order " + std::to_string(method.order)) != std::string::npos);
  }
}

TEST_CASE("adaptive methods say how many steps they tried, others how many iterations they took") {
  const TemporaryFolder folder;
  for (const auto& method : hamel::methods()) {
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
    for (const auto& method : hamel::methods())
      if (!method.on_charts)
        refused(system_path("chart_sleigh"), dynamics, method.name, "systems in coordinates");
  }
  Json affine = Json::parse(read_file(system_path("chaplygin_skate")));
  affine["constraint"]["offset"] = {"0", "1/5", "0"};
  affine["initial"]["a"] = {"9/10", "1/5", "1/2"};
  const std::string file = folder.write("affine.json", affine.dump());
  refused(file, "nonholonomic", "energy-midpoint", "an offset");
  for (const char* dynamics : {"free", "vakonomic"})
    CHECK(run_command(folder, {"simulate", file, "--dynamics", dynamics, "--method",
                               "energy-midpoint", "--t-end", "1"})
              .status == 0);
  refused(system_path("suslov"), "free", "euler", "one of dop853, dopri5");
  refused(system_path("suslov"), "free", "variatonal", "close to 'variational'");
}

TEST_CASE("energy-midpoint keeps the energy, also where the metric or the constraint moves") {
  const TemporaryFolder folder;
  const std::string csv = folder.file("out.csv");
  for (const char* system : {"unicycle_potential", "heisenberg_generalized", "car",
                             "tractor_trailer", "chaplygin_ball", "snakeboard"}) {
    for (const char* dynamics : all_dynamics) {
      CAPTURE(system);
      CAPTURE(dynamics);
      const auto run =
          run_command(folder, {"simulate", system_path(system), "--dynamics", dynamics, "--method",
                               "energy-midpoint", "--h", "0.05", "--t-end", "10", "--csv", csv});
      CAPTURE(run.err);
      REQUIRE(run.status == 0);
      const auto rows = read_csv(csv);
      for (const auto& row : rows)
        if (&row != &rows.front())
          CHECK(std::abs(std::stod(row.back()) - std::stod(rows[1].back())) < 1e-12);
    }
  }
}

TEST_CASE("variational-cayley keeps the constraint and, free, the momentum in space") {
  const TemporaryFolder folder;
  const auto run = run_command(folder, {"simulate", system_path("suslov"), "--dynamics", "free",
                                        "--method", "variational-cayley", "--t-end", "20"});
  const auto at = run.out.find("momentum    in space, largest change ");
  REQUIRE(at != std::string::npos);
  CHECK(std::stod(run.out.substr(at + 37)) < 1e-13);
}
