// Q2 of motions from given starts: exact answers, proved again from their certificates. From starts that are not
// rational, and matrices off their group, a "no" is sampled.
#include <algorithm>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/io/system_file.hpp>

#include "../io/run_command.hpp"
#include "proving/proofs.hpp"

using Json = nlohmann::json;

namespace {

/// q2 of the command, exactly; its certificate proves it again and, altered, does not.
std::string q2_of(const TemporaryFolder& folder, const Json& system) {
  const auto file = folder.write("system.json", system.dump());
  const auto compare = run_unhurried(folder, {"compare", file, "--t-end", "1", "--json"});
  CAPTURE(compare.err);
  REQUIRE(compare.status == 0);
  const Json q2 = Json::parse(compare.out)["q2"];
  const auto answer = q2["answer"].get<std::string>();
  if (answer == "no") CHECK(q2["residual"].get<double>() > 1e-8);
  const auto certificate = folder.file("c.json");
  REQUIRE(run_unhurried(folder, {"check", file, "--json", "--certificate", certificate}).status ==
          0);
  const Json whole = Json::parse(read_file(certificate));
  const auto is_q2 = [](const Json& verdict) { return verdict["id"] == "q2"; };
  const bool proved = std::any_of(whole["verdicts"].begin(), whole["verdicts"].end(), is_q2);
  CHECK(proved == (q2["exact"] == true));
  CHECK(run_unhurried(folder, {"verify", file, certificate}).status == 0);
  Json flipped, generic;
  flipped["answer"] = answer == "yes" ? "fails" : "holds";
  generic["generic"] = true;
  for (const Json& change : {flipped, generic}) {
    Json altered = whole;
    for (Json& verdict : altered["verdicts"])
      if (is_q2(verdict)) verdict.update(change);
    const auto run =
        run_unhurried(folder, {"verify", file, folder.write("altered.json", altered.dump())});
    CHECK(run.status == (proved ? 2 : 0));
  }
  return answer + (q2["exact"] == true ? "" : ", sampled");
}

Json unicycle(const std::string& potential, const Json& x, const Json& a) {
  return {
      {"schema", 1},
      {"name", "unicycle"},
      {"group", {"SE2", "T1"}},
      {"metric",
       {{"2", "0", "0", "0"}, {"0", "2", "0", "0"}, {"0", "0", "1", "0"}, {"0", "0", "0", "1"}}},
      {"potential", potential},
      {"constraint", {{"span", {{"1", "0", "0", "1"}, {"0", "0", "1", "0"}}}}},
      {"initial", {{"x", x}, {"a", a}}}};
}

Json ball(const std::string& potential, const Json& rotation) {
  return {{"schema", 1},
          {"name", "ball"},
          {"group", "SO3"},
          {"metric", {{"2", "0", "0"}, {"0", "2", "0"}, {"0", "0", "2"}}},
          {"potential", potential},
          {"constraint", {{"span", {{"1", "0", "0"}, {"0", "1", "0"}}}}},
          {"initial", {{"x", rotation}, {"a", {"1", "1/2", "0"}}}}};
}

}  // namespace

TEST_CASE("a motion from an irrational start has an exact yes where all motions have") {
  const TemporaryFolder folder;
  const Json a = {"1", "0", "1/2", "1"}, turned = {{"phi", "sqrt(2)"}};
  CHECK(q2_of(folder, unicycle("x", turned, a)) == "no, sampled");
  CHECK(q2_of(folder, unicycle("x^2/2 + y", {{"phi", "1/3"}, {"x", "exp(1)"}}, a)) ==
        "no, sampled");
  CHECK(q2_of(folder, unicycle("x", {{"phi", "1/7"}}, {"sqrt(2)", "0", "1/2", "sqrt(2)"})) ==
        "no, sampled");
  CHECK(q2_of(folder, unicycle("log(x)", {{"phi", "1/2"}, {"x", "2"}}, a)) == "no, sampled");
  CHECK(q2_of(folder, unicycle("sqrt(1+x^2)*y", {{"x", "1/3"}}, a)) == "no, sampled");
  CHECK(q2_of(folder, unicycle("sin(phi)*theta1^2", turned, a)) == "yes");
}

