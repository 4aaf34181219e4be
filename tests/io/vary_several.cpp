// hamel check --vary l,J,m: the pieces of the space of parameters on which each answer is yes.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "pieces.hpp"
#include "refused.hpp"
#include "run_command.hpp"

using Json = nlohmann::json;

#ifdef HAMEL_FLINT

TEST_CASE("the offset carriage in three parameters, and in all") {
  const Json three = pieces_of(system_path("carriage_offset"), "l,J,m");
  CHECK(yes(three, "q1") == Pieces{{"4*l^2-m*J-4*m-J-4"}, {"l"}});  // (m0 l)^2 = (J + 4)(m + 1)
  CHECK(yes(three, "linear_section") == yes(three, "q1"));
  CHECK(yes(three, "cor_3_9") == Pieces{{"l"}});
  CHECK(yes(three, "eq_3_11").empty());
  CHECK(yes(three, "integrable").empty());
  CHECK(three["systems"][0]["nonzero"].size() == 4);
  const Json all = pieces_of(system_path("carriage_offset"), "m,m0,J,J2,R,c,l");
  CHECK(
      yes(all, "q1") ==
      Pieces{{"R"}, {"l"}, {"m0"}, {"m0^2*l^2*R^4-2*m*c^2*R^2*J2-m*R^4*J-4*c^2*J2^2-2*R^2*J2*J"}});
  CHECK(yes(all, "integrable") == Pieces{{"R"}});
}

TEST_CASE("a rotating body: where two moments of inertia are equal") {
  const Json body{{"schema", 1},
                  {"name", "body"},
                  {"group", "SO3"},
                  {"parameters", {{"I1", "1"}, {"I2", "2"}, {"I3", "3"}}},
                  {"metric", {{"I1", "0", "0"}, {"0", "I2", "0"}, {"0", "0", "I3"}}},
                  {"constraint", {{"span", {{"1", "0", "0"}, {"0", "1", "0"}}}}}};
  const Json report = pieces_of(body, "I1,I2,I3");
  CHECK(yes(report, "q1") == Pieces{{"I2-I1"}});
  CHECK(yes(report, "eq_3_11") == Pieces{{"I2-I1"}});
  CHECK(yes(report, "cor_3_9").empty());
  CHECK(report["systems"][0]["nonzero"].size() == 3);
  CHECK(report["q1"].contains("certificate"));
}

TEST_CASE("the unicycle: always, and with a wheel that turns k times as fast") {
  const Json always = pieces_of(system_path("unicycle"), "m,J,I,R");
  CHECK(yes(always, "q1") == Pieces{{}});
  CHECK(yes(always, "cor_3_9") == Pieces{{}});
  CHECK(yes(always, "eq_3_11") == Pieces{{"R"}});
  Json geared = system_of("unicycle");
  geared["parameters"]["k"] = "2";
  geared["constraint"]["span"][0] = {"R", "0", "0", "k"};
  geared.erase("initial");
  const Json report = pieces_of(geared, "R,k");
  // R = 0 at k = 0 spans no plane: the pieces {k != 0} and {R = 0} are the first of them.
  CHECK(yes(report, "q1") == Pieces{{"| k"}});
  CHECK(yes(report, "integrable") == Pieces{{"R"}});
}

TEST_CASE("a piece of more than one equation: a body that is round about its third axis") {
  Json suslov = system_of("suslov");
  suslov["parameters"] = {{"I1", "2"}, {"I2", "3"}, {"I12", "1/5"}};
  suslov["metric"] = {{"I1", "I12", "0"}, {"I12", "I2", "0"}, {"0", "0", "4"}};
  suslov["constraint"]["span"] = {{"1", "0", "0"}, {"0", "1", "0"}};
  suslov.erase("initial");
  const Json report = pieces_of(suslov, "I1,I2,I12");
  CHECK(yes(report, "eq_3_11") == Pieces{{"I12", "I2-I1"}});
  CHECK(yes(report, "q1") == Pieces{{"I12", "I2-I1"}});
}

