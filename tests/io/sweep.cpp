// hamel sweep: every member has the numbers of a run alone, in order, and after a failure the others go on.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../paths.hpp"
#include "run_command.hpp"

using Json = nlohmann::json;

namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows sweep_of(std::vector<std::string> arguments, int status = 0) {
  const TemporaryFolder folder;
  arguments.insert(arguments.begin(), "sweep");
  arguments.insert(arguments.end(), {"--out", folder.file("out.csv")});
  const auto result = run_command(folder, arguments);
  CAPTURE(result.err);
  REQUIRE(result.status == status);
  return read_csv(folder.file("out.csv"));
}

/// The last row of `simulate` on the file with the values at these places.
std::vector<std::string> alone(const std::string& name,
                               const std::vector<std::pair<std::string, Json>>& changes,
                               const std::vector<std::string>& options = {}) {
  const TemporaryFolder folder;
  Json file = Json::parse(read_file(system_path(name)));
  for (const auto& [place, value] : changes) file[Json::json_pointer(place)] = value;
  std::vector<std::string> arguments{"simulate", folder.write("file.json", file.dump()), "--csv",
                                     folder.file("out.csv")};
  arguments.insert(arguments.end(), options.begin(), options.end());
  REQUIRE(run_command(folder, arguments).status == 0);
  return read_csv(folder.file("out.csv")).back();
}

/// The cells from `t` to `energy`.
std::vector<std::string> end_of(const Rows& rows, std::size_t row, std::size_t axes) {
  return {rows[row].begin() + 2 + static_cast<long>(axes), rows[row].end() - 2};
}

}  // namespace

TEST_CASE("members are the runs of files that say their values, the last axis fastest") {
  const auto rows = sweep_of({system_path("unicycle"), "--vary", "R=1/2:2:3", "--vary", "phi=0,0.3",
                              "--t-end", "1", "--threads", "2"});
  REQUIRE(rows.size() == 1 + 6);
  CHECK(rows[0] == std::vector<std::string>{"member",
                                            "R",
                                            "start_phi",
                                            "status",
                                            "t",
                                            "x",
                                            "y",
                                            "phi",
                                            "theta1",
                                            "a1",
                                            "a2",
                                            "a3",
                                            "a4",
                                            "p1",
                                            "p2",
                                            "p3",
                                            "p4",
                                            "energy",
                                            "energy_change",
                                            "off_constraint"});
  std::size_t row = 1;
  for (const char* R : {"1/2", "5/4", "2"}) {
    for (const char* phi : {"0", "0.3"}) {
      CHECK(rows[row][0] == std::to_string(row - 1));
      CHECK(rows[row][3] == "ok");
      CHECK(std::stod(rows[row][2]) == std::stod(phi));
      CHECK(end_of(rows, row, 2) ==
            alone("unicycle", {{"/parameters/R", R}, {"/initial/x/phi", phi}}, {"--t-end", "1"}));
      ++row;
    }
  }
}

TEST_CASE(
    "the start: coordinates that the file leaves out, velocities, multipliers, coefficients") {
  const std::vector<std::string> plan{"--t-end",   "0.5",      "--dynamics",
                                      "vakonomic", "--method", "rk4"};
  const auto with = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), system_path("unicycle"));
    arguments.insert(arguments.end(), plan.begin(), plan.end());
    return sweep_of(arguments);
  };
  const auto y = with({"--vary", "y=-1/3"});
  CHECK(end_of(y, 1, 1) == alone("unicycle", {{"/initial/x/y", "-1/3"}}, plan));
  const auto mu = with({"--vary", "mu2=1/7"});
  CHECK(end_of(mu, 1, 1) == alone("unicycle", {{"/initial/mu/1", "1/7"}}, plan));
  const auto a = with({"--vary", "a3=0.75"});
  CHECK(end_of(a, 1, 1) == alone("unicycle", {{"/initial/a/2", "0.75"}}, plan));
  // a = u1 (R,0,0,1) + u2 (0,0,1,0), u2 that of the file unless it is given
  const auto u = with({"--vary", "u1=3/2"});
  CHECK(end_of(u, 1, 1) ==
        alone("unicycle", {{"/initial/a", Json{"3/2*R", "0", "1/2", "3/2"}}}, plan));
  const auto both = with({"--vary", "u1=3/2", "--vary", "u2=2"});
  CHECK(end_of(both, 1, 2) ==
        alone("unicycle", {{"/initial/a", Json{"3/2*R", "0", "2", "3/2"}}}, plan));
}

TEST_CASE("coefficients follow a constraint that moves, where the velocity of the file does not") {
  const auto path = paths::systems() + "/car.json";
  const auto rows = sweep_of(
      {path, "--vary", "u1=1", "--vary", "u2=0.1", "--vary", "theta1=0.2,0.4", "--t-end", "0.5"});
  CHECK(rows[1][4] == "ok");
  CHECK(rows[2][4] == "ok");
  const auto refused = sweep_of({path, "--vary", "theta1=0.2,1.1", "--t-end", "0.5"}, 1);
  CHECK(refused[2][2] == "refused");
  // vakonomic motion asks for the multiplier too
  sweep_of({path, "--vary", "u1=1", "--vary", "u2=0.1", "--vary", "theta1=0.4", "--t-end", "0.5",
            "--dynamics", "vakonomic"},
           1);
}

