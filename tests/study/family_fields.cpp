// Certificates of `check --vary` tell nothing that nobody compares: what is altered is refused, or it proves the same
// answer.
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/algebra/rational_text.hpp>

#include "family_certificate.hpp"

using Json = nlohmann::ordered_json;

namespace {

/// The places of all leaves, and of all entries of lists and objects.
void places_in(const Json& node, const Json::json_pointer& at,
               std::vector<Json::json_pointer>& leaves, std::vector<Json::json_pointer>& entries) {
  if (!node.is_structured()) leaves.push_back(at);
  if (node.is_array())
    for (std::size_t i = 0; i < node.size(); ++i) {
      entries.push_back(at / i);
      places_in(node[i], at / i, leaves, entries);
    }
  if (node.is_object())
    for (const auto& [key, value] : node.items()) {
      entries.push_back(at / key);
      places_in(value, at / key, leaves, entries);
    }
}

/// Other values of the same kind.
std::vector<Json> others(const Json& leaf) {
  if (leaf.is_number()) return {leaf.get<int>() + 1, leaf.get<int>() - 1};
  const std::string text = leaf.get<std::string>();
  if (text == "yes") return {"no"};
  if (text == "no") return {"yes"};
  if (text == "0") return {"1", "u1"};
  return {"0", text + "+1", "-" + text, text + "?"};
}

/// The names on the way to a place, without numbers.
std::string field_of(const Json::json_pointer& place) {
  std::string field;
  for (Json::json_pointer at = place; !at.empty(); at = at.parent_pointer())
    if (at.back().find_first_not_of("0123456789") != std::string::npos)
      field = at.back() + (field.empty() ? "" : "/" + field);
  return field;
}

std::vector<Family> families(const TemporaryFolder& folder) {
  Json geared = Json::parse(read_file(system_path("unicycle")));
  geared["parameters"]["k"] = "2";
  geared["constraint"]["span"][0] = {"R", "0", "0", "k"};
  geared.erase("initial");
  const Json body{{"schema", 1},
                  {"name", "body"},
                  {"group", "SO3"},
                  {"parameters", {{"I1", "1"}, {"I2", "2"}, {"p", "0"}}},
                  {"metric", {{"I1", "0", "0"}, {"0", "I2", "0"}, {"0", "0", "3"}}},
                  {"constraint", {{"span", {{"1", "0", "p"}, {"0", "1", "0"}}}}}};
  Json falling = Json::parse(read_file(system_path("unicycle")));
  falling["parameters"]["A"] = "1";
  falling["potential"] = "A*x + cos(phi)";
  Json belt = Json::parse(read_file(system_path("unicycle")));
  belt["parameters"]["w"] = "1";
  belt["constraint"]["offset"] = {"0", "w", "0", "0"};
  belt.erase("initial");
  Json rubbing = Json::parse(read_file(system_path("unicycle")));
  rubbing["parameters"]["k"] = "1";
  rubbing["force"] = {"-k*a1", "0", "k*a3^2/R", "0"};
  rubbing.erase("initial");
  return {{folder.write("rubbing.json", rubbing.dump()), "k"},
          {folder.write("falling.json", falling.dump()), "A"},
          {folder.write("belt.json", belt.dump()), "w"},
          {system_path("car"), "L"},
          {system_path("carriage_offset"), "l,J,m"},
          {system_path("carriage_offset"), "l"},
          {folder.write("geared.json", geared.dump()), "R,k"},
          {folder.write("body.json", body.dump()), "I1,I2,p"}};
}

}  // namespace