TEST_CASE("what a part leaves out is asked about, and what is left out there") {
  const Json body{
      {"schema", 1},
      {"name", "body"},
      {"group", "SO3"},
      {"parameters", {{"a", "1"}, {"b", "2"}, {"c", "3"}, {"d", "0"}, {"e", "0"}, {"f", "0"}}},
      {"metric", {{"a", "d", "e"}, {"d", "b", "f"}, {"e", "f", "c"}}},
      {"constraint", {{"span", {{"1", "0", "0"}, {"0", "1", "0"}}}}}};
  const Json report = pieces_of(body, "a,b,c,d,e,f");
  // d = e = f = 0, a = b lies in the second and the third, in neither of which f e + d b is not 0.
  CHECK(yes(report, "eq_3_11") ==
        Pieces{{"e", "d", "f^2+b^2-b*a"},
               {"e^2*d+d^3-f*e*a-d*b*a", "f^2*e+e*d^2+f*d*b", "| f*e+d*b"},
               {"f", "d", "e^2-b*a+a^2"}});
}

TEST_CASE("an ideal that works only where sections are many") {
  // The graph of a -> (p a1, q a2, r a3) on so(3): the second factor is an ideal beside it that works for p = q = r.
  const Json graph{{"schema", 1},
                   {"name", "graph"},
                   {"group", {"SO3", "SO3"}},
                   {"parameters", {{"p", "2"}, {"q", "3"}, {"r", "5"}}},
                   {"metric",
                    {{"1", "0", "0", "0", "0", "0"},
                     {"0", "1", "0", "0", "0", "0"},
                     {"0", "0", "1", "0", "0", "0"},
                     {"0", "0", "0", "1", "0", "0"},
                     {"0", "0", "0", "0", "1", "0"},
                     {"0", "0", "0", "0", "0", "1"}}},
                   {"constraint",
                    {{"span",
                      {{"1", "0", "0", "p", "0", "0"},
                       {"0", "1", "0", "0", "q", "0"},
                       {"0", "0", "1", "0", "0", "r"}}}}}};
  const Json answer = answer_to(pieces_of(graph, "p,q,r"), "cor_3_9");
  std::vector<Piece> pieces;
  for (const char* key : {"yes_iff", "undecided"})
    if (answer.contains(key))
      for (const auto& piece : answer[key]) pieces.push_back(piece["zero"].get<Piece>());
  for (auto& piece : pieces) std::sort(piece.begin(), piece.end());
  CHECK(std::count(pieces.begin(), pieces.end(), Piece{"q-p", "r-p"}) == 1);
}

TEST_CASE("structure constants with parameters form an algebra on a part of their space") {
  const Json family{
      {"schema", 1},
      {"name", "algebra"},
      {"algebra",
       {{"dim", 3},
        {"brackets",
         {{"1,2", {{"3", "a"}, {"1", "b"}}}, {"2,3", {{"1", "1"}}}, {"3,1", {{"2", "1"}}}}}}},
      {"parameters", {{"a", "1"}, {"b", "0"}}},
      {"metric", {{"1", "0", "0"}, {"0", "1", "0"}, {"0", "0", "1"}}},
      {"constraint", {{"span", {{"1", "0", "0"}, {"0", "1", "0"}}}}}};
  const Json report = pieces_of(family, "a,b");
  REQUIRE(report["systems"].size() == 1);
  CHECK(report["systems"][0]["zero"] == Json{"b"});
  CHECK(yes(report, "q1") == Pieces{{"b"}});
  CHECK(yes(report, "integrable") == Pieces{{"b", "a"}});
}

