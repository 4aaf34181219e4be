// Certificates made to cost: whatever they hold, they are refused, soon.
#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "family_certificate.hpp"

namespace {

/// Strings that a reader of numbers, names or polynomials may meet.
std::vector<std::string> hostile_texts() {
  const std::string digits(60'000, '9');
  std::string sum = "l", product = "l";
  for (int k = 0; k < 20'000; ++k) {
    sum += "+" + std::to_string(k) + "*l^" + std::to_string(k % 900) + "*J";
    product += "*l^999";
  }
  return {digits,
          digits + "/" + digits,
          "1/0",
          "1e999999999",
          "-",
          "",
          "l^999999999999999999999",
          "l^999*J^999*m^999+1",
          "l^" + digits,
          std::string(40'000, '9') + "^999",
          "2^999^999",
          sum,
          product,
          std::string(100'000, '('),
          std::string(100'000, '-'),
          std::string(1'000'000, 'x'),
          "x1+x99999999999",
          std::string("l\0J", 3)};
}

/// The places of strings, one for each name of a field.
std::vector<Json::json_pointer> places_of(const Json& certificate) {
  std::vector<Json::json_pointer> places;
  std::vector<std::string> seen;
  const auto visit = [&](const auto& self, const Json& node, const Json::json_pointer& at,
                         const std::string& field) -> void {
    if (node.is_object())
      for (const auto& [key, value] : node.items()) self(self, value, at / key, field + "/" + key);
    if (node.is_array())
      for (std::size_t i = 0; i < node.size(); ++i) self(self, node[i], at / i, field);
    if (node.is_structured()) return;
    if (std::find(seen.begin(), seen.end(), field) != seen.end()) return;
    seen.push_back(field);
    places.push_back(at);
  };
  visit(visit, certificate, Json::json_pointer(""), "");
  return places;
}

int status_of(const TemporaryFolder& folder, const std::string& file, const std::string& text) {
  const auto run =
      run_command(folder, {"verify", file, folder.write("hostile.json", text)}, "timeout 60");
  CHECK((run.status == 0 || run.err.find("hamel: ") == 0));
  return run.status;
}

}  // namespace

TEST_CASE("texts made to cost end in a refusal, in every field of a certificate in parameters") {
  const TemporaryFolder folder;
  const Family family{system_path("carriage_offset"), "l,J,m"};
  const Json whole = certificate_of(folder, family);
  const auto texts = hostile_texts();
  for (const auto& place : places_of(whole))
    for (const auto& text : texts) {
      if (whole[place] == text) continue;
      Json other = whole;
      other[place] = text;
      const std::string where = place.to_string();
      CAPTURE(where);
      CAPTURE(text.substr(0, 40));
      CHECK(is_refused(family, other));
    }
}

TEST_CASE(
    "nesting and numbers without end are refused by every reader, and long lists read to their "
    "end") {
  const TemporaryFolder folder;
  const std::string file = system_path("suslov");
  const auto written = [&](const std::vector<std::string>& arguments) {
    const std::string out = folder.file("certificate.json");
    std::vector<std::string> all = arguments;
    all.insert(all.end(), {"--certificate", out});
    REQUIRE(is_answered(run_command(folder, all)));
    return Json::parse(read_file(out));
  };
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  CHECK(status_of(folder, file, deep) == 2);
  CHECK(status_of(folder, file, R"({"flows": )" + deep + "}") == 2);
  for (const std::string subcommand : {"check", "study", "inverse"}) {
    CAPTURE(subcommand);
    const Json whole = written({subcommand, file});
    for (const auto& place : places_of(whole)) {
      const std::string where = place.to_string();
      CAPTURE(where);
      for (const std::string& text :
           {std::string(60'000, '9'), std::string("1e999999999"), std::string(100'000, 'x')}) {
        Json other = whole;
        other[place] = text;
        CHECK(status_of(folder, file, other.dump()) == 2);
      }
      Json other = whole;
      Json& list = other[place.parent_pointer()];
      if (!list.is_array()) continue;
      for (int k = 0; k < 20'000; ++k) list.push_back(whole[place]);
      const int status = status_of(folder, file, other.dump());
      CHECK((status == 2 || status == 0));  // an exception may be named again
    }
  }
}
