// Certificates of families: what refutes on a part refutes on those that lie in it, and where no multiplier but 0 is
// possible (3.11) decides.
#include <string>

#include "family_certificate.hpp"

namespace {

/// Planes of Engel's algebra in a basis of long numbers: Q1 is no on each, also at the four planes at the roots of an
/// irreducible polynomial on which the first refutation says nothing for some velocities.
Family planes(const TemporaryFolder& folder) {
  return {folder.write("planes.json",
                       R"json({"schema": 1, "name": "planes", "algebra": {"dim": 4, "brackets": {
    "1,2": {"1": "132/13", "2": "36/13", "3": "-46/13", "4": "40/13"},
    "1,3": {"1": "132/13", "2": "36/13", "3": "-46/13", "4": "40/13"},
    "1,4": {"1": "33/13", "2": "9/13", "3": "-23/26", "4": "10/13"},
    "2,3": {"1": "382/13", "2": "322/39", "3": "-410/39", "4": "352/39"},
    "2,4": {"1": "68", "2": "56/3", "3": "-143/6", "4": "62/3"},
    "3,4": {"1": "1577/26", "2": "1295/78", "3": "-827/39", "4": "718/39"}}},
    "metric": [["0", "-1", "2", "0"], ["-1", "-1", "1/2", "2"], ["2", "1/2", "0", "-1/2"], ["0", "2", "-1/2", "1"]],
    "parameters": {"p": "0"},
    "constraint": {"span": [["0", "1", "p", "0"], ["0", "0", "0", "1"]]}})json"),
          "p"};
}

Json* part_with(Json& certificate, const char* evidence) {
  for (auto& part : certificate["parts"])
    if (part.contains(evidence)) return &part;
  return nullptr;
}

}  // namespace

TEST_CASE(
    "a refutation of a larger part refutes where what it reads is not 0, at irrational numbers "
    "too") {
  const TemporaryFolder folder;
  const Family family = planes(folder);
  const Json whole = certificate_of(folder, family);
  CHECK(whole["yes_iff"].empty());
  CHECK(whole["without_certificate"].empty());
  REQUIRE(!is_refused(family, whole));
  Json other = whole;
  Json* const part = part_with(other, "refuted_on");
  REQUIRE(part != nullptr);
  for (const Json& place : {Json("p;"), Json((*part)["part"]), Json(7), Json(nullptr)}) {
    CAPTURE(place);
    (*part)["refuted_on"] = place;
    CHECK(is_refused(family, other));
  }
  // The refutation of the largest part leaves out just where it is 0.
  other = whole;
  int with_exceptions = 0;
  for (auto& smaller : other["parts"])
    if (smaller.contains("refuted_on") && !smaller["exceptions"].empty()) {
      smaller["exceptions"] = Json::array();
      CHECK(is_refused(family, other));
      ++with_exceptions;
    }
  CHECK(with_exceptions > 0);
  other = whole;
  Json& largest = other["parts"][0];
  REQUIRE(largest["part"] == "");
  largest.erase("refutation");
  largest["refuted_on"] = "";
  CHECK(is_refused(family, other));  // by itself
}

TEST_CASE(
    "where D and [a, D] span the algebra generic motions have a multiplier iff they are free") {
  const TemporaryFolder folder;
  const Json body{{"schema", 1},
                  {"name", "body"},
                  {"group", "SO3"},
                  {"parameters", {{"I1", "1"}, {"p", "0"}}},
                  {"metric", {{"I1", "0", "0"}, {"0", "2", "0"}, {"0", "0", "3"}}},
                  {"constraint", {{"span", {{"1", "0", "p"}, {"0", "1", "0"}}}}}};
  const Family family{folder.write("body.json", body.dump()), "I1,p"};
  const Json whole = certificate_of(folder, family);
  Json other = whole;
  Json* const part = part_with(other, "no_multiplier");
  REQUIRE(part != nullptr);
  Json& subalgebra = (*part)["no_multiplier"]["subalgebra"];
  const Json known = subalgebra;
  subalgebra.erase(2);  // d alone, which brackets leave
  CHECK(is_refused(family, other));
  subalgebra = known;
  subalgebra[2] = known[1];
  CHECK(is_refused(family, other));
  subalgebra = known;
  subalgebra.push_back(known[0]);
  CHECK(is_refused(family, other));
  subalgebra = Json::array();
  CHECK(is_refused(family, other));
  // With a metric that has (3.11) there are multipliers, and the same evidence proves nothing.
  Json round = body;
  round["metric"] = {{"I1", "0", "0"}, {"0", "I1", "0"}, {"0", "0", "I1"}};
  const Family all{folder.write("round.json", round.dump()), "I1,p"};
  Json forged = certificate_of(folder, all);
  CHECK(forged["yes_iff"].size() == 1);
  forged["parts"] = Json::array({whole["parts"][0]});
  REQUIRE(forged["parts"][0].contains("no_multiplier"));
  forged["parts"][0]["exceptions"] = Json::array();
  forged["yes_iff"] = Json::array();
  forged["certificate_for"] = "body";
  CHECK(is_refused(all, forged));
}

TEST_CASE(
    "motions that are not free may have multipliers where D and [a, D] do not span the algebra") {
  const TemporaryFolder folder;
  const Family family{system_path("unicycle"), "m,R"};
  Json forged = certificate_of(folder, family);
  CHECK(forged["yes_iff"].size() == 1);
  const Json unit{
      {"1", "0", "0", "0"}, {"0", "1", "0", "0"}, {"0", "0", "1", "0"}, {"0", "0", "0", "1"}};
  forged["parts"] =
      Json::array({{{"part", ""},
                    {"answer", "no"},
                    {"reason", "no multiplier satisfies the equations along generic motions"},
                    {"exceptions", {"R"}},
                    {"no_multiplier", {{"subalgebra", unit}}}}});
  forged["yes_iff"] = Json::array();
  CHECK(refusal_of(family, forged).ends_with("with evidence that does not prove it"));
}
