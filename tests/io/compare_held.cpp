// Comparisons under equations g = 0, under forces in coordinates, and with formulas in t.
#include <cmath>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/comparison.hpp>
#include <hamel/io/system_file.hpp>

using namespace hamel;
using Json = nlohmann::json;

namespace {

Comparison compared(const Json& system, double t_end = 2) {
  Comparison result = compare(parse_system_file(system.dump()), t_end);
  CAPTURE(result.q2.reason);
  REQUIRE(result.complete());
  return result;
}

/// Distance from the nonholonomic motion at the end.
double from_nonholonomic(const Comparison& comparison, Dynamics dynamics) {
  for (const auto& motion : comparison.motions)
    if (motion.dynamics == dynamics) return end_distance(comparison.motions.front(), motion);
  return NAN;
}

/// Both laws give the motion on g = 0, free motion leaves it.
void check_on_manifold(const Json& system) {
  const Comparison both = compared(system);
  CHECK(both.q2.answer == Answer::holds);
  CHECK(both.q2.exact);
  CHECK(both.q2.multiplier.empty());
  CHECK(from_nonholonomic(both, Dynamics::vakonomic) < 1e-10);
  CHECK(from_nonholonomic(both, Dynamics::free) > 1);
}

/// Two files of one system: the same answer, and the same motions.
void check_same(const Json& one, const Json& other) {
  const Comparison first = compared(one), second = compared(other);
  CAPTURE(first.q2.reason);
  CAPTURE(second.q2.reason);
  CHECK(first.q2.answer != Answer::undecided);
  CHECK(first.q2.answer == second.q2.answer);
  for (const Dynamics dynamics : {Dynamics::vakonomic, Dynamics::free})
    CHECK(std::abs(from_nonholonomic(first, dynamics) - from_nonholonomic(second, dynamics)) <
          1e-9);
}

Json particle(const Json& parts) {
  Json system = Json::parse(R"json({
    "schema": 1, "name": "particle", "chart": {"coordinates": ["x", "y", "z"]},
    "metric": [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]],
    "constraints": ["z_dot - y*x_dot"],
    "initial": {"q": {"y": "1/2"}, "q_dot": {"x": "1", "y": "1/3", "z": "1/2"}} })json");
  system.update(parts);
  return system;
}

/// A disk that rolls upright.
Json disk() {
  return Json::parse(R"json({
    "schema": 1, "name": "disk", "chart": {"coordinates": ["x", "y", "phi", "theta"]},
    "metric": [["1", "0", "0", "0"], ["0", "1", "0", "0"], ["0", "0", "1/4", "0"], ["0", "0", "0", "3/4"]],
    "constraints": ["x_dot - cos(phi)*theta_dot", "y_dot - sin(phi)*theta_dot"],
    "initial": {"q_dot": {"x": "1", "phi": "1/2", "theta": "1"}} })json");
}
/// With a weight 1 that is moved as w' says.
Json weighted(Json system, const std::string& w_dot) {
  system["chart"]["coordinates"].push_back("w");
  for (auto& row : system["metric"]) row.push_back("0");
  Json row(system["metric"].size(), "0");
  row.push_back("1");
  system["metric"].push_back(row);
  system["initial"]["q_dot"]["w"] = w_dot;
  return system;
}

}  // namespace

TEST_CASE("under equations g = 0 alone both laws are one, exactly") {
  const Json rod = Json::parse(R"json({
    "schema": 1, "name": "pendulum", "group": "R2", "metric": [["1", "0"], ["0", "1"]],
    "potential": "981/100*r2", "force": ["-a1/5", "-a2/5"],
    "constraint": {"holonomic": ["r1^2 + r2^2 - (1 + t/8)^2"]},
    "initial": {"t": "1/2", "x": {"r1": "sin(2)*17/16", "r2": "-cos(2)*17/16"},
                "a": ["sin(2)/8", "-cos(2)/8"]} })json");
  check_on_manifold(rod);
  check_on_manifold(Json::parse(R"json({
    "schema": 1, "name": "pendulum", "chart": {"coordinates": ["x", "y"]},
    "metric": [["1", "0"], ["0", "1"]], "potential": "981/100*y", "force": ["-x_dot/5", "-y_dot/5"],
    "holonomic": ["x^2 + y^2 - (1 + t/8)^2"],
    "initial": {"t": "1/2", "q": {"x": "sin(2)*17/16", "y": "-cos(2)*17/16"},
                "q_dot": {"x": "sin(2)/8", "y": "-cos(2)/8"}} })json"));
  Json beside = rod;
  beside["initial"] = {{"x", {{"r1", "0"}, {"r2", "-1"}}}, {"a", {"1", "0"}}};
  beside["constraint"]["holonomic"] = {"r2 + 1"};
  beside["constraint"]["span"] = Json::array({Json::array({"1", "0"})});
  CHECK_THROWS_WITH_AS(compare(parse_system_file(beside.dump()), 1),
                       doctest::Contains("$.constraint.holonomic"), InputError);
}