TEST_CASE("a potential keeps a multiplier on some of the pieces without it") {
  Json carriage = system_of("carriage_offset");
  carriage["parameters"]["A"] = "1";
  carriage["parameters"]["B"] = "2";
  carriage["potential"] = "A*cos(phi) + B*theta1*theta2";
  const Json report = pieces_of(carriage, "l,J,m,A,B");
  CHECK(yes(report, "q1") == Pieces{{"B", "A", "4*l^2-m*J-4*m-J-4"}, {"l"}});
  CHECK(yes(report, "cor_3_9") == Pieces{{"l", "A"}, {"l", "B"}});  // elsewhere an ideal on leaves

  Json unicycle = system_of("unicycle");
  for (const char* name : {"A", "B", "C"}) unicycle["parameters"][name] = "1";
  unicycle["potential"] = "A*x + B*cos(phi) + C*theta1";
  CHECK(yes(pieces_of(unicycle, "A,B,C,R"), "q1") == Pieces{{"A"}, {"R"}});
  CHECK(yes(pieces_of(unicycle, "A"), "q1") == Pieces{{"A"}});       // one parameter by pieces too
  unicycle["potential"] = "A*(cos(phi)^2 + sin(phi)^2) + B*theta1";  // equal as functions
  CHECK(yes(pieces_of(unicycle, "A,B"), "q1") == Pieces{{}});

  const Json body{{"schema", 1},
                  {"name", "body"},
                  {"group", "SO3"},
                  {"parameters", {{"I1", "2"}, {"I2", "3"}, {"A", "1"}, {"B", "1"}}},
                  {"metric", {{"I1", "0", "0"}, {"0", "I2", "0"}, {"0", "0", "5"}}},
                  {"potential", "A*R33 + B*R31^2"},
                  {"constraint", {{"span", {{"1", "0", "0"}, {"0", "1", "0"}}}}}};
  CHECK(yes(pieces_of(body, "I1,I2,A,B"), "q1") == Pieces{{"B", "I2-I1"}});
  // JR's potentials do not keep the multiplier, whatever the wheel.
  CHECK(yes(pieces_of(system_of("unicycle_potential"), "I,R,m"), "q1") == Pieces{{"R"}});
}

TEST_CASE("potentials that are no polynomials in the parameters are refused by name") {
  Json falling = system_of("unicycle_potential");
  for (const char* potential : {"exp(m*phi)", "cos(m + phi)", "phi/m"}) {
    falling["potential"] = potential;
    check_refused("check", falling, {"--vary", "m"}, "$.potential", "a polynomial in m");
  }
}

TEST_CASE("pieces with a potential say what check says at their parameters") {
  const TemporaryFolder folder;
  Json file = system_of("carriage_offset");
  file["potential"] = "A*cos(phi) + B*theta1*theta2";
  file.erase("initial");
  for (const auto& [l, a, b, expected] :
       {std::array{"3", "0", "0", "yes"}, std::array{"-3", "0", "0", "yes"},
        std::array{"3", "1", "0", "no"}, std::array{"3", "0", "1", "no"},
        std::array{"0", "1", "1", "yes"}, std::array{"2", "0", "0", "no"}}) {
    file["parameters"]["l"] = l;
    file["parameters"]["A"] = a;
    file["parameters"]["B"] = b;
    const auto run = run_command(folder, {"check", folder.write("at.json", file.dump()), "--json"});
    CHECK(Json::parse(run.out)["q1"]["answer"] == expected);
  }
  const Json pieces = pieces_of(file, "l,A,B");
  CHECK(yes(pieces, "q1") == Pieces{{"B", "A", "l+3"}, {"B", "A", "l-3"}, {"l"}});
}

/// A rolling wheel whose constraint has an offset: a belt of speed w under it, across the wheel or across the plane.
Json wheel_on_a_belt(const Json& offset) {
  Json wheel = system_of("unicycle");
  wheel["parameters"]["w"] = "1/2";
  wheel["constraint"]["offset"] = offset;
  wheel.erase("initial");
  return wheel;
}

