// Formulas with quotients, roots, exponentials, logarithms and time: exact answers, proved again from their
// certificates, that agree with what integrated motions say.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "../io/run_command.hpp"

using Json = nlohmann::json;

namespace {

/// Q1 and Q2 of a file: exact, proved again, and Q2 as the residual of the computed motion has it.
void check_answers(const TemporaryFolder& folder, const std::string& file,
                   const std::string& expected) {
  const auto check =
      run_unhurried(folder, {"check", file, "--json", "--certificate", folder.file("c.json")});
  CAPTURE(check.err);
  REQUIRE(check.status == 0);
  const Json q1 = Json::parse(check.out)["q1"];
  CHECK(q1["answer"] == expected);
  CHECK(q1["exact"] == true);
  const auto again = run_unhurried(folder, {"verify", file, folder.file("c.json"), "--json"});
  CAPTURE(again.err);
  CHECK(again.status == 0);
  std::vector<std::string> proved;
  const Json verdicts = Json::parse(again.out)["verdicts"];
  for (const auto& verdict : verdicts) proved.push_back(verdict["id"]);
  for (const char* id : {"q1", "q2"})
    CHECK(std::find(proved.begin(), proved.end(), id) != proved.end());
  const auto compare = run_unhurried(folder, {"compare", file, "--t-end", "1", "--json"});
  CAPTURE(compare.err);
  REQUIRE(compare.status == 0);
  const Json q2 = Json::parse(compare.out)["q2"];
  CHECK(q2["answer"] == expected);
  CHECK(q2["exact"] == true);
  CHECK((q2["residual"] < 1e-9) == (expected == "yes"));
}

Json unicycle() {
  return Json::parse(R"({"schema": 1, "name": "unicycle", "group": ["SE2", "T1"],
    "metric": [["2","0","0","0"],["0","2","0","0"],["0","0","1","0"],["0","0","0","1"]],
    "constraint": {"span": [["1","0","0","1"],["0","0","1","0"]]},
    "initial": {"x": {"phi": "1/3"}, "a": ["1","0","1/2","1"]}})");
}

}  // namespace

TEST_CASE(
    "potentials of the unicycle that are no polynomials: yes exactly where they name neither x nor "
    "y") {
  const TemporaryFolder folder;
  const std::pair<const char*, const char*> potentials[] = {
      {"exp(phi/2) + sqrt(1 + theta1^2)", "yes"},
      {"1/(2 + cos(phi)) + phi*theta1", "yes"},
      {"cos(phi/2) + sin(theta1^2)", "yes"},
      {"1/(1 + x^2)", "no"},
      {"sqrt(1 + x^2 + y^2)", "no"},
      {"(1 + x^2)^(3/2)", "no"},
      {"exp(-x)*exp(2*phi)", "no"},
      {"log(1 + x^2 + y^2)", "no"},
      {"sin(x/2)", "no"}};
  for (const auto& row : potentials) {
    CAPTURE(row.first);
    Json file = unicycle();
    file["potential"] = row.first;
    check_answers(folder, folder.write("unicycle.json", file.dump()), row.second);
  }
  Json file = unicycle();
  file["metric"][2][2] = "1/(2 + cos(theta1))";
  check_answers(folder, folder.write("unicycle.json", file.dump()), "yes");
}

TEST_CASE("offsets that name time") {
  const TemporaryFolder folder;
  const auto blown = [&](const char* first, const char* second, const char* a) {
    Json file = unicycle();
    file["initial"]["x"]["phi"] = "0";
    file["initial"]["a"][0] = a;
    file["constraint"]["offset"] = {first, second, "0", "0"};
    return folder.write("blown.json", file.dump());
  };
  check_answers(folder, blown("t", "0", "1"), "yes");
  check_answers(folder, blown("cos(phi)*cos(t)", "-sin(phi)*cos(t)", "2"), "no");
  for (const char* name : {"prescribed_steering", "snakeboard_gait"}) {
    CAPTURE(name);
    check_answers(folder, system_path(name), "no");
  }
}

