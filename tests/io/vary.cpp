// hamel check --vary: the special values of a parameter, and what is refused.
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "refused.hpp"
#include "run_command.hpp"

using Json = nlohmann::json;

namespace {

Json family_of(const std::string& file, const std::string& parameter) {
  const TemporaryFolder folder;
  const auto result = run_command(folder, {"check", file, "--vary", parameter, "--json"});
  CAPTURE(result.err);
  REQUIRE(result.status == 0);
  return Json::parse(result.out);
}

Json family_of(const Json& system, const std::string& parameter) {
  const TemporaryFolder folder;
  return family_of(folder.write("family.json", system.dump()), parameter);
}

Json system_of(const std::string& name) {
  return Json::parse(read_file(system_path(name)));
}

/// The values at which the answer is that one while it differs around them.
std::vector<std::string> values(const Json& verdict, const std::string& answer) {
  std::vector<std::string> result;
  for (const auto& range : verdict["ranges"])
    if (range["point"] == true && range["answer"] == answer) result.push_back(range["from"]);
  return result;
}

Json condition(const Json& report, const std::string& id) {
  for (const auto& verdict : report["conditions"])
    if (verdict["id"] == id) return verdict;
  FAIL("no condition " << id);
  return {};
}

void refused(const Json& system, const std::string& parameter, const std::string& place,
             const std::string& part) {
  check_refused("check", system, {"--vary", parameter}, place, part);
}

}  // namespace

TEST_CASE("the offset carriage: Q1 at l = 0 and where the obstruction cancels") {
  const Json report = family_of(system_path("carriage_offset"), "l");
  CHECK(report["name"] == "carriage_offset");
  CHECK(report["parameter"] == "l");
  const Json& q1 = report["q1"];
  CHECK(values(q1, "yes") == std::vector<std::string>{"-3", "0", "3"});
  REQUIRE(q1["ranges"].size() >= 7);
  CHECK(q1["ranges"].front()["from"] == nullptr);
  CHECK(q1["ranges"].back()["to"] == nullptr);
  for (std::size_t i = 0; i + 1 < q1["ranges"].size(); ++i)
    CHECK(q1["ranges"][i]["to"] == q1["ranges"][i + 1]["from"]);
  for (const auto& range : q1["ranges"])
    if (range["point"] == false) CHECK(range["answer"] == "no");
  CHECK(values(condition(report, "cor_3_9"), "holds") == std::vector<std::string>{"0"});
  CHECK(condition(report, "unimodular")["ranges"].size() == 1);

  const TemporaryFolder folder;
  const auto plain = run_command(folder, {"check", system_path("carriage_offset"), "--vary", "l"});
  CHECK(plain.status == 0);
  for (const char* part : {"l = -3", "-3 < l < 0", "l = 0", "0 < l < 3", "l = 3", "3 < l"})
    CHECK(plain.out.find(part) != std::string::npos);
}

TEST_CASE("an irrational value comes with its polynomial") {
  Json system = system_of("carriage_offset");
  system["parameters"]["m"] = "2";  // 4 l^2 = 27
  const Json q1 = family_of(system, "l")["q1"];
  const auto yes = values(q1, "yes");
  REQUIRE(yes.size() == 3);
  CHECK(std::stod(yes[2]) == doctest::Approx(2.598076211353316).epsilon(1e-14));
  CHECK(yes[1] == "0");
  for (const auto& range : q1["ranges"])
    if (range["from"] == yes[2])
      CHECK(range["from_root_of"].get<std::string>().find("l^2") != std::string::npos);
}

TEST_CASE("other parameters may depend on the free one") {
  Json system = system_of("carriage_offset");
  system["parameters"]["twice"] = "2*l";
  system["metric"][1][2] = system["metric"][2][1] = "twice";
  CHECK(values(family_of(system, "l")["q1"], "yes") == std::vector<std::string>{"-3", "0", "3"});
}

TEST_CASE("structure constants that contain the parameter") {
  const Json system = {
      {"schema", 1},
      {"name", "family of algebras"},
      {"algebra",
       {{"dim", 3},
        {"brackets", {{"1,2", {{"3", "1"}}}, {"2,3", {{"1", "k"}}}, {"1,3", {{"2", "-1"}}}}}}},
      {"parameters", {{"k", "1"}}},
      {"metric", {{"1", "0", "0"}, {"0", "1", "0"}, {"0", "0", "1"}}},
      {"constraint", {{"span", {{"1", "0", "0"}, {"0", "1", "0"}}}}}};
  const Json report = family_of(system, "k");
  CHECK(values(condition(report, "ad_invariant"), "holds") == std::vector<std::string>{"1"});
  CHECK(values(report["q1"], "yes") == std::vector<std::string>{"1"});  // (3.11) is k - 1 = 0
}

TEST_CASE("refusals") {
  const Json carriage = system_of("carriage_offset");
  refused(carriage, "z", "--vary", "c, l, m, m0");
  refused(carriage, "", "--vary", "found an empty name");
  refused(system_of("chart_particle"), "m", "$.chart", "a group or an algebra");
  refused(system_of("heisenberg_generalized"), "z", "$.metric", "a constant metric");

  Json system = carriage;
  system["metric"][0][0] = "m*exp(l)";
  refused(system, "l", "$.metric[0][0]", "a quotient of polynomials in l");
  system["metric"][0][0] = "sqrt(1 + l^2)";
  refused(system, "l", "$.metric[0][0]", "a quotient of polynomials in l");
  system["metric"][0][0] = "sqrt(2)";
  refused(system, "l", "$.metric[0][0]", "rational coefficients");
  system["metric"][0][0] = "l^65";
  refused(system, "l", "$.metric[0][0]", "degree at most 64");
  system = carriage;
  system["metric"][1][2] = "m0*l^2";  // symmetric at l = 1 only
  refused(system, "l", "$.metric[2][1]", "for every l");

  const Json matrices = Json::parse(R"({"schema": 1, "name": "own matrices",
    "group": {"matrices": [[["0", "k"], ["0", "0"]]]}, "parameters": {"k": "1"}, "metric": [["1"]]})");
  refused(matrices, "k", "$.group.matrices[0][0][1]", "matrices that do not contain k");
}