TEST_CASE("an offset of the constraint keeps a multiplier on some pieces") {
  const Json across = pieces_of(wheel_on_a_belt({"0", "w", "0", "0"}), "m,J,I,R,w");
  CHECK(yes(across, "q1") == Pieces{{"R"}, {"w"}});
  CHECK(yes(across, "integrable") == Pieces{{"R"}});
  CHECK(across["conditions"].size() == 2);  // of d and g alone
  const Json belt = wheel_on_a_belt({"w*sin(phi)", "w*cos(phi)", "0", "0"});
  CHECK(yes(pieces_of(belt, "m,J,I,R,w"), "q1") == Pieces{{}});
  CHECK(yes(pieces_of(wheel_on_a_belt({"0", "w", "0", "0"}), "w"), "q1") == Pieces{{"w"}});
  // an offset that is 0 for the values of the file alone
  Json still = wheel_on_a_belt({"0", "w", "0", "0"});
  still["parameters"]["w"] = "0";
  CHECK(yes(pieces_of(still, "R,w"), "q1") == Pieces{{"R"}, {"w"}});
}

TEST_CASE("constraints that move are answered for generic places") {
  // The wheel's plane spanned by vectors that turn with the wheel is the same plane.
  Json turned = system_of("unicycle");
  turned["parameters"]["k"] = "2";
  turned["constraint"]["span"] = {{"R*cos(theta1)", "0", "-k*sin(theta1)", "cos(theta1)"},
                                  {"R*sin(theta1)", "0", "k*cos(theta1)", "sin(theta1)"}};
  turned.erase("initial");
  const Json wheel = pieces_of(turned, "m,J,I,R,k");
  CHECK(yes(wheel, "q1") == Pieces{{}});
  CHECK(wheel["conditions"].empty());
  const auto nonzero = wheel["systems"][0]["nonzero"].get<Piece>();
  CHECK(std::ranges::count(nonzero, "k") == 1);
  CHECK(yes(pieces_of(system_path("car"), "s,k,b,m,L"), "q1") == Pieces{{"L"}});
  CHECK(yes(pieces_of(system_path("ball_on_turntable"), "turn,slope"), "q1").empty());
  CHECK(yes(pieces_of(system_path("chaplygin_ball"), "I1,I2,I3,m,r"), "q1") ==
        Pieces{{"I3-I1", "I2-I1"}, {"r"}});
}

TEST_CASE("pieces with an offset or a D(x) say what check says at their parameters") {
  const TemporaryFolder folder;
  const auto answer = [&](Json file, const std::vector<std::pair<const char*, const char*>>& at) {
    for (const auto& [name, value] : at) file["parameters"][name] = value;
    file.erase("initial");
    const auto run = run_command(folder, {"check", folder.write("at.json", file.dump()), "--json"});
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    return Json::parse(run.out)["q1"]["answer"].get<std::string>();
  };
  const Json across = wheel_on_a_belt({"0", "w", "0", "0"}), ball = system_of("chaplygin_ball");
  CHECK(answer(across, {{"w", "1/2"}}) == "no");
  CHECK(answer(across, {{"w", "0"}}) == "yes");
  CHECK(answer(across, {{"R", "0"}}) == "yes");
  CHECK(answer(ball, {{"I1", "1"}, {"I2", "1"}, {"I3", "1"}}) == "yes");
  CHECK(answer(ball, {{"I1", "1"}, {"I2", "1"}, {"I3", "2"}}) == "no");
  CHECK(answer(ball, {{"r", "0"}}) == "yes");
}

