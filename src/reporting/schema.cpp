// Schemas as they are printed: those of answers with the opening that all answers have, and what they share.
#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/schema.hpp>

#include "base/json_text.hpp"
#include "base/nearest_name.hpp"
#include "schema_texts.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* of_files[] = {"system", "certificate"};  // which no command answers with
constexpr const char* of_all = "shared";                       // definitions that answers use

bool is_of_files(const std::string& name) {
  return std::ranges::find(of_files, name) != std::end(of_files);
}

Json text_called(const std::string& name) {
  const auto texts = reporting::schema_texts();
  return Json::parse(std::ranges::find(texts, name, &reporting::SchemaText::name)->json);
}

/// What `hamel::command::opening` writes, for an object that has no other keys than it names.
void put_opening(Json& object, const std::string& name) {
  const Json digest{{"type", "string"}, {"pattern", "^[0-9a-f]{64}$"}};
  const Json table{{"type", "object"},
                   {"properties",
                    {{"path", {{"type", "string"}}},
                     {"sha256", digest},
                     {"rows", {{"type", "integer"}, {"minimum", 0}}}}},
                   {"required", {"path", "sha256", "rows"}},
                   {"additionalProperties", false}};
  Json file{{"type", "object"},
            {"properties",
             {{"name", {{"type", "string"}}},
              {"sha256", digest},
              {"tables", {{"type", "array"}, {"items", table}}}}},
            {"required", {"name", "sha256"}},
            {"additionalProperties", false}};
  if (name == "list") file = {{"type", "null"}};
  Json properties{{"schema", {{"const", "hamel/" + name + "/1"}}},
                  {"hamel", {{"type", "string"}, {"description", "the version"}}},
                  {"system", file}};
  properties.update(object["properties"]);
  Json required{"schema", "hamel", "system"};
  for (const auto& key : object["required"]) required.push_back(key);
  object["properties"] = properties;
  object["required"] = required;
  object["additionalProperties"] = false;
}

}  // namespace

std::vector<std::string> schema_names() {
  std::vector<std::string> names(std::begin(of_files), std::end(of_files));
  for (const auto& text : reporting::schema_texts()) {
    const std::string name = text.name;
    if (!is_of_files(name) && name != of_all) names.push_back(name);
  }
  return names;
}

std::string schema(const std::string& name) {
  const auto names = schema_names();
  if (std::ranges::find(names, name) == names.end())
    throw InputError("NAME", "'" + name + "'" + nearest_hint(name, names),
                     "one of " + comma_list(names));
  Json whole{{"$schema", "https://json-schema.org/draft/2020-12/schema"}};
  whole.update(text_called(name));
  if (is_of_files(name)) return as_text(whole);
  Json definitions = text_called(of_all);
  if (whole.contains("$defs")) definitions.update(whole["$defs"]);
  if (!whole.contains("oneOf")) {
    put_opening(whole, name);
  } else {
    const std::string place = "#/$defs/";
    for (Json& form : whole["oneOf"])
      put_opening(form.contains("$ref")
                      ? definitions[form["$ref"].get<std::string>().substr(place.size())]
                      : form,
                  name);
  }
  whole["$defs"] = definitions;
  return as_text(whole);
}

}  // namespace hamel
