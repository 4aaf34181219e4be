// Motions that once went wrong: scales, units, lengths of steps, and how they end.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "../paths.hpp"
#include "run_command.hpp"

namespace {

/// A run: how it ended, and its table by the names of the columns.
struct Run {
  CommandResult result;
  std::vector<std::string> names;
  std::vector<std::vector<double>> rows;

  double last(const std::string& name) const {
    const auto found = std::find(names.begin(), names.end(), name);
    return rows.back().at(static_cast<std::size_t>(found - names.begin()));
  }
};

Run simulate(const std::string& name, const std::vector<std::string>& options) {
  TemporaryFolder folder;
  std::vector<std::string> arguments{"simulate", paths::regress(name), "--csv",
                                     folder.file("out.csv")};
  arguments.insert(arguments.end(), options.begin(), options.end());
  Run run{run_command(folder, arguments), {}, {}};
  const auto table = read_csv(folder.file("out.csv"));
  REQUIRE(table.size() > 1);
  run.names = table.front();
  for (std::size_t k = 1; k < table.size(); ++k) {
    run.rows.emplace_back();
    for (const auto& cell : table[k]) run.rows.back().push_back(std::stod(cell));
  }
  return run;
}

}  // namespace

TEST_CASE("nothing limits a step along a line") {
  const Run run = simulate("fast_free", {"--t-end", "10", "--h", "1"});
  CHECK(run.result.status == 0);
  CHECK(run.last("r1") == doctest::Approx(1e9).epsilon(1e-15));
}

TEST_CASE("an oscillation of 1e-15 is resolved, whatever the outputs") {
  for (const char* h : {"100", "10", "0.01"}) {
    CAPTURE(h);
    const Run run = simulate("small_amplitude", {"--t-end", "100", "--h", h});
    CHECK(run.result.status == 0);
    CHECK(std::abs(run.last("r1") / 1e-15 - std::cos(100.)) < 1e-11);
    CHECK(std::abs(run.last("a1") / 1e-15 + std::sin(100.)) < 1e-11);
  }
}

TEST_CASE("the rolling disk goes round for long, in a chart and on a torus") {
  // phi = 2t, theta = 3t: a circle of radius R 3/2 = 6/5.
  for (const auto& disk : {std::pair{"disk_long", 3e-11}, std::pair{"disk_on_torus", 1e-12}}) {
    const char* const name = disk.first;
    const double limit = disk.second;
    CAPTURE(name);
    const Run run = simulate(name, {"--t-end", "1000", "--h", "0.125"});
    CHECK(run.result.status == 0);
    REQUIRE(run.rows.size() == 8001);
    double place = 0, angle = 0;
    for (const auto& row : run.rows) {
      const double turned = 2 * row[0];
      place = std::max({place, std::abs(row[1] - 1.2 * std::sin(turned)),
                        std::abs(row[2] - 1.2 * (1 - std::cos(turned)))});
      angle = std::max({angle, std::abs(row[3] - turned), std::abs(row[4] - 1.5 * turned)});
    }
    CHECK(place < limit);
    CHECK(angle < 3e-11);
  }
}

TEST_CASE("a state does not depend on the outputs beside it") {
  for (const char* const name : {"disk_long", "sleigh_micrometres", "small_amplitude"}) {
    for (const char* const method : {"dop853", "dopri5"}) {
      CAPTURE(name);
      CAPTURE(method);
      const auto rows = [&](const char* h, const char* every) {
        return simulate(name, {"--t-end", "6", "--method", method, "--h", h, "--every", every})
            .rows;
      };
      const auto coarse = rows("3", "1"), fine = rows("0.1", "1"), some = rows("0.01", "10"),
                 odd = rows("4", "1");
      REQUIRE(coarse.size() == 3);
      CHECK(fine.at(30) == coarse.at(1));
      CHECK(fine == some);
      CHECK(odd.at(1) == fine.at(40));
      CHECK(odd.back() == coarse.back());
      CHECK(fine.back() == coarse.back());
    }
  }
}

TEST_CASE("an interval longer than the run is the run") {
  for (const char* const method : {"dop853", "rk4", "gauss6", "variational"}) {
    CAPTURE(method);
    const Run run = simulate("fast_free", {"--t-end", "1", "--h", "100", "--method", method});
    CHECK(run.result.status == 0);
    REQUIRE(run.rows.size() == 2);
    CHECK(run.last("t") == 1);
    CHECK(run.last("r1") == doctest::Approx(1e8).epsilon(1e-15));
  }
}

TEST_CASE("a motion that leaves every bound says so where it does") {
  const Run run = simulate("blow_up", {"--t-end", "2"});
  CHECK(run.result.status == 1);
  CHECK(run.last("t") == doctest::Approx(1).epsilon(0.02));
  CHECK(run.result.out.find("the motion leaves every bound") != std::string::npos);
  CHECK((run.result.out + run.result.err).find("Newton") == std::string::npos);
}
