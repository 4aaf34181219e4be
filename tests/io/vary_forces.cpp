// hamel check --vary of systems with forces: pieces of the space of parameters, and what check says at places of it.
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "pieces.hpp"
#include "refused.hpp"
#include "run_command.hpp"

#ifdef HAMEL_FLINT

using Json = nlohmann::json;

namespace {

/// A rolling wheel under a force.
Json wheel_under(const Json& force) {
  Json wheel = system_of("unicycle");
  wheel["parameters"]["k"] = "1";
  wheel["parameters"]["c"] = "2";
  wheel["force"] = force;
  wheel.erase("initial");
  return wheel;
}

/// The same with an input that has a signal, and one that has none.
Json driven_wheel(const std::string& signal) {
  Json wheel = wheel_under({"0", "0", "0", "0"});
  wheel["inputs"]["motor"] = {{"force", {"1/R", "0", "-c/R", "0"}}, {"signal", signal}};
  wheel["inputs"]["brake"] = {{"force", {"1", "1", "1", "1"}}};
  return wheel;
}

/// A body turns about e1 while -v is prescribed about e2 and v R11 along a line. A force f (0, 2 R13, -2 R12, 0) holds
/// the line where f = R11 v^2, as the potential v^2 R11^2 does; s f where the metric is divided by s.
Json held_body(const Json& parameters, const std::string& v, const std::string& force,
               const std::string& scale = "1") {
  Json body{{"schema", 1},
            {"name", "body"},
            {"group", {"SO3", "R1"}},
            {"parameters", parameters},
            {"metric", Json::array()},
            {"constraint",
             {{"span", Json::array({{"1", "0", "0", "0"}})},
              {"offset", {"0", "-(" + v + ")", "0", "(" + v + ")*R11"}}}},
            {"force", {"0", "2*R13*(" + force + ")", "-2*R12*(" + force + ")", "0"}}};
  for (int i = 0; i < 4; ++i) {
    body["metric"].push_back({"0", "0", "0", "0"});
    body["metric"][i][i] = (i == 2 ? "1/(" : "2/(") + scale + ")";
  }
  return body;
}

using Values = std::vector<std::pair<const char*, const char*>>;

/// What check says of Q1 at these values.
std::string answer_at(Json file, const Values& values) {
  const TemporaryFolder folder;
  for (const auto& [name, value] : values) file["parameters"][name] = value;
  const auto run = run_command(folder, {"check", folder.write("at.json", file.dump()), "--json"});
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  return Json::parse(run.out)["q1"]["answer"];
}

}  // namespace

TEST_CASE(
    "friction against the velocity of a wheel takes its multiplier away, that of its turns does "
    "not") {
  const Json sliding = wheel_under({"-k*a1", "0", "0", "0"});
  const Json report = pieces_of(sliding, "k,R,m,J,I");
  CHECK(yes(report, "q1") == Pieces{{"R"}, {"k"}});
  // The conditions are about the system without its forces, and those about its motions are not asked.
  CHECK(yes(report, "integrable") == Pieces{{"R"}});
  CHECK(yes(report, "eq_3_11") == Pieces{{"R"}});
  CHECK(report["conditions"].size() == 2);
  CHECK(yes(pieces_of(sliding, "k"), "q1") == Pieces{{"k"}});  // one parameter by pieces too
  CHECK(answer_at(sliding, {}) == "no");
  CHECK(answer_at(sliding, {{"k", "0"}}) == "yes");
  CHECK(answer_at(sliding, {{"R", "0"}}) == "yes");

  const Json turning = wheel_under({"0", "0", "-k*a3", "c*a3^2"});
  CHECK(yes(pieces_of(turning, "k,c,R"), "q1") == Pieces{{}});
  CHECK(answer_at(turning, {}) == "yes");
}

TEST_CASE("friction at the wheels of a carriage, and of its body") {
  Json carriage = system_of("carriage_offset");
  carriage["parameters"]["k"] = "1/10";
  carriage["parameters"]["q"] = "1";
  carriage["force"] = {"0", "0", "0", "-k*a4", "-k*a5"};
  const std::string curve = "4*l^2-m*J-4*m-J-4";
  CHECK(yes(pieces_of(carriage, "l,J,m,k"), "q1") == Pieces{{"k", curve}, {"l"}});
  for (const auto& [l, expected] : {std::pair{"0", "yes"}, std::pair{"3", "no"}})
    CHECK(answer_at(carriage, {{"l", l}}) == expected);
  carriage["force"] = {"-k*a1", "0", "-q*a3", "0", "0"};
  CHECK(yes(pieces_of(carriage, "l,J,m,k,q"), "q1") == Pieces{{curve}, {"l", "k"}});
  for (const auto& [l, expected] : {std::pair{"0", "no"}, std::pair{"3", "yes"}})
    CHECK(answer_at(carriage, {{"l", l}}) == expected);
}