TEST_CASE("in coordinates g = 0 beside constraints is compared as d/dt g = 0 among them") {
  struct Weight {
    Json system;
    std::string w_dot, place, rate;
    Answer answer;
  };
  Json bent = particle({{"potential", "x*y"}});
  for (const Weight& weight :
       {Weight{bent, "0", "w - x^2/2", "w_dot - x*x_dot", Answer::fails},
        Weight{disk(), "1/2", "w - theta/2", "w_dot - theta_dot/2", Answer::holds}}) {
    Json held = weighted(weight.system, weight.w_dot), driven = held;
    held["holonomic"] = {weight.place};
    driven["constraints"].push_back(weight.rate);
    const Comparison one = compared(held), other = compared(driven);
    CAPTURE(one.q2.reason);
    CHECK(one.q2.answer == weight.answer);
    CHECK(other.q2.answer == weight.answer);
    CHECK_FALSE(one.q2.exact);
    CHECK(other.q2.exact);  // from the series, which g = 0 does not have
    CHECK(one.q2.multiplier.size() + 1 == other.q2.multiplier.size());
    for (const Dynamics dynamics : {Dynamics::vakonomic, Dynamics::free})
      CHECK(from_nonholonomic(one, dynamics) ==
            doctest::Approx(from_nonholonomic(other, dynamics)).epsilon(1e-8));
  }
}

TEST_CASE("forces in coordinates and formulas in t are compared as on groups") {
  const Json on_group = Json::parse(R"json({
    "schema": 1, "name": "particle", "group": "R3",
    "metric": [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]],
    "constraint": {"annihilator": [["-r2", "0", "1"]]},
    "initial": {"x": {"r2": "1/2"}, "a": ["1", "1/3", "1/2"]} })json");
  for (const auto& [on_chart, force] :
       {std::pair<Json, Json>{{"-x_dot/2", "y*y_dot", "cos(t)"}, {"-a1/2", "r2*a2", "cos(t)"}},
        std::pair<Json, Json>{{"-x", "1", "0"}, {"-r1", "1", "0"}}}) {
    Json group = on_group;
    group["force"] = force;
    check_same(particle({{"force", on_chart}}), group);
  }
  const Json pushed = particle({{"force", {"-cos(t)", "0", "0"}}});
  check_same(pushed, particle({{"potential", "cos(t)*x"}}));
  Json shifted = particle({{"potential", "cos(t - 1)*x"}});
  shifted["initial"]["t"] = "1";
  const Comparison late = compare(parse_system_file(shifted.dump()), 3);
  CHECK(late.q2.answer == compared(pushed).q2.answer);
  CHECK(from_nonholonomic(late, Dynamics::vakonomic) ==
        doctest::Approx(from_nonholonomic(compared(pushed), Dynamics::vakonomic)).epsilon(1e-8));

  // a rolling disk is vakonomic whatever turns and drives it
  Json driven = disk();
  driven["force"] = {"0", "0", "sin(t)", "-theta_dot/3"};
  const Comparison disks = compared(driven);
  CAPTURE(disks.q2.reason);
  CHECK(disks.q2.answer == Answer::holds);
  CHECK_FALSE(disks.q2.exact);

  Json free = particle({{"force", {"-x_dot", "0", "0"}}, {"potential", "sin(t)*y"}});
  free.erase("constraints");
  const Comparison same = compared(free);
  CHECK(same.q2.answer == Answer::holds);
  CHECK(same.q2.exact);
  CHECK(from_nonholonomic(same, Dynamics::vakonomic) < 1e-12);
}