TEST_CASE("a potential holds what an offset moves: scales of metric, potential and offset") {
  // A body turns about e1 while -w is prescribed about e2 and w R11 along a line: U holds the line where w^2 = A, with
  // M / k, A / 5 and w / (3 k) in place of M, A and w where 5 w^2 = 9 k^3 A.
  Json body{{"schema", 1},
            {"name", "body"},
            {"group", {"SO3", "R1"}},
            {"parameters", {{"A", "1"}, {"w", "1"}, {"k", "1"}}},
            {"metric",
             {{"2/k", "0", "0", "0"},
              {"0", "2/k", "0", "0"},
              {"0", "0", "1/k", "0"},
              {"0", "0", "0", "2/k"}}},
            {"potential", "A/5*R11^2"},
            {"constraint",
             {{"span", Json::array({{"1", "0", "0", "0"}})},
              {"offset", {"0", "-w/(3*k)", "0", "w/(3*k)*R11"}}}}};
  CHECK(yes(pieces_of(body, "A,w,k"), "q1") == Pieces{{"9*k^3*A-5*w^2"}, {"w"}});
  const TemporaryFolder folder;
  for (const auto& [a, k, expected] :
       {std::array{"5/9", "1", "yes"}, std::array{"5/72", "2", "yes"}, std::array{"1", "1", "no"},
        std::array{"5/71", "2", "no"}}) {
    body["parameters"]["A"] = a;
    body["parameters"]["k"] = k;
    const auto run = run_command(folder, {"check", folder.write("at.json", body.dump()), "--json"});
    CHECK(Json::parse(run.out)["q1"]["answer"] == expected);
  }
  // Solved for what the offset holds, which divides by other parameters: w = b v, and A = 5/9 (h q)^2.
  for (int i = 0; i < 4; ++i) body["metric"][i][i] = i == 2 ? "1" : "2";
  body["parameters"] = {{"v", "1"}, {"b", "1"}, {"h", "1"}, {"q", "2"}};
  body["potential"] = "h^2*q^2/9*R11^2";
  body["constraint"]["offset"] = {"0", "-b*v/3", "0", "b*v/3*R11"};
  CHECK(yes(pieces_of(body, "v,b,h,q"), "q1") == Pieces{{"b"}, {"q*h+v*b"}, {"q*h-v*b"}, {"v"}});
}

TEST_CASE("what one parameter leaves undecided over Q(a) the pieces decide where they are all") {
  const Json report = pieces_of(
      Json{
          {"schema", 1},
          {"name", "engel"},
          {"algebra", {{"dim", 4}, {"brackets", {{"1,3", {{"4", "-1"}}}, {"2,3", {{"1", "-1"}}}}}}},
          {"parameters", {{"a", "6"}}},
          {"metric",
           {{"1", "0", "0", "0"},
            {"0", "3/2", "0", "0"},
            {"0", "0", "a*a", "0"},
            {"0", "0", "0", "1"}}},
          {"constraint", {{"span", {{"1", "0", "0", "0"}, {"0", "1", "0", "0"}}}}}},
      "a");
  const Json ideals = answer_to(report, "cor_3_9")["ranges"];
  REQUIRE(ideals.size() == 1);
  CHECK(ideals[0]["answer"] == "fails");
}

