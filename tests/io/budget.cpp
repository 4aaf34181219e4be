// What a run may cost: the budget of an answer ends it with what it has, and --budget gives more or none.
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "run_command.hpp"

namespace {

const std::string used_up = "the budget of the answer is used up";

CommandResult run(const TemporaryFolder& folder, std::vector<std::string> arguments,
                  const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_command(folder, arguments);
}

}  // namespace

TEST_CASE("a run without end keeps what it has, with a word, a status and how to have more") {
  const TemporaryFolder folder;
  const std::vector<std::vector<std::string>> kinds{
      {},  // the default controls its error
      {"--method", "rk4", "--every", "1000"},
      {"--method", "variational-cayley", "--every", "1000"},
      {"--h", "1e-6", "--every", "1000"},  // outputs without end in one stride
      {"--dynamics", "vakonomic", "--h", "1"}};
  for (const std::string name : {"chaplygin_sleigh", "car", "car_chart"})
    for (const auto& kind : kinds) {
      const bool served = name != "car_chart" || kind.empty() || kind[1] != "variational-cayley";
      if (!served) continue;
      CAPTURE(name);
      CAPTURE(kind.empty() ? "" : kind[1]);
      std::vector<std::string> how{"simulate", system_path(name),      "--t-end",  "1e5", "--json",
                                   "--csv",    folder.file("run.csv"), "--budget", "0.1"};
      const auto result = run(folder, how, kind);
      CAPTURE(result.err);
      CHECK(result.status == 1);
      const auto said = nlohmann::json::parse(result.out);
      CHECK(said["status"] == used_up);
      CHECK(said["t"] > 0);
      CHECK(said["t"] < 1e5);
      CHECK(read_csv(folder.file("run.csv")).size() > 2);
      CHECK(result.err.find("stopped at t = ") != std::string::npos);
      CHECK(result.err.find("0.1 s of computation; --budget SECONDS or --budget none") !=
            std::string::npos);
    }
}

TEST_CASE("with time enough, or without a limit, the numbers are those of a run without a budget") {
  const TemporaryFolder folder;
  std::string tables[2];
  for (const int i : {0, 1}) {
    const auto result =
        run_command(folder, {"simulate", system_path("car"), "--t-end", "3", "--csv",
                             folder.file("run.csv"), "--budget", i == 0 ? "none" : "100"});
    CHECK(result.status == 0);
    CHECK(result.err.empty());
    tables[i] = read_file(folder.file("run.csv"));
  }
  CHECK(tables[0] == tables[1]);
}

TEST_CASE("members of a sweep have a budget each") {
  const TemporaryFolder folder;
  const auto result =
      run_command(folder, {"sweep", system_path("car"), "--vary", "phi=0,0.1", "--t-end", "1e5",
                           "--threads", "1", "--out", folder.file("sweep.csv"), "--budget", "0.1"});
  CHECK(result.status == 1);
  const auto rows = read_csv(folder.file("sweep.csv"));
  REQUIRE(rows.size() == 3);
  for (const std::size_t i : {1, 2}) CHECK(rows[i][2] == used_up);
}

TEST_CASE("compare and converge share one budget among their runs, and say so") {
  const TemporaryFolder folder;
  const auto compared =
      run_command(folder, {"compare", system_path("car"), "--t-end", "1000", "--budget", "0.05"});
  CHECK(compared.status == 1);
  CHECK(compared.err.find("motion stopped at t = ") != std::string::npos);
  CHECK(compared.err.find(used_up) != std::string::npos);
  const auto orders = run_command(folder, {"converge", system_path("car"), "--steps", "100000",
                                           "--method", "rk4", "--budget", "0.3"});
  CHECK(orders.err.find("budget of an answer is used up") != std::string::npos);
}

TEST_CASE("a budget is a number of seconds or none") {
  const TemporaryFolder folder;
  for (const std::string budget : {"0", "-1", "a", "1e99", ""})
    for (const std::string command : {"simulate", "check", "study"}) {
      const auto result = run_command(folder, {command, system_path("car"), "--budget", budget});
      CHECK(result.status == 2);
      CHECK(result.err.find("--budget: found '" + budget +
                            "', expected seconds of the processor") != std::string::npos);
      CHECK(result.err.find("or none") != std::string::npos);
    }
}
