// hamel study: invariant densities that are products of powers and exponentials.
#include <map>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../io/run_command.hpp"

using Json = nlohmann::ordered_json;

namespace {

/// The first density of a flow; its certificate proves it, and with another power proves nothing.
Json density(const std::string& file, const std::string& name) {
  const TemporaryFolder folder;
  const auto path = folder.write("system.json", file);
  const auto certificate = folder.file("certificate.json");
  const auto run = run_unhurried(folder, {"study", path, "--json", "--certificate", certificate});
  CAPTURE(run.err);
  REQUIRE(is_answered(run));
  const auto verified = run_unhurried(folder, {"verify", path, certificate});
  CAPTURE(verified.err);
  CHECK(verified.status == 0);
  Json altered = Json::parse(read_file(certificate));
  for (auto& flow : altered["flows"])
    for (auto& one : flow["densities"]) {
      Json& power = one.contains("factors") ? (one["factors"].empty() ? one["exponent"][0][0]
                                                                      : one["factors"][0]["power"])
                                            : one["power"];
      power = "7/3";
    }
  const auto other = folder.write("other.json", altered.dump());
  CHECK(run_unhurried(folder, {"verify", path, other}).status == 2);
  const Json study = Json::parse(run.out);
  for (const auto& flow : study["flows"]) {
    if (flow["flow"] != name) continue;
    REQUIRE(flow["measure"]["densities"].size() == 1);
    return flow["measure"]["densities"][0];
  }
  FAIL("no flow " << name);
  return {};
}

/// Its factors by their polynomials.
std::map<std::string, std::string> powers(const Json& density) {
  std::map<std::string, std::string> all;
  const Json factors = density.contains("factors") ? density["factors"] : Json::array({density});
  for (const auto& factor : factors) all[factor["polynomial"]] = factor["power"];
  return all;
}

}  // namespace

TEST_CASE("a density is a real power of a linear Darboux polynomial") {
  // p2' = 5 a1 p2, p3' = 7 a1 p3, and the divergence is 12 a1 (all up to one sign).
  const Json found = density(R"({"schema": 1, "name": "solvable", "algebra": {"dim": 3, "brackets":
    {"1,2": {"2": "5"}, "1,3": {"3": "7"}}},
    "metric": [["1", "0", "0"], ["0", "2", "0"], ["0", "0", "3"]]})",
                             "free");
  CHECK(powers(found) == std::map<std::string, std::string>{{"p2", "-12/5"}});
}

TEST_CASE("a density is a power of a sum of squares, whose factors are not rational") {
  const Json found = density(R"({"schema": 1, "name": "turned", "algebra": {"dim": 3, "brackets":
    {"1,2": {"2": "1", "3": "-1"}, "1,3": {"2": "1", "3": "1"}}},
    "metric": [["1", "0", "0"], ["0", "2", "0"], ["0", "0", "3"]]})",
                             "free");
  CHECK(powers(found) == std::map<std::string, std::string>{{"p2^2 + p3^2", "-1"}});
}

TEST_CASE("parts that do not feel each other have factors of their own") {
  const Json found =
      density(R"({"schema": 1, "name": "sleigh beside Suslov", "group": ["SE2", "SO3"],
    "metric": [["2", "0", "0", "0", "0", "0"], ["0", "2", "1", "0", "0", "0"], ["0", "1", "4", "0", "0", "0"],
               ["0", "0", "0", "3", "0", "1"], ["0", "0", "0", "0", "2", "1"], ["0", "0", "0", "1", "1", "4"]],
    "constraint": {"span": [["1", "0", "0", "0", "0", "0"], ["0", "0", "1", "0", "0", "0"],
                            ["0", "0", "0", "1", "0", "0"], ["0", "0", "0", "0", "1", "0"]]}})",
              "nonholonomic");
  CHECK(powers(found) == std::map<std::string, std::string>{{"u2", "-1"}, {"u3 + u4", "-1"}});
}

TEST_CASE("in coordinates factors of det(D^T M D) have powers of their own") {
  // z' = y x' asks for the root of 1 + y^2, the free part for 1 + w^2 itself.
  const Json found = density(R"({"schema": 1, "name": "particle beside another",
    "chart": {"coordinates": ["x", "y", "z", "w"]},
    "metric": [["1", "0", "0", "0"], ["0", "1", "0", "0"], ["0", "0", "1", "0"], ["0", "0", "0", "1 + w^2"]],
    "constraints": ["z_dot - y*x_dot"],
    "initial": {"q": {"y": "1"}, "q_dot": {"x": "1", "y": "1", "z": "1", "w": "1"}, "lambda": ["0"]}})",
                             "nonholonomic");
  CHECK(powers(found) == std::map<std::string, std::string>{{"1 + y^2", "1/2"}, {"1 + w^2", "1"}});
}