TEST_CASE("systems in coordinates") {
  const auto rows = sweep_of({system_path("chart_particle"), "--vary", "y=0,0.25", "--vary",
                              "z_dot=0.5", "--t-end", "0.5"},
                             1);
  CHECK(rows[0][1] == "start_y");
  CHECK(rows[0][2] == "start_z_dot");
  CHECK(rows.size() == 3);
}

TEST_CASE("a member that is refused or fails leaves the others running") {
  const TemporaryFolder folder;
  const auto result = run_command(folder, {"sweep", system_path("unicycle"), "--vary", "m=1,0,2",
                                           "--t-end", "0.1", "--out", folder.file("out.csv")});
  CHECK(result.status == 1);
  CHECK(result.err.find("member 1 (m = 0) is refused: $.metric") != std::string::npos);
  const auto rows = read_csv(folder.file("out.csv"));
  REQUIRE(rows.size() == 4);
  CHECK(rows[1][2] == "ok");
  CHECK(rows[2][2] == "refused");
  CHECK(rows[2][3].empty());
  CHECK(rows[3][2] == "ok");
}

TEST_CASE("numbers next to 0 are numbers") {
  const TemporaryFolder folder;
  const std::vector<std::string> arguments{
      "sweep", system_path("unicycle"), "--vary", "u1=1e-320", "--vary", "u2=1/2", "--t-end",
      "0.1"};
  CHECK(run_command(folder, arguments).status == 0);
  auto json = arguments;
  json.emplace_back("--json");
  const Json answer = Json::parse(run_command(folder, json).out);
  CHECK(answer["rows"][0]["u1"].get<double>() > 0);
}

TEST_CASE("JSON") {
  const TemporaryFolder folder;
  const std::vector<std::string> arguments{
      "sweep", system_path("suslov"), "--vary", "a1=1:2:3", "--t-end", "0.1", "--json"};
  const auto result = run_command(folder, arguments);
  const Json answer = Json::parse(result.out);
  CHECK(answer["members"] == 3);
  REQUIRE(answer["rows"].size() == 3);
  CHECK(answer["rows"][1]["member"] == 1);
  CHECK(answer["rows"][1]["start_a1"] == 1.5);
  CHECK(answer["rows"][1]["status"].is_string());
  CHECK(answer["ok"].get<int>() + answer["failed"].get<int>() == 3);
  auto with_table = arguments;
  with_table.insert(with_table.end(), {"--out", folder.file("out.csv")});
  CHECK_FALSE(Json::parse(run_command(folder, with_table).out).contains("rows"));
}

TEST_CASE("what has no meaning is refused before anything runs") {
  const TemporaryFolder folder;
  const auto refused = [&](std::vector<std::string> arguments, const std::string& words) {
    arguments.insert(arguments.begin(), {"sweep", system_path("unicycle")});
    arguments.insert(arguments.end(), {"--out", folder.file("out.csv")});
    const auto result = run_command(folder, arguments);
    CAPTURE(result.err);
    CHECK(result.status == 2);
    CHECK(result.err.find(words) != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(folder.file("out.csv")));
  };
  refused({}, "--vary");
  for (const char* bad : {"m", "m=", "=1", "m=1:2", "m=1:2:3:4", "m=1:2:1", "m=1:2:x", "m=1,,2",
                          "m=a", "m=1/0", "m=1e400", "m=nan"})
    refused({"--vary", bad}, "NAME=FIRST:LAST:COUNT");
  refused({"--vary", "mm=1"}, "one of");
  refused({"--vary", "thet1=1"}, "close to 'theta1'");
  refused({"--vary", "u3=1"}, "one of");
  refused({"--vary", "m=1", "--vary", "m=2"}, "each name once");
  refused({"--vary", "m=1:2:1000000000", "--vary", "J=1:2:1000000000"}, "fewer values");
  refused({"--vary", "m=1", "--method", "rk5"}, "--method");
  refused({"--vary", "m=1", "--threads", "0"}, "--threads");
  refused({"--vary", "m=1", "--t-end", "-1"}, "--t-end");
}

TEST_CASE("an interrupted sweep leaves the table as it was, or with --partial its first members") {
  const TemporaryFolder folder;
  const std::string table = folder.write("out.csv", "older");
  const auto interrupted = [&](const std::string& seconds, const std::string& option) {
    const std::string line = "timeout -s INT " + seconds + " '" + paths::command() + "' sweep '" +
                             system_path("unicycle") +
                             "' --vary m=1:2:100000000 --t-end 1 --out '" + table + "' " + option +
                             " > /dev/null 2> '" + folder.file("err") + "'";
    static_cast<void>(std::system(line.c_str()));
  };
  interrupted("1", "");
  CHECK(read_file(table) == "older");
  interrupted("4", "--partial");
  const auto rows = read_csv(table);
  CHECK(rows.size() > 1);
  CHECK(rows[0][0] == "member");
  for (std::size_t i = 1; i < rows.size(); ++i) CHECK(rows[i][0] == std::to_string(i - 1));
  CHECK(read_file(folder.file("err")).find("interrupted") != std::string::npos);
}
