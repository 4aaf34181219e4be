// Holonomic equations beside rows and spans that do not integrate.
#include <cmath>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/reactions.hpp>

#include "held_runs.hpp"

using namespace hamel;

TEST_CASE("rows that do not integrate beside equations") {
  // z' = y x' on the plane x = y + t: z = y^2/2, and with x' = y' + 1
  const Json both = Json::parse(R"json({
    "schema": 1, "name": "both", "group": "R3",
    "metric": [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]],
    "constraint": {"annihilator": [["-r2", "0", "1"]], "holonomic": ["r1 - r2"]},
    "initial": {"x": {"r1": "1/2", "r2": "1/2"}, "a": ["1", "1", "1/2"]} })json");
  const SystemFile file = read(both);
  CHECK(row_names(file) == std::vector<std::string>{"holonomic1", "annihilator1"});
  // (2 + y^2) y'^2 is constant: y sqrt(2 + y^2)/2 + asinh(y/sqrt(2)) grows uniformly
  const auto way = [](double y) {
    return y * std::sqrt(2 + y * y) / 2 + std::asinh(y / std::sqrt(2.));
  };
  const auto error = [&](const std::string& method, double h) {
    const Sample end = end_of(file, plan_of(method, h, 2));
    CHECK(end.off_manifold < 1e-15);
    CHECK(end.off_constraint < 1e-15);
    return std::abs(way(end.x[1]) - way(0.5) - 2 * std::sqrt(2.25));
  };
  CHECK(error("dop853", 0.5) < 1e-12);
  CHECK(std::log2(error("variational", 0.1) / error("variational", 0.05)) ==
        doctest::Approx(2).epsilon(0.1));
  CHECK(std::log2(error("gauss6", 0.4) / error("gauss6", 0.2)) == doctest::Approx(6).epsilon(0.1));
  CHECK(worst_of(file, plan_of("energy-midpoint", 0.05, 10))[1] < 1e-13);
  RunPlan plan = plan_of("dop853", 0.5, 2);
  plan.dynamics = Dynamics::vakonomic;
  CHECK_THROWS_WITH_AS(end_of(file, plan), doctest::Contains("$.constraint.holonomic"), InputError);
  // a drift: x' = y' with z' = y x' + t
  Json drifting = with(both, "/constraint/drift", {"t"});
  const Sample end = end_of(read(drifting), plan_of("dop853", 0.5, 2));
  CHECK(end.x[2] == doctest::Approx((end.x[1] * end.x[1] - 0.25) / 2 + 2).epsilon(1e-12));
}

TEST_CASE("a span beside equations says what its annihilator says") {
  // A car that sinks sideways at the rate t, its wheel coupled to its heading.
  Json by_span = Json::parse(R"json({
    "schema": 1, "name": "coupled", "group": ["SE2", "T1"],
    "metric": [["2", "0", "1/3", "0"], ["0", "2", "0", "0"], ["1/3", "0", "1", "0"], ["0", "0", "0", "1/4"]],
    "potential": "sin(x) + y/2",
    "constraint": {"span": [["2*cos(theta1)", "0", "sin(theta1)", "0"], ["0", "0", "0", "1"]],
                   "offset": ["0", "t", "0", "0"], "holonomic": ["theta1 - phi/2 - 1/4"]},
    "initial": {"t": "1/2", "x": {"theta1": "1/4"}, "u": ["1", "sin(1/4)/2"]} })json");
  Json by_rows = by_span;
  by_rows["constraint"] = {
      {"annihilator", {{"0", "1", "0", "0"}, {"sin(theta1)", "0", "-2*cos(theta1)", "0"}}},
      {"drift", {"t", "0"}},
      {"holonomic", {"theta1 - phi/2 - 1/4"}}};
  by_rows["initial"].erase("u");
  by_rows["initial"]["a"] = {"2*cos(1/4)", "1/2", "sin(1/4)", "sin(1/4)/2"};
  CHECK(row_names(read(by_span)) == row_names(read(by_rows)));
  for (const char* const method : {"dop853", "variational", "gauss4", "rk4"}) {
    CAPTURE(method);
    const RunPlan plan = plan_of(method, 0.05, 3);
    const Sample one = end_of(read(by_span), plan), other = end_of(read(by_rows), plan);
    CHECK(one.x[1] > 1);
    CHECK(one.off_constraint < 1e-14);
    CHECK(one.off_manifold < 1e-14);
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK(std::abs(one.x[i] - other.x[i]) < 1e-13);
      CHECK(std::abs(one.a[i] - other.a[i]) < 1e-13);
    }
  }
  by_span["initial"] = {{"t", "1/2"},
                        {"x", {{"theta1", "1/4"}}},
                        {"a", {"0", "0", "1", "0"}},
                        {"find", {"a1", "a2", "a4"}}};
  const auto found = std::get<GroupSystem>(read(by_span).system).start->a;
  CHECK(found[0].value == doctest::Approx(2 / std::tan(0.25)).epsilon(1e-14));
  CHECK(found[1].value == doctest::Approx(0.5).epsilon(1e-14));
  CHECK(found[3].value == doctest::Approx(0.5).epsilon(1e-14));
  RunPlan plan = plan_of("dop853", 0.5, 2);
  plan.dynamics = Dynamics::vakonomic;
  CHECK_THROWS_WITH_AS(end_of(read(by_span), plan), doctest::Contains("$.constraint.holonomic"),
                       InputError);
}
