// Certificates of the conditions in parameters: each piece is proved, and what is not so cannot be.
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "family_certificate.hpp"

namespace {

Json report_on(const TemporaryFolder& folder, const Family& family) {
  const auto run =
      run_unhurried(folder, {"check", family.file, "--vary", family.parameters, "--json"});
  REQUIRE(run.status == 0);
  return Json::parse(run.out);
}

Json& condition(Json& certificate, const std::string& id) {
  for (auto& answer : certificate["conditions"])
    if (answer["id"] == id) return answer;
  FAIL("no " << id);
  return certificate;
}

Json identity(int n) {
  Json rows = Json::array();
  for (int i = 0; i < n; ++i) {
    rows.push_back(Json(std::vector<std::string>(static_cast<std::size_t>(n), "0")));
    rows.back()[static_cast<std::size_t>(i)] = "1";
  }
  return rows;
}

/// Codimension 4: an ideal beside the central e1 has e4 + p e1 and e4 + q e1, so there is one iff p = q.
Family two_brackets(const TemporaryFolder& folder) {
  const Json system{
      {"schema", 1},
      {"name", "two_brackets"},
      {"algebra",
       {{"dim", 5},
        {"brackets", {{"2,3", {{"4", "1"}, {"1", "p"}}}, {"2,5", {{"4", "1"}, {"1", "q"}}}}}}},
      {"parameters", {{"p", "2"}, {"q", "3"}}},
      {"metric", identity(5)},
      {"constraint", {{"span", Json::array({identity(5)[0]})}}}};
  return {folder.write("two_brackets.json", system.dump()), "p,q"};
}

/// With an offset across the wheel.
Family wheel_on_a_belt(const TemporaryFolder& folder) {
  Json wheel = Json::parse(read_file(system_path("unicycle")));
  wheel["parameters"]["w"] = "1/2";
  wheel["constraint"]["offset"] = {"0", "w", "0", "0"};
  wheel.erase("initial");
  return {folder.write("belt.json", wheel.dump()), "R,m,w"};
}

}  // namespace

TEST_CASE("each piece of each condition is proved, and is the one of the search") {
  const TemporaryFolder folder;
  for (const Family& family :
       {Family{system_path("carriage_offset"), "l,J,m"},
        Family{system_path("carriage_offset"), "m,m0,J,J2,R,c,l"},
        Family{system_path("unicycle"), "m,J,I,R"}, two_brackets(folder),
        Family{system_path("unicycle_potential"), "I,R,m"}, wheel_on_a_belt(folder),
        Family{system_path("car"), "s,L"}, Family{system_path("chaplygin_ball"), "I1,I2,I3"}}) {
    CAPTURE(family.file);
    Json whole = certificate_of(folder, family);
    const Json report = report_on(folder, family);
    Json answers = report["conditions"];
    answers.push_back(report["q1"]);
    answers.back()["id"] = "q1";
    for (const auto& answer : answers) {
      CAPTURE(answer["id"]);
      REQUIRE(!answer.contains("undecided"));
      const Json& proved = answer["id"] == "q1" ? whole : condition(whole, answer["id"]);
      Json pieces = Json::array();
      for (const auto& piece : answer["yes_iff"])
        pieces.push_back({{"zero", piece["zero"]}, {"nonzero", piece["nonzero"]}});
      CHECK(proved["yes_iff"] == pieces);
      CHECK(proved["without_certificate"].empty());
      CHECK(!proved["parts"].empty());
    }
    const std::string file = folder.write("whole.json", whole.dump());
    const auto again = run_unhurried(folder, {"verify", family.file, file, "--json"});
    CAPTURE(again.err);
    REQUIRE(again.status == 0);
    const Json verified = Json::parse(again.out);
    for (std::size_t i = 0; i < report["conditions"].size(); ++i)
      CHECK(verified["conditions"][i]["yes_iff"].size() ==
            report["conditions"][i]["yes_iff"].size());
  }
}

TEST_CASE("an ideal is refuted by the equations of all sections") {
  const TemporaryFolder folder;
  const Family family = two_brackets(folder);
  const Json whole = certificate_of(folder, family);
  Json copy = whole;
  const Json proof = condition(copy, "cor_3_9")["parts"][0]["no_ideal"];
  REQUIRE(proof["free"].size() == 4);
  REQUIRE(proof["steps"].size() == 1);
  const auto refused = [&](const auto& alter) {
    Json other = whole;
    alter(condition(other, "cor_3_9")["parts"][0]);
    return is_refused(family, other);
  };
  // Sections fewer than there are: the one that is left would not be ideal for any p.
  CHECK(refused([](Json& part) {
    part["no_ideal"]["free"].erase(2);
    part["no_ideal"]["directions"].erase(2);
    part["no_ideal"]["steps"] = Json::array();
  }));
  CHECK(refused([](Json& part) { part["no_ideal"]["rows"] = Json::array(); }));
  CHECK(refused([](Json& part) { part["no_ideal"]["momentum"][0][0] = "2"; }));
  CHECK(refused([](Json& part) { part["no_ideal"]["directions"][2][0][3] = "0"; }));
  CHECK(refused([](Json& part) { part["no_ideal"]["directions"][2][0][0] = "1"; }));
  CHECK(refused([](Json& part) { part["no_ideal"]["steps"][0]["unknown"] = 1; }));
  CHECK(refused([](Json& part) { part["no_ideal"]["steps"] = Json::array(); }));
  CHECK(refused([](Json& part) { part["exceptions"] = Json::array(); }));
  CHECK(!refused([](Json& part) { part["no_ideal"]["momentum"][0][3] = "7*p"; }));  // of them too
}

TEST_CASE(
    "a section proves no ideal, an ideal of a part not one of all, and signs decide nothing") {
  const TemporaryFolder folder;
  const Family family{system_path("carriage_offset"), "l,J,m"};
  const Json whole = certificate_of(folder, family);
  Json copy = whole;
  const auto part_of = [](Json& certificate, const char* id, const std::string& name) -> Json& {
    for (auto& part : condition(certificate, id)["parts"])
      if (part["part"] == name) return part;
    FAIL("no part " << name);
    return certificate;
  };
  const std::string second = "4*l^2-m*J-4*m-J-4;";
  const Json section = part_of(copy, "linear_section", second)["section"],
             ideal = part_of(copy, "cor_3_9", "l;")["section"];
  const auto claimed = [&](const char* id, const std::string& name, const Json& evidence) {
    Json other = whole;
    Json& part = part_of(other, id, name);
    part.erase("no_ideal");
    part.erase("contradiction");
    part["answer"] = "yes";
    part["reason"] = std::string(id) == "cor_3_9"      ? "an ideal complementary to d works"
                     : std::string(id) == "eq_3_11"    ? "S vanishes"
                     : std::string(id) == "integrable" ? "[d,d] lies in d"
                                                       : "a section linear in u";
    part["exceptions"] = Json::array();
    if (!evidence.is_null()) part["section"] = evidence;
    return other;
  };
  const auto unproved = [&](const Json& certificate) {
    return refusal_of(family, certificate).find("does not prove it") != std::string::npos;
  };
  CHECK(unproved(claimed("cor_3_9", second, section)));
  CHECK(unproved(claimed("cor_3_9", "", ideal)));
  CHECK(unproved(claimed("linear_section", "", ideal)));
  CHECK(unproved(claimed("eq_3_11", "", nullptr)));
  CHECK(unproved(claimed("integrable", "", nullptr)));
  CHECK(!is_refused(family, claimed("cor_3_9", "l;", ideal)));
}