TEST_CASE("what is altered in a certificate of a family is refused, or is another witness") {
  // Multiples of rows, and of those that read 0 = 0; the same row as the derivative of another; sections that differ by
  // what vanishes on the leaf, or by others; the same part of a section left free; an exception that is named twice; a
  // minor at other places, for another subalgebra of its dimension; another basis of Lie(d). Without its digest a
  // certificate is of no file.
  const std::set<std::string> other_witnesses{"sha256",
                                              "parts/refutation/combination",
                                              "parts/refutation/rows/w",
                                              "parts/refutation/rows/from",
                                              "parts/refutation/places",
                                              "parts/refutation/subalgebra",
                                              "parts/no_multiplier/subalgebra",
                                              "parts/section/momentum",
                                              "parts/section/subalgebra",
                                              "parts/section/denominator",
                                              "parts/exceptions",
                                              "conditions/parts/section/momentum",
                                              "conditions/parts/section/denominator",
                                              "conditions/parts/contradiction",
                                              "conditions/parts/contradiction/row",
                                              "conditions/parts/contradiction/times",
                                              "conditions/parts/no_ideal/momentum",
                                              "conditions/parts/no_ideal/denominator",
                                              "conditions/parts/no_ideal/rows",
                                              "conditions/parts/exceptions"};
  const TemporaryFolder folder;
  int refused = 0;
  for (const auto& family : families(folder)) {
    CAPTURE(family.parameters);
    const Json whole = certificate_of(folder, family);
    REQUIRE(!is_refused(family, whole));
    std::vector<Json::json_pointer> leaves, entries;
    places_in(whole, Json::json_pointer(""), leaves, entries);
    if (family.parameters.size() > 3)  // of the conditions those in fewer parameters are altered
      for (auto* places : {&leaves, &entries})
        std::erase_if(*places, [](const auto& place) {
          return place.to_string().starts_with("/conditions/");
        });
    const auto look = [&](const Json::json_pointer& place, const Json& other) {
      if (is_refused(family, other)) {
        ++refused;
        return;
      }
      const std::string where = place.to_string();
      CAPTURE(where);
      CHECK(other_witnesses.contains(field_of(place)));
      CHECK(other["yes_iff"] == whole["yes_iff"]);
      for (std::size_t i = 0; whole.contains("conditions") && i < whole["conditions"].size(); ++i)
        CHECK(other["conditions"][i]["yes_iff"] == whole["conditions"][i]["yes_iff"]);
    };
    for (const auto& place : leaves)
      for (const auto& value : others(whole[place])) {
        Json other = whole;
        other[place] = value;
        look(place, other);
      }
    for (const auto& place : entries) {
      Json other = whole;
      Json& parent = other[place.parent_pointer()];
      if (parent.is_array())
        parent.erase(std::stoul(place.back()));
      else
        parent.erase(place.back());
      look(place, other);
      if (!whole[place.parent_pointer()].is_array()) continue;
      other = whole;
      other[place.parent_pointer()].push_back(whole[place]);
      look(place, other);
    }
    for (const auto& place : entries) {
      if (!whole[place].is_object()) continue;
      Json other = whole;
      other[place]["remark"] = "of no use";
      CAPTURE(place.to_string());
      CHECK(is_refused(family, other));
    }
  }
  CHECK(refused > 500);
}

TEST_CASE("a section that divides by 0, or moves with the velocity, proves nothing") {
  const TemporaryFolder folder;
  for (const auto& family : families(folder)) {
    const Json whole = certificate_of(folder, family);
    for (std::size_t i = 0; i < whole["parts"].size(); ++i) {
      const auto with = [&](const std::string& momentum, const std::string& denominator) {
        Json other = whole;
        Json& part = other["parts"][i];
        for (const char* proof : {"refutation", "no_multiplier", "refuted_on"}) part.erase(proof);
        part["answer"] = "yes";
        part["reason"] = "a section linear in u";
        Json rows = Json::array();
        const Json& known = whole["parts"][0];
        const std::size_t n = known.contains("section") ? known["section"]["momentum"][0].size()
                              : known.contains("no_multiplier")
                                  ? known["no_multiplier"]["subalgebra"][0].size()
                                  : known["refutation"]["rows"][0]["w"].size() - 1;
        for (std::size_t k = 0; k < n; ++k) {
          rows.push_back(Json(std::vector<std::string>(n, "0")));
          rows.back()[k] = "1";
        }
        const Json span = Json::parse(read_file(family.file))["constraint"]["span"];
        part["section"] = {{"momentum", Json(std::vector<std::vector<std::string>>(
                                            span.size(), std::vector<std::string>(n, momentum)))},
                           {"denominator", denominator},
                           {"subalgebra", rows}};
        return other;
      };
      CHECK(is_refused(family, with("0", "0")));
      CHECK(is_refused(family, with("u1", "u1")));
      CHECK(is_refused(family, with("u1-u1", "0")));
      Json other = whole;
      for (const char* place : {"u1", "0", "1", "t1"}) {
        other["parts"][i]["exceptions"] = Json::array({place});
        CHECK(is_refused(family, other));
      }
    }
  }
}

TEST_CASE("a minor on a space that velocities do not carry into itself proves nothing") {
  const TemporaryFolder folder;
  const Family family{system_path("car"), "L"};
  const Json whole = certificate_of(folder, family);
  REQUIRE(whole["parts"][0]["refutation"].contains("columns"));
  const std::size_t n = whole["parts"][0]["refutation"]["subalgebra"].size();
  // One row less, one vector less, and a determinant of what is left.
  Json other = whole;
  Json& refutation = other["parts"][0]["refutation"];
  refutation["rows"].erase(n);
  for (std::size_t vector = 0; vector < n; ++vector)
    for (std::size_t column = 0; column < n; ++column) {
      CAPTURE(vector);
      CAPTURE(column);
      refutation["subalgebra"] = whole["parts"][0]["refutation"]["subalgebra"];
      refutation["subalgebra"].erase(vector);
      refutation["columns"] = whole["parts"][0]["refutation"]["columns"];
      refutation["columns"].erase(column);
      CHECK(is_refused(family, other));
    }
}