TEST_CASE("in coordinates too, where the constraints are linear in the velocities or not") {
  const TemporaryFolder folder;
  const auto chart = [](const char* constraint, const char* y, const char* z_dot) {
    return Json{
        {"schema", 1},
        {"name", "particle"},
        {"chart", {{"coordinates", {"x", "y", "z"}}}},
        {"metric", {{"1", "0", "0"}, {"0", "1", "0"}, {"0", "0", "1"}}},
        {"potential", "x"},
        {"constraints", {constraint}},
        {"initial", {{"q", {{"y", y}}}, {"q_dot", {{"x", "1"}, {"y", "1"}, {"z", z_dot}}}}}};
  };
  CHECK(q2_of(folder, chart("z_dot - y*x_dot", "sqrt(2)", "sqrt(2)")) == "no, sampled");
  CHECK(q2_of(folder, chart("z_dot^2 - x_dot^2 - y_dot^2", "0", "sqrt(2)")) == "no, sampled");
  // A velocity may be made of cosines and sines of rational angles.
  CHECK(q2_of(folder, chart("z_dot - cos(y)*x_dot", "1/2", "cos(1/2)")) == "no");
  CHECK(q2_of(folder, chart("z_dot - cos(y)*x_dot^2", "1/2", "cos(1/2)")) == "no");
  CHECK(q2_of(folder, chart("y*z_dot - x*x_dot*y", "sqrt(2)", "0")) == "yes");
}

TEST_CASE("what holds of all motions holds of one with an irrational velocity") {
  const TemporaryFolder folder;
  Json system = {
      {"schema", 1},
      {"name", "engel"},
      {"algebra", {{"dim", 4}, {"brackets", {{"1,2", {{"3", "1"}}}, {"1,3", {{"4", "1"}}}}}}},
      {"metric",
       {{"1", "0", "0", "0"}, {"0", "2", "0", "0"}, {"0", "0", "3", "0"}, {"0", "0", "0", "4"}}},
      {"constraint", {{"span", {{"1", "0", "0", "0"}, {"0", "1", "0", "1"}}}}},
      {"initial", {{"a", {"1", "sqrt(2)", "0", "sqrt(2)"}}}}};
  CHECK(q2_of(folder, system) == "yes");
  system["algebra"] = {
      {"dim", 3},
      {"brackets", {{"1,2", {{"3", "1"}}}, {"2,3", {{"1", "1"}}}, {"1,3", {{"2", "-1"}}}}}};
  system["metric"] = {{"1", "0", "0"}, {"0", "2", "0"}, {"0", "0", "3"}};
  system["constraint"]["span"] = {{"1", "0", "0"}, {"0", "1", "0"}};
  system["initial"]["a"] = {"1", "sqrt(2)", "0"};
  CHECK(q2_of(folder, system) == "no, sampled");
}

TEST_CASE("a matrix that is off its group by what reading allows is no rational start") {
  const TemporaryFolder folder;
  const char* half = "0.70710678";
  const Json rounded = {{"R11", half}, {"R12", "-0.70710678"}, {"R21", half}, {"R22", half}};
  const Json roots = {
      {"R11", "sqrt(2)/2"}, {"R12", "-sqrt(2)/2"}, {"R21", "sqrt(2)/2"}, {"R22", "sqrt(2)/2"}};
  // The sum of squares is 1 on the group, and not near it.
  for (const Json& rotation : {rounded, roots}) {
    CHECK(q2_of(folder, ball("R33 + R11^2 + R21^2 + R31^2", rotation)) == "yes");
    CHECK(q2_of(folder, ball("R33 + R11", rotation)) == "no, sampled");
  }
}

TEST_CASE("a start of symmetry at a rational angle is decided among functions of its tangent") {
  // At x = 0 the equations have a smaller rank than elsewhere, whatever phi is.
  const TemporaryFolder folder;
  Json system = {
      {"schema", 1},
      {"name", "symmetric"},
      {"group", {"SE2", "T1"}},
      {"metric",
       {{"1", "0", "0", "0"}, {"0", "1", "0", "0"}, {"0", "0", "1", "0"}, {"0", "0", "0", "1"}}},
      {"constraint", {{"span", {{"1", "-x", "0", "sin(theta1)"}, {"0", "0", "1", "0"}}}}},
      {"initial", {{"x", {{"phi", "1"}}}, {"a", {"1", "0", "1", "0"}}}}};
  CHECK(q2_of(folder, system) == "no");
  system["initial"]["x"]["phi"] = "0";
  CHECK(q2_of(folder, system) == "no");
}