TEST_CASE("a force that is 0 for the values of the file alone is there") {
  Json still = wheel_under({"-k*a1", "0", "0", "0"});
  still["parameters"]["k"] = "0";
  CHECK(yes(pieces_of(still, "k"), "q1") == Pieces{{"k"}});
  CHECK(yes(pieces_of(still, "R,k"), "q1") == Pieces{{"R"}, {"k"}});
  still["force"][0] = "a1*0";  // for all values
  CHECK(pieces_of(still, "R,k")["conditions"].size() == 4);
}

TEST_CASE("a force moves with the configuration") {
  const Json windy = wheel_under({"0", "k*cos(phi)", "0", "c*x"});
  CHECK(yes(pieces_of(windy, "k,c,R"), "q1") == Pieces{{"R"}, {"k"}});
  CHECK(answer_at(windy, {}) == "no");
  CHECK(answer_at(windy, {{"k", "0"}}) == "yes");
  // equal functions are one
  const Json none = wheel_under({"-k*a1*(cos(phi)^2 + sin(phi)^2 - 1)", "0", "0", "0"});
  CHECK(yes(pieces_of(none, "k,R"), "q1") == Pieces{{}});
}

TEST_CASE("a constant force leaves a multiplier of generic motions") {
  const Json pushed = wheel_under({"0", "k", "0", "c"});
  const Json q1 = answer_to(pieces_of(pushed, "k,c,m"), "q1");
  REQUIRE(q1["yes_iff"].size() == 1);
  CHECK(q1["yes_iff"][0]["generic"] == true);
  // Its equations close where they are differentiated; without parameters that is not looked for.
  CHECK(answer_at(pushed, {}) == "undecided");
}

TEST_CASE(
    "on the leaves of an integrable d there is a multiplier under any force, and so there is "
    "without constraint") {
  Json flat = wheel_under({"a1*k", "a2^2", "k*x", "a1"});
  flat["constraint"]["span"] = {{"1", "0", "0", "0"}, {"0", "1", "0", "0"}};
  CHECK(yes(pieces_of(flat, "k,m"), "q1") == Pieces{{}});
  CHECK(answer_at(flat, {}) == "yes");
  flat.erase("constraint");
  CHECK(yes(pieces_of(flat, "k,m"), "q1") == Pieces{{}});
}

TEST_CASE("inputs with a signal that names no time act as a force") {
  const Json wheel = driven_wheel("k*c");
  const Json report = pieces_of(wheel, "k,c,R");
  CHECK(yes(report, "q1") == Pieces{{"c"}, {"k"}});
  CHECK(report["systems"][0]["nonzero"][0] == "R");  // the force divides by it
  CHECK(answer_at(wheel, {}) == "no");
  CHECK(answer_at(wheel, {{"c", "0"}}) == answer_at(wheel, {{"k", "0"}}));
}

