// Motions whose Q2 was answered wrongly, or not within a minute.
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../paths.hpp"
#include "run_command.hpp"

using Json = nlohmann::ordered_json;

namespace {

/// The Q2 part of what `compare` says about a file, which it has to say within seconds.
Json q2_of(const std::string& path, const std::string& t_end = "10") {
  const TemporaryFolder folder;
  const auto begin = std::chrono::steady_clock::now();
  const CommandResult result = run_command(folder, {"compare", path, "--t-end", t_end, "--json"});
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  CHECK(time.count() < 20);
  CAPTURE(result.err);
  REQUIRE(result.status >= 0);
  REQUIRE(result.status <= 1);
  return Json::parse(result.out)["q2"];
}

}  // namespace

TEST_CASE("a heavy fast bystander does not dilute what another part does") {
  const Json q2 = q2_of(paths::regress("q2_diluted"), "4");
  CHECK(q2["answer"] == "no");
  CHECK(q2["exact"] == true);
  CHECK(q2["worst_equation"].get<double>() > 1e-2);

  // However heavy and fast: never a yes.
  const Json file = Json::parse(read_file(paths::regress("q2_diluted")));
  for (const char* speed : {"1e-3", "1", "1e4"}) {
    for (const char* mass : {"1e-9", "1e12"}) {
      CAPTURE(speed);
      CAPTURE(mass);
      Json other = file;
      other["metric"][4][4] = mass;
      other["initial"]["a"][4] = speed;
      const TemporaryFolder folder;
      CHECK(q2_of(folder.write("other.json", other.dump()), "0.5")["answer"] != "yes");
    }
  }
}

TEST_CASE("no yes while the motion with that multiplier departs") {
  CHECK(q2_of(paths::regress("q2_near"))["answer"] != "yes");
}

TEST_CASE("a comparison is bounded work") {
  for (const char* name : {"compare_slow", "compare_hang"}) {
    CAPTURE(name);
    CHECK(q2_of(paths::regress(name))["answer"] != "yes");
  }
}

TEST_CASE("a motion that is vakonomic is followed") {
  const Json q2 = q2_of(paths::systems() + "/chart_rolling_disk.json", "4");
  CHECK(q2["answer"] == "yes");
  CHECK(q2["departure"].get<double>() < 1e-8);
}

TEST_CASE("a best multiplier of rounding size annihilates d like any other") {
  const Json q2 = q2_of(paths::regress("q2_small_multiplier"), "3");
  CHECK(q2["answer"] == "yes");
  for (const Json& x : q2["multiplier_at_0"]) CHECK(std::abs(x.get<double>()) < 1e-15);
}
