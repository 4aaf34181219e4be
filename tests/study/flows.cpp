// hamel study where constraints move and in coordinates: all three flows, and steady motions reduced by symmetries.
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../io/run_command.hpp"

using Json = nlohmann::json;

namespace {

Json flow(const std::string& name, const std::string& which) {
  const TemporaryFolder folder;
  const auto run = run_unhurried(folder, {"study", system_path(name), "--json"});
  CAPTURE(run.err);
  REQUIRE(is_answered(run));
  const Json study = Json::parse(run.out);
  for (const auto& one : study["flows"])
    if (one["flow"] == which) return one;
  FAIL("no flow " << which);
  return {};
}

int count(const Json& flow, const std::string& name) {
  int sum = 0;
  for (const auto& integral : flow["integrals"]["generators"]) sum += integral["name"] == name;
  return sum;
}

/// The member of a family at these numbers.
Json member(const Json& flow, const Json& at) {
  for (const auto& family : flow["steady"]["families"])
    for (const auto& one : family["members"])
      if (one["u"] == at) return one;
  FAIL("no steady motion " << at.dump());
  return {};
}

}  // namespace

TEST_CASE("a carriage in coordinates rolls straight, stably one way only") {
  const Json carriage = flow("chart_carriage", "nonholonomic");
  CHECK(carriage["steady"]["variables"] == Json({"u1", "u2"}));
  CHECK(carriage["steady"]["not_covered"] == "");
  REQUIRE(carriage["steady"]["families"].size() == 1);
  const Json ahead = member(carriage, {"1", "1"}), back = member(carriage, {"-1", "-1"});
  CHECK(ahead["stable"] == "transversal");
  CHECK(ahead["left"] == 1);
  CHECK(back["stable"] == "unstable");
  CHECK(back["right"] == 1);
}

TEST_CASE("a car that drives straight along a slope is stable ahead, not backwards") {
  const Json car = flow("car", "nonholonomic");
  // cos phi, sin phi, theta1, cos theta1, sin theta1, u1, u2
  const Json ahead = member(car, {"1", "0", "0", "1", "0", "1", "0"}),
             back = member(car, {"1", "0", "0", "1", "0", "-1", "0"});
  CHECK(ahead["left"] == 2);
  CHECK(ahead["right"] == 0);
  CHECK(back["right"] == 2);
  CHECK(back["stable"] == "unstable");
}

TEST_CASE("two trailers that are drawn hang on, pushed they jackknife") {
  const Json train = flow("two_trailers", "nonholonomic");
  CHECK(member(train, {"0", "1", "1", "0", "1", "0", "1", "0"})["left"] == 2);
  CHECK(member(train, {"0", "1", "1", "0", "1", "0", "-1", "0"})["right"] == 2);
}

TEST_CASE("vakonomic flows keep their energy, Noether momenta and the volume") {
  const struct {
    const char* name;
    int momenta, independent;
  } cases[] = {{"car", 1, 2},
               {"chart_rolling_disk", 3, 4},
               {"chart_carriage", 4, 5},
               {"chart_particle", 2, 3},
               {"chaplygin_ball", 2, 3}};
  for (const auto& one : cases) {
    CAPTURE(one.name);
    const Json vakonomic = flow(one.name, "vakonomic");
    CHECK(count(vakonomic, "energy") == 1);
    CHECK(count(vakonomic, "noether momentum") == one.momenta);
    CHECK(vakonomic["integrals"]["independent"] == one.independent);
    CHECK(vakonomic["measure"]["smooth"] == true);
  }
}

TEST_CASE("free flows are those of the file without its constraint") {
  const Json car = flow("car", "free");
  CHECK(count(car, "noether momentum") == 2);
  CHECK(car["integrals"]["independent"] == 5);
  const Json carriage = flow("chart_carriage", "free");
  CHECK(count(carriage, "noether momentum") == 5);
  CHECK(carriage["integrals"]["independent"] == 5);
}

TEST_CASE("a sleigh whose constraint is a quotient keeps its velocities") {
  const Json sleigh = flow("chart_sleigh", "nonholonomic");
  CHECK(sleigh["integrals"]["independent"] == 2);
}