TEST_CASE("what is too much over Q(a) the pieces decide in ranges of the line") {
  const Json screws = Json::parse(R"({"schema": 1, "name": "screws", "parameters": {"a": "2"},
    "algebra": {"dim": 6, "brackets": {"1,3": {"5": "-1"}, "1,6": {"2": "1"}, "2,4": {"5": "1"}, "2,6": {"1": "-1"},
      "3,4": {"6": "1"}, "3,5": {"1": "-1"}, "3,6": {"4": "-1"}, "4,5": {"2": "1"}, "4,6": {"3": "1"}}},
    "metric": [["1", "1", "0", "0", "0", "0"], ["1", "2", "0", "0", "0", "0"], ["0", "0", "3/2", "0", "0", "0"],
      ["0", "0", "0", "3/2", "0", "0"], ["0", "0", "0", "0", "2", "0"], ["0", "0", "0", "0", "0", "1"]],
    "constraint": {"span": [["0", "0", "0", "0", "1", "1"], ["0", "1", "a", "0", "0", "0"]]}})");
  const Json ranges = pieces_of(screws, "a")["q1"]["ranges"];
  REQUIRE(ranges.size() == 7);  // yes at -1 and at two roots of 9 a^4 - 4 a^2 - 8 a - 20
  for (std::size_t i = 0; i < 7; ++i) {
    CHECK(ranges[i]["point"] == (i % 2 == 1));
    CHECK(ranges[i]["answer"] == (i % 2 == 1 ? "yes" : "no"));
  }
  CHECK(ranges[3]["from"] == "-1");
  const double root = std::stod(ranges[5]["from"].get<std::string>());
  CHECK(9 * std::pow(root, 4) - 4 * root * root - 8 * root == doctest::Approx(20).epsilon(1e-14));
  // Where the metric is degenerate nothing is asked.
  Json plane =
      Json::parse(R"({"schema": 1, "name": "plane", "group": "SE2", "parameters": {"a": "7/3"},
    "metric": [["2", "0", "a+1"], ["0", "2", "1"], ["a+1", "1", "2"]],
    "constraint": {"span": [["1", "0", "0"], ["0", "1", "0"]]}})");
  const Json ideals = answer_to(pieces_of(plane, "a"), "cor_3_9")["ranges"];
  REQUIRE(ideals.size() == 5);
  for (std::size_t i = 0; i < 5; i += 2) CHECK(ideals[i]["answer"] == "fails");
  CHECK(ideals[1]["reason"] == "not a system: the metric is degenerate");  // (a + 1)^2 = 3
}

TEST_CASE(
    "where a coefficient of the metric on d is a curve that no parameter names, the search ends") {
  const Json report = pieces_of(
      Json{{"schema", 1},
           {"name", "curve"},
           {"group", {"SO3", "T1"}},
           {"parameters", {{"a", "5/7"}, {"b", "11/3"}}},
           {"metric",
            {{"b", "0", "0", "0"},
             {"0", "a", "0", "0"},
             {"0", "0", "a", "0"},
             {"0", "0", "0", "1"}}},
           {"constraint", {{"span", {{"1", "0", "a+b", "0"}, {"0", "b*R23", "b", "1"}}}}}},
      "a,b");
  CHECK(report["q1"].contains("undecided"));
}

TEST_CASE("offsets and constraints that are not covered are refused by name") {
  const auto refused = [](const Json& system, const std::string& place, const std::string& part) {
    check_refused("check", system, {"--vary", "R,w"}, place, part);
  };
  refused(wheel_on_a_belt({"0", "w*t", "0", "0"}), "$.constraint.offset[1]", "names t");
  refused(wheel_on_a_belt({"0", "w/(2+cos(phi))", "0", "0"}), "$.constraint.offset[1]",
          "a polynomial, or one divided by others in the parameters alone, in w, R");
  refused(wheel_on_a_belt({"exp(phi)", "0", "0", "0"}), "$.constraint.offset[0]", "in w, R");
  Json moving = wheel_on_a_belt({"0", "w", "0", "0"});
  moving["constraint"]["span"][1][2] = "2 + cos(w*phi)";
  refused(moving, "$.constraint.span[1][2]", "a quotient of polynomials in w, R");
}

#else

TEST_CASE("without FLINT the answer names its package") {
  const TemporaryFolder folder;
  const auto result = run_command(folder, {"check", system_path("unicycle"), "--vary", "m,J"});
  CHECK(result.status == 2);
  CHECK(result.err.find("libflint-dev") != std::string::npos);
}

#endif

TEST_CASE("names of parameters are refused where they have no meaning") {
  const TemporaryFolder folder;
  for (const std::string bad : {"m,", "m,,J", "m,nothing", "m,m", "m,phi"}) {
    CAPTURE(bad);
    const auto result = run_command(folder, {"check", system_path("unicycle"), "--vary", bad});
    CHECK(result.status == 2);
    CHECK(result.out.empty());
    CHECK(result.err.find("--vary") != std::string::npos);
  }
}
