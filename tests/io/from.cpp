// A run goes on from the table or the answer of another: hamel ... --from.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "run_command.hpp"

using Json = nlohmann::json;

namespace {

std::vector<double> last_row(const std::string& path) {
  std::vector<double> numbers;
  const auto rows = read_csv(path);
  for (const auto& cell : rows.back()) numbers.push_back(std::strtod(cell.c_str(), nullptr));
  return numbers;
}

double apart(const std::vector<double>& left, const std::vector<double>& right) {
  REQUIRE(left.size() == right.size());
  double most = 0;
  for (std::size_t i = 0; i < left.size(); ++i) most = std::max(most, std::abs(left[i] - right[i]));
  return most;
}

/// `hamel arguments...` succeeds.
CommandResult done(const TemporaryFolder& folder, const std::vector<std::string>& arguments) {
  auto result = run_command(folder, arguments);
  CAPTURE(result.err);
  CHECK(is_answered(result));
  return result;
}

void check_refused(const TemporaryFolder& folder, const std::string& file, const std::string& from,
                   const std::string& part) {
  const auto run = run_command(folder, {"simulate", file, "--from", from, "--t-end", "3"});
  CAPTURE(run.err);
  CHECK(run.status == 2);
  CHECK(run.err.find("--from") != std::string::npos);
  CHECK(run.err.find(part) != std::string::npos);
}

}  // namespace

TEST_CASE("a run goes on from any row of its table, and from its answer") {
  const TemporaryFolder folder;
  for (const std::string name : {"chaplygin_sleigh", "car", "car_chart", "heavy_top",
                                 "snakeboard_gait", "prescribed_steering", "so21_lorentz"})
    for (const std::string dynamics : {"nonholonomic", "vakonomic", "free"}) {
      CAPTURE(name);
      CAPTURE(dynamics);
      const std::vector<std::string> how{"--dynamics", dynamics, "--h", "0.25"};
      const auto simulate = [&](std::vector<std::string> more, const std::string& csv) {
        std::vector<std::string> all{"simulate", system_path(name), "--csv", folder.file(csv)};
        all.insert(all.end(), how.begin(), how.end());
        all.insert(all.end(), more.begin(), more.end());
        return done(folder, all);
      };
      simulate({"--t-end", "2"}, "whole.csv");
      const auto half = simulate({"--t-end", "1", "--json"}, "half.csv");
      folder.write("half.json", half.out);
      const auto whole = last_row(folder.file("whole.csv"));
      for (const std::string from : {"half.csv", "half.json", "whole.csv#4", "whole.csv#t=1",
                                     "half.csv#-1", "half.json#end"}) {
        CAPTURE(from);
        simulate({"--t-end", "2", "--from", folder.file(from)}, "rest.csv");
        CHECK(apart(last_row(folder.file("rest.csv")), whole) < 1e-11);
      }
    }
}

TEST_CASE("what is projected is said in words and in JSON, by every question") {
  const TemporaryFolder folder;
  Json system = Json::parse(R"({"schema": 1, "name": "skate", "group": "SE2",
    "metric": [["2","0","0"], ["0","2","1/3"], ["0","1/3","1"]],
    "constraint": {"span": [["1","0","1/3"], ["0","0","1"]]}, "target": {"x": {"x": "1"}},
    "initial": {"a": ["0.3", "0.00000000000000002", "0.1"]}})");
  const std::string file = folder.write("skate.json", system.dump());
  for (const std::string subcommand : {"check", "study", "simulate", "compare", "steer"}) {
    CAPTURE(subcommand);
    CHECK(done(folder, {subcommand, file}).out.find("its velocity was off the constraint by") !=
          std::string::npos);
    const Json answer = Json::parse(done(folder, {subcommand, file, "--json"}).out);
    REQUIRE(answer.contains("projected"));
    CHECK(answer["projected"].get<double>() > 0);
    CHECK(answer["projected"].get<double>() < 1e-15);
  }
}

TEST_CASE("a steered motion is a start, and its end is one") {
  const TemporaryFolder folder;
  for (const std::string name : {"unicycle", "car", "car_chart"}) {
    CAPTURE(name);
    const auto steered = done(folder, {"steer", system_path(name), "--to", "x=1/2,y=1/4", "--json",
                                       "--csv", folder.file("way.csv")});
    const Json answer = Json::parse(steered.out.empty() ? steered.err : steered.out);
    const std::string json = folder.write("answer.json", answer.dump());
    done(folder, {"simulate", system_path(name), "--dynamics", "vakonomic", "--t-end", "1",
                  "--from", json, "--csv", folder.file("again.csv")});
    CHECK(apart(last_row(folder.file("way.csv")), last_row(folder.file("again.csv"))) < 1e-8);
    for (const std::string end : {"answer.json#end", "way.csv"})
      done(folder, {"simulate", system_path(name), "--dynamics", "vakonomic", "--t-end", "2",
                    "--from", folder.file(end)});
    done(folder, {"compare", system_path(name), "--t-end", "2", "--from", folder.file("way.csv")});
  }
}

TEST_CASE("what is no start is refused by name") {
  const TemporaryFolder folder;
  const std::string file = system_path("unicycle");
  done(folder, {"simulate", file, "--t-end", "1", "--csv", folder.file("run.csv")});
  const std::string run = folder.file("run.csv");
  check_refused(folder, file, run + "#101", "a row from 0 to 100");
  check_refused(folder, file, run + "#t=0.333", "no row of t = 0.333");
  check_refused(folder, file, run + "#t=soon", "a time, as #t=1.5");
  check_refused(folder, file, folder.write("short.csv", "t,x,y\n0,1,2\n"), "no column phi");
  check_refused(folder, file, folder.write("empty.csv", "t,x,y\n"), "a table without rows");
  check_refused(folder, file, folder.write("none.csv", ""), "found nothing");
  check_refused(folder, file,
                folder.write("word.csv", "x,y,phi,theta1,a1,a2,a3,a4\n0,0,nan,0,0,0,0,0\n"),
                "column phi: found 'nan'");
  check_refused(folder, file,
                folder.write("off.csv", "x,y,phi,theta1,a1,a2,a3,a4\n0,0,0,0,1,1,0,1\n"),
                "the nearest is [");
  check_refused(folder, file, folder.write("bad.json", "{\"a\": 1}"), "$.a");
  check_refused(folder, file, folder.file("absent.csv"), "a table (CSV) or an answer (JSON)");
  const auto early = run_command(folder, {"simulate", file, "--from", run, "--t-end", "1"});
  CHECK(early.status == 2);
  CHECK(early.err.find("where the motion starts") != std::string::npos);
  for (const std::string subcommand : {"check", "study", "inverse", "sweep"}) {
    const auto other = run_command(folder, {subcommand, file, "--from", run});
    CHECK(other.status == 2);
    CHECK(other.err.find("--from") != std::string::npos);
  }
}
