// Certificates of checks tell nothing that nobody compares: every leaf is altered, and what is still accepted is
// another witness.
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/algebra/rational_text.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/certificate.hpp>
#include <hamel/io/report.hpp>
#include <hamel/io/system_file.hpp>

#include "../paths.hpp"

using Json = nlohmann::ordered_json;

namespace {

/// The places of all leaves.
void leaves_in(const Json& node, const Json::json_pointer& at,
               std::vector<Json::json_pointer>& all) {
  if (!node.is_structured()) all.push_back(at);
  if (node.is_array())
    for (std::size_t i = 0; i < node.size(); ++i) leaves_in(node[i], at / i, all);
  if (node.is_object())
    for (const auto& [key, value] : node.items()) leaves_in(value, at / key, all);
}

/// Another value of the same kind.
Json altered(const Json& leaf) {
  if (leaf.is_boolean()) return !leaf.get<bool>();
  if (leaf.is_number()) return leaf.get<int>() + 1;
  const auto number = hamel::try_parse_rational(leaf.get<std::string>());
  return number ? Json((*number + hamel::Rational(1)).str()) : Json(leaf.get<std::string>() + "?");
}

bool is_accepted(const hamel::SystemFile& file, const std::string& text) {
  try {
    hamel::verify_certificate(file, text);
    return true;
  } catch (const hamel::InputError&) {
    return false;
  }
}

/// Fields of which other values prove the same answer, and why.
const std::map<std::string, std::string> other_witnesses{
    {"a", "any vectors of d whose bracket shows it"},
    {"b", "the same"},
    {"c", "the same"},
    {"a1", "the same"},
    {"a2", "the same"},
    {"a3", "the same"},
    {"start", "a combination that contradicts at other starts too"},
    {"combination", "multiples of equations 0 = 0"},
    {"kernel", "other vectors that solve the equations"},
    {"ideal", "another ideal, or another basis of it"},
    {"closure", "another basis of the Lie closure"},
    {"momenta", "another basis of the gauge momenta"},
    {"null_vector", "another one"},
    {"perp", "another basis of d_perp where Lambda is 0"},
    {"complement", "another basis"},
    {"momentum", "another section"},
    {"numerator", "another multiplier"},
    {"denominator", "any where the numerator is 0"},
    {"degree", "on a line v^2/v is v"},
    {"subspace", "another basis of the hull"},
    {"section", "another section"},
    {"point", "another start whose equations contradict each other"},
    {"u", "the same"},
    {"tangent", "another value of the number that a symbol stands for"},
};

}  // namespace

TEST_CASE("a leaf of a certificate that is altered is refused, or it is another witness") {
  int leaves = 0, accepted = 0;
  for (const std::string name :
       {"chaplygin_skate", "carriage_offset", "car", "suslov", "unicycle", "unicycle_potential",
        "z2_so4", "chaplygin_sleigh", "heisenberg", "skate_on_incline", "chart_sleigh"}) {
    CAPTURE(name);
    const auto file = hamel::read_system_file(paths::systems() + "/" + name + ".json");
    const Json whole = Json::parse(hamel::certificate_of(file, hamel::report_on(file)));
    REQUIRE(is_accepted(file, whole.dump()));
    std::vector<Json::json_pointer> places;
    leaves_in(whole, Json::json_pointer(""), places);
    for (const auto& place : places) {
      Json other = whole;
      other[place] = altered(whole[place]);
      ++leaves;
      if (!is_accepted(file, other.dump())) continue;
      ++accepted;
      const std::string where = place.to_string();
      CAPTURE(where);
      const auto at = where.find("/evidence/");
      const auto from = at + std::string("/evidence/").size();
      const std::string field =
          at == std::string::npos ? where : where.substr(from, where.find('/', from) - from);
      CAPTURE(field);
      CHECK(other_witnesses.contains(field));
    }
  }
  CHECK(leaves > 1000);
  CHECK(accepted < leaves / 3);
}

TEST_CASE("a field that no proof reads is refused") {
  const auto file = hamel::read_system_file(paths::systems() + "/carriage_offset.json");
  const Json whole = Json::parse(hamel::certificate_of(file, hamel::report_on(file)));
  for (std::size_t i = 0; i < whole["verdicts"].size(); ++i) {
    Json other = whole;
    other["verdicts"][i]["evidence"]["remark"] = "of no use";
    CHECK(!is_accepted(file, other.dump()));
  }
}