namespace {

/// With this part alone, and the answer of Q1 that it would mean.
Json forged(Json certificate, const Json& yes_iff, Json part) {
  part["part"] = "";
  part["exceptions"] = Json::array();
  certificate["yes_iff"] = yes_iff;
  certificate["parts"] = Json::array({part});
  return certificate;
}

/// What is found is no proof; nothing else is wrong with it, where it is of no file.
void check_no_proof(const Family& family, Json certificate) {
  certificate.erase("sha256");
  const std::string found = refusal_of(family, certificate);
  CAPTURE(found);
  CHECK(found.ends_with("with evidence that does not prove it"));
}

}  // namespace

TEST_CASE("a row that is divided by 0 proves nothing") {
  const TemporaryFolder folder;
  const Json line = Json::parse(R"json({"schema": 1, "name": "line", "group": "R2",
    "parameters": {"w": "1"}, "metric": [["1", "0"], ["0", "1"]],
    "constraint": {"span": [["1", "0"]], "offset": ["0", "w"]}})json");
  const Family family{folder.write("line.json", line.dump()), "w"};
  const Json whole = certificate_of(folder, family);
  REQUIRE(whole["parts"][0]["answer"] == "yes");
  // <mu, e1> = 0 has the derivative 0 = 0, which is 0 times anything.
  const Json part = Json::parse(R"json({"answer": "no",
    "reason": "no multiplier satisfies the equations along generic motions",
    "refutation": {"rows": [{"from": -1, "w": ["1", "0", "0"], "divisor": "2"},
                            {"from": 0, "w": ["0", "0", "1"], "divisor": "0"}],
                   "subalgebra": [["1", "0"]], "columns": [1], "places": [[1, 1]]}})json");
  check_no_proof(family, forged(whole, Json::array(), part));
}

TEST_CASE("a proof about one force proves nothing about another") {
  const TemporaryFolder folder;
  const auto under = [&](const std::string& name, const Json& force) {
    Json wheel = Json::parse(read_file(system_path("unicycle")));
    wheel["parameters"]["k"] = "1";
    wheel["force"] = force;
    wheel.erase("initial");
    return Family{folder.write(name, wheel.dump()), "k"};
  };
  const Family turning = under("turning.json", {"0", "0", "-k*a3", "0"}),
               sliding = under("sliding.json", {"-k*a1", "0", "0", "0"}),
               pushed = under("pushed.json", {"-k*a1^2", "0", "0", "0"});
  const Json section = certificate_of(folder, turning),
             refutation = certificate_of(folder, sliding);
  REQUIRE(section["parts"][0]["answer"] == "yes");
  REQUIRE(refutation["parts"][0]["answer"] == "no");
  REQUIRE(!is_refused(turning, section));
  REQUIRE(!is_refused(sliding, refutation));
  check_no_proof(sliding, section);
  check_no_proof(pushed, section);
  check_no_proof(turning, refutation);
  check_no_proof(pushed, refutation);
}

TEST_CASE("a section on a space that velocities do not carry into itself proves nothing") {
  const TemporaryFolder folder;
  const Json body{{"schema", 1},
                  {"name", "body"},
                  {"group", "SO3"},
                  {"parameters", {{"I1", "1"}, {"I2", "2"}}},
                  {"metric", {{"I1", "0", "0"}, {"0", "I2", "0"}, {"0", "0", "3"}}},
                  {"constraint", {{"span", {{"1", "0", "0"}, {"0", "1", "0"}}}}}};
  const Family family{folder.write("body.json", body.dump()), "I1,I2"};
  const Json whole = certificate_of(folder, family);
  REQUIRE(whole["parts"][0]["answer"] == "no");
  const Json always = Json::array({{{"zero", Json::array()}, {"nonzero", Json::array()}}});
  const Json d = body["constraint"]["span"];
  for (const Json& space : {Json::array(), Json::array({d[0]}), Json::array({d[1]}), d}) {
    CAPTURE(space);
    // M D u is one on D, were D an algebra.
    const Json part{{"answer", "yes"},
                    {"reason", "a section linear in u"},
                    {"section",
                     {{"momentum", {{"I1", "0", "0"}, {"0", "I2", "0"}}},
                      {"denominator", "1"},
                      {"subalgebra", space}}}};
    check_no_proof(family, forged(whole, always, part));
  }
}