TEST_CASE("an offset that spreads motions asks for an exponential") {
  // r1' = 1, r2' = r1 r2: the divergence is r1.
  const Json found = density(R"({"schema": 1, "name": "spreading", "group": ["R3"],
    "metric": [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]],
    "constraint": {"span": [["0", "0", "1"]], "offset": ["1", "r1*r2", "0"]},
    "initial": {"x": {"r2": "1"}, "a": ["1", "0", "1"]}})",
                             "nonholonomic");
  CHECK(powers(found).empty());
  CHECK(found["exponent"] == "-1/2*r1^2");
}

// Left-invariant fields keep the right-invariant measure, and det(M) da times the left-invariant one is kept without
// constraint: on the affine group the quotient of both is e^s.
TEST_CASE("on groups that are not unimodular the modular function is part of the density") {
  const Json line = density(R"({"schema": 1, "name": "line", "group": "Aff1",
    "metric": [["1+s^2", "0"], ["0", "1"]]})",
                            "free");
  CHECK(powers(line) == std::map<std::string, std::string>{{"1 + s^2", "1"}});
  CHECK(line["exponent"] == "-s");
  const Json matrices = density(R"({"schema": 1, "name": "line",
    "group": {"matrices": [[["1","0"],["0","0"]], [["0","1"],["0","0"]]]},
    "metric": [["1+X11^2", "0"], ["0", "1"]]})",
                                "free");
  CHECK(powers(matrices) == std::map<std::string, std::string>{{"1 + X11^2", "1"}, {"X11", "-1"}});
}

// With a = (u1, u2, u2): (1 + s^2) u1' = -u2^2 - s u1^2 and 2 u2' = u1 u2, where s' = u1: the divergence is u1/2 - 2 s
// u1/(1 + s^2).
TEST_CASE("constraints that move on groups that are not unimodular keep densities") {
  const Json still = density(R"({"schema": 1, "name": "line", "group": ["Aff1", "R1"],
    "metric": [["1+s^2","0","0"], ["0","1","0"], ["0","0","1"]],
    "constraint": {"span": [["1","0","0"], ["0","1","1"]]}})",
                             "nonholonomic");
  CHECK(powers(still) == std::map<std::string, std::string>{{"1 + s^2", "1"}});
  CHECK(still["exponent"] == "-1/2*s");
  // The same plane by other vectors, u2 = (1 + s^2) v2, under the unit metric: e^(-s/2) du1 du2.
  const Json moving = density(R"({"schema": 1, "name": "line", "group": ["Aff1", "R1"],
    "metric": [["1","0","0"], ["0","1","0"], ["0","0","1"]],
    "constraint": {"span": [["1","0","0"], ["0","1+s^2","1+s^2"]]}})",
                              "nonholonomic");
  CHECK(powers(moving) == std::map<std::string, std::string>{{"1 + 2*s^2 + s^4", "1/2"}});
  CHECK(moving["exponent"] == "-1/2*s");
  // A plane that moves with X = e^s, where X' = X u1 and (1 + X^2) u1' = -u2^2 - X^2 u1^2.
  const Json matrices = density(R"({"schema": 1, "name": "block", "group": {"matrices": [
    [["1","0","0"],["0","0","0"],["0","0","0"]], [["0","1","0"],["0","0","0"],["0","0","0"]],
    [["0","0","0"],["0","0","0"],["0","0","1"]]]},
    "metric": [["1","0","0"], ["0","1","0"], ["0","0","1"]],
    "constraint": {"span": [["1","0","X11"], ["0","1","0"]]}})",
                                "nonholonomic");
  CHECK(powers(matrices) == std::map<std::string, std::string>{{"1 + X11^2", "1"}, {"X11", "-1"}});
}

TEST_CASE("a combination of velocities is a factor in coordinates as it is on the group") {
  const Json file = Json::parse(read_file(paths::systems() + "/chart_carriage.json"));
  CHECK(powers(density(file.dump(), "nonholonomic")) ==
        std::map<std::string, std::string>{{"u1 - u2", "-1"}});
}

TEST_CASE("a combination of three velocities is one, too") {
  // The carriage beside a wheel that turns by itself, in other vectors: u1 there is u1 + 2 u2 + u3 here, u2 is u2 - u3.
  Json file = Json::parse(read_file(paths::systems() + "/carriage_offset.json"));
  file["group"] = {"SE2", "T3"};
  for (auto& row : file["metric"]) row.push_back("0");
  file["metric"].push_back({"0", "0", "0", "0", "0", "2 + cos(theta3)"});
  file["constraint"]["span"] = {{"-R/2", "0", "-R/(2*c)", "1", "0", "0"},
                                {"-3*R/2", "0", "-R/(2*c)", "2", "1", "0"},
                                {"0", "0", "-R/c", "1", "-1", "1"}};
  file.erase("initial");
  file.erase("reference");
  CHECK(powers(density(file.dump(), "nonholonomic")) ==
        std::map<std::string, std::string>{{"u1 + u2 + 2*u3", "-1"}, {"2 + cos(theta3)", "1"}});
}