TEST_CASE(
    "scales of metric, offset, potential and force: parts of it by their degrees in velocities") {
  const Json one{{"A", "1"}, {"B", "1"}, {"C", "1"}, {"E", "1"}, {"w", "1"}, {"k", "2"}};
  CHECK(yes(pieces_of(held_body(one, "w", "A*R11"), "A,w"), "q1") == Pieces{{"w"}, {"w^2-A"}});
  CHECK(yes(pieces_of(held_body(one, "w", "A*a4"), "A,w"), "q1") == Pieces{{"w"}, {"w-A"}});
  CHECK(yes(pieces_of(held_body(one, "w", "-A*a4*a2"), "A,w"), "q1") == Pieces{{"A-1"}, {"w"}});
  CHECK(yes(pieces_of(held_body(one, "w", "A*a4*a2^2"), "A,w"), "q1") == Pieces{{"w"}, {"w*A-1"}});
  // With v = w/(3k) and M/k: A/5 + B v/7 + C v^2/2 + E v^3 = v^2/k.
  Json mixed = held_body(one, "w/(3*k)", "A/5*R11 + B*a4/7 - C*a4*a2/2 + E*a4*a2^2", "k");
  const Pieces pieces{{"70*w^3*E+105*w^2*k*C+90*w*k^2*B+378*k^3*A-210*w^2"}, {"w"}};
  CHECK(yes(pieces_of(mixed, "A,B,C,E,w,k"), "q1") == pieces);
  const Values held{{"w", "3"}, {"k", "2"}, {"A", "5/8"}, {"B", "-7/4"}, {"C", "2"}, {"E", "-1"}};
  CHECK(answer_at(mixed, held) == "yes");
  mixed["parameters"]["C"] = "1";
  CHECK(answer_at(mixed, {}) == "no");
  // A part of it by a potential.
  mixed = held_body(one, "w/(3*k)", "B*a4/7 - C*a4*a2/2 + E*a4*a2^2", "k");
  mixed["potential"] = "A/5*R11^2";
  CHECK(yes(pieces_of(mixed, "A,B,C,E,w,k"), "q1") == pieces);
}

TEST_CASE("a force in the place of a reaction: scales of brackets and force") {
  // <M a, [a, e3]> = a1 a2 / k, of so(3) with brackets divided by k.
  const Json body{
      {"schema", 1},
      {"name", "body"},
      {"algebra",
       {{"dim", 3},
        {"brackets", {{"1,2", {{"3", "1/k"}}}, {"2,3", {{"1", "1/k"}}}, {"3,1", {{"2", "1/k"}}}}}}},
      {"parameters", {{"k", "1"}, {"A", "1"}}},
      {"metric", {{"2", "0", "0"}, {"0", "1", "0"}, {"0", "0", "3"}}},
      {"constraint", {{"span", {{"1", "0", "0"}, {"0", "1", "0"}}}}},
      {"force", {"0", "0", "A*a1*a2/3"}}};
  CHECK(yes(pieces_of(body, "k,A"), "q1") == Pieces{{"k*A+3"}});
  CHECK(answer_at(body, {{"k", "2"}, {"A", "-3/2"}}) == "yes");
  CHECK(answer_at(body, {{"k", "2"}, {"A", "3/2"}}) == "no");
}

TEST_CASE(
    "forces where pieces are solved for what they and the offset hold, which divides by other "
    "parameters") {
  const Json one{{"v", "1"}, {"b", "1"}, {"h", "1"}, {"q", "2"}};
  const auto of = [&](const std::string& force, const std::string& offset = "b*v/3") {
    return yes(pieces_of(held_body(one, offset, force), "v,b,h,q"), "q1");
  };
  CHECK(of("h*q/3*a4") == Pieces{{"b"}, {"q*h-v*b"}, {"v"}});
  CHECK(of("h*q*R11/9 + b*a4") == Pieces{{"b"}, {"v"}, {"v^2*b^2-3*v*b^2-q*h"}});
  CHECK(of("h*a4*a2^2 - q*a4*a2") == Pieces{{"b"}, {"v"}, {"v*h*b+3*q-3"}});
  // b V + 1 = V^2 with V = (h q + b)/3
  CHECK(of("b*a4 + R11", "(h*q + b)/3") == Pieces{{"q*h+b"}, {"q^2*h^2-q*h*b-2*b^2-9"}});
}

TEST_CASE("forces that are not covered are refused by name") {
  const auto refused = [](const Json& system, const std::string& place, const std::string& part) {
    check_refused("check", system, {"--vary", "k,c"}, place, part);
  };
  refused(wheel_under({"k*t", "0", "0", "0"}), "$.force[0]", "names t");
  refused(driven_wheel("k*sin(t)"), "$.inputs.motor.signal", "names t");
  const std::string expected =
      "a polynomial of degree at most 4 in velocities, or one divided by others in the parameters "
      "alone, in k, c";
  for (const char* force :
       {"k*exp(a1)", "k/(1+a1^2)", "sin(k + a1)", "sin(a1)", "c/(2+cos(phi))", "sqrt(k)"})
    refused(wheel_under({"0", "0", force, "0"}), "$.force[2]", expected);
  refused(wheel_under({"k*a1^5*a3^4", "0", "0", "0"}), "$.force[0]", expected);
  refused(driven_wheel("exp(k)"), "$.inputs.motor.signal", expected);
}

#endif