TEST_CASE("a motion that the constraint does not act on is decided by what stays along it") {
  const TemporaryFolder folder;
  Json sled = {{"schema", 1},
               {"name", "sled"},
               {"group", "SE2"},
               {"metric", {{"1", "0", "0"}, {"0", "3", "0"}, {"0", "0", "2"}}},
               {"constraint", {{"span", {{"x", "1", "0"}, {"0", "0", "1"}}}}},
               {"initial", {{"x", {{"phi", "1/2"}}}, {"a", {"0", "0", "1/2"}}}}};
  CHECK(q2_of(folder, sled) == "yes");  // it turns on the spot
  sled["potential"] = "sin(phi)^2 + x*y";
  CHECK(q2_of(folder, sled) == "yes");
  sled["potential"] = "sin(phi)^2 + x";  // which pulls it away
  CHECK(q2_of(folder, sled) == "no");
  sled["potential"] = "cos(phi)*x";  // and here it slides along its blade, unturned
  sled["constraint"]["span"] = {{"1", "0", "sin(phi)"}, {"0", "1", "0"}};
  sled["metric"] = {{"1", "0", "0"}, {"0", "1", "0"}, {"0", "0", "1"}};
  sled["initial"] = {{"x", {{"x", "2"}, {"y", "-1/3"}}}, {"a", {"0", "0", "0"}}};
  CHECK(q2_of(folder, sled) == "yes");
}

TEST_CASE("a steady motion is decided by equations of constant coefficients") {
  const TemporaryFolder folder;
  Json sled = {{"schema", 1},
               {"name", "sled"},
               {"group", "SE2"},
               {"metric", {{"1", "0", "0"}, {"0", "1", "0"}, {"0", "0", "1"}}},
               {"potential", "x^2"},
               {"constraint", {{"span", {{"1", "0", "0"}, {"0", "0", "1"}}}}},
               {"initial", {{"a", {"0", "0", "0"}}}}};
  CHECK(q2_of(folder, sled) == "yes");  // rest at the bottom: mu = 0
  sled["potential"] = "x^2 + y";        // and where the constraint holds it: mu = mu(0) - t dU
  CHECK(q2_of(folder, sled) == "yes");
  sled["initial"]["x"] = {{"phi", "1"}};
  sled["potential"] = "(x + y)^2 + x*y";
  CHECK(q2_of(folder, sled) == "yes");
  sled["potential"] = "x^2 + x*y";
  sled["initial"]["x"] = {{"x", "1/2"}};  // it slides down, held from aside
  CHECK(q2_of(folder, sled) == "no");
  // A particle goes straight on with z' = y x', at y = 1 with y' = 0: the reaction is 0.
  Json particle = {
      {"schema", 1},
      {"name", "particle"},
      {"chart", {{"coordinates", {"x", "y", "z"}}}},
      {"metric", {{"1", "0", "0"}, {"0", "1", "0"}, {"0", "0", "1"}}},
      {"potential", "(y - 1)^2"},
      {"constraints", {"z_dot - y*x_dot"}},
      {"initial", {{"q", {{"y", "1"}}}, {"q_dot", {{"x", "1"}, {"y", "0"}, {"z", "1"}}}}}};
  CHECK(q2_of(folder, particle) == "yes");
}

TEST_CASE("these proofs are of motions that are steady, and of none that the constraint acts on") {
  const TemporaryFolder folder;
  Json sled = {{"schema", 1},
               {"name", "sled"},
               {"group", "SE2"},
               {"metric", {{"1", "0", "0"}, {"0", "1", "0"}, {"0", "0", "1"}}},
               {"potential", "sin(phi)^2 + x*y"},
               {"constraint", {{"span", {{"1", "0", "0"}, {"0", "0", "1"}}}}},
               {"initial", {{"x", {{"phi", "1/2"}}}, {"a", {"0", "0", "1/2"}}}}};
  const auto file = [&] { return hamel::read_system_file(folder.write("s.json", sled.dump())); };
  CHECK(hamel::prove_q2_of_free_start(file()));  // it turns on the spot, and phi is named
  CHECK_FALSE(hamel::prove_q2_of_steady_start(file()));
  sled["initial"] = {{"x", {{"y", "1"}}}, {"a", {"0", "0", "0"}}};  // it slides off, where y does
  CHECK_FALSE(hamel::prove_q2_of_steady_start(file()));             // not pull at first
  CHECK_FALSE(hamel::prove_q2_of_free_start(file()));
  CHECK(q2_of(folder, sled) == "no");
  sled["initial"]["x"] = {{"x", "1"}};  // it rests along its blade, held from aside
  sled["potential"] = "y";
  CHECK(hamel::prove_q2_of_steady_start(file()));
  CHECK_FALSE(hamel::prove_q2_of_free_start(file()));
}