TEST_CASE("vectors of d with tangents and roots") {
  const TemporaryFolder folder;
  Json car = unicycle();
  car["constraint"]["span"] =
      Json::parse(R"json([["1","tan(theta1)","5/4*tan(theta1)","0"],["0","0","0","1"]])json");
  car["initial"] = Json::parse(
      R"json({"x": {"theta1": "1/5"}, "a": ["1","tan(1/5)","5/4*tan(1/5)","1/2"]})json");
  check_answers(folder, folder.write("car.json", car.dump()), "no");
  check_answers(folder, system_path("tilting_disk"), "no");
}

TEST_CASE("in coordinates: quotients, roots, exponentials, and constraints that are affine") {
  const TemporaryFolder folder;
  const auto particle = [&](const char* constraint, const char* potential, const char* z_dot) {
    Json file = Json::parse(R"({"schema": 1, "name": "particle",
      "chart": {"coordinates": ["x","y","z"]},
      "metric": [["1","0","0"],["0","1","0"],["0","0","1"]],
      "initial": {"q": {"y": "1"}, "q_dot": {"x": "1", "y": "1"}}})");
    file["potential"] = potential;
    file["constraints"] = {constraint};
    file["initial"]["q_dot"]["z"] = z_dot;
    return folder.write("particle.json", file.dump());
  };
  check_answers(folder, particle("z_dot - y*x_dot", "sqrt(1 + x^2)", "1"), "no");
  check_answers(folder, particle("z_dot - y*x_dot", "1/(1 + x^2)", "1"), "no");
  check_answers(folder, particle("z_dot - y*x_dot - 1", "0", "2"), "no");
  check_answers(folder, particle("z_dot - exp(y - 1)*x_dot", "0", "1"), "no");
  check_answers(folder, particle("y*z_dot - 2*x_dot - 1", "0", "3"), "no");
  check_answers(folder, particle("z_dot - 2*x_dot - 1", "exp(x)", "3"), "yes");
  // The derivative of z - x^2/2 - t keeps motions on leaves that move, that of z - x y less x is none in x, y, z and t.
  check_answers(folder, particle("z_dot - x*x_dot - 1", "z*y", "1"), "yes");
  check_answers(folder, particle("z_dot - y*x_dot - x*y_dot - x", "z*y", "1"), "no");
  check_answers(folder, particle("z_dot - sqrt(1 + x^2)*y_dot", "2*x", "1"), "no");
}

TEST_CASE("sines of entries of a matrix") {
  const TemporaryFolder folder;
  const auto body = [&](const char* first, const char* last, const char* potential) {
    Json file = Json::parse(read_file(system_path("suslov")));
    file["metric"] = {{first, "0", "0"}, {"0", first, "0"}, {"0", "0", last}};
    file["constraint"] = {{"span", {{1, 0, 0}, {0, 1, 0}}}};
    file["potential"] = potential;
    return folder.write("body.json", file.dump());
  };
  check_answers(folder, body("2 + sin(R33)", "1", "cos(R33)"),
                "yes");  // free: a turn about e3 keeps R33
  check_answers(folder, body("1", "1 + sin(R33)^2", "0"), "yes");
  check_answers(folder, body("1", "1", "sin(R32)"), "no");
  check_answers(folder, body("1", "3 + sin(R22)", "R31*cos(R12)"), "no");
  check_answers(folder, body("1", "2", "tan(R11) + sqrt(5 - R33^2)"), "no");
  // Exponentials beside them.
  check_answers(folder, body("1", "2", "sin(R11) + exp(R33)"), "no");
  check_answers(folder, body("1 + exp(R31)", "3 + sin(R32)", "0"), "no");
  check_answers(folder, body("2 + sin(R33)", "1", "exp(R33)*cos(R33)"), "yes");
}
