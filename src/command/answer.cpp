// The opening of answers in JSON.
#include "answer.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "base/json_text.hpp"
#include "base/sha256.hpp"
#include "version.hpp"

namespace hamel::command {

AboutFile::AboutFile(std::string system, const reading::SystemText& text)
    : name(std::move(system)), sha256(reading::sha256(text.own)), tables(text.tables) {}

std::string opening(std::string_view subcommand, const AboutFile* about) {
  using Json = nlohmann::ordered_json;
  Json object{{"schema", "hamel/" + std::string(subcommand) + "/1"}, {"hamel", version}};
  object["system"] =
      about == nullptr ? Json(nullptr) : Json{{"name", about->name}, {"sha256", about->sha256}};
  if (about != nullptr)
    for (const auto& table : about->tables)
      object["system"]["tables"].push_back(
          {{"path", table.path}, {"sha256", table.sha256}, {"rows", table.rows}});
  const std::string text = as_text(object);
  return text.substr(0, text.size() - 2);  // without "\n}"
}

namespace {

std::string joined(const std::string& opening, const std::string& answer) {
  return opening + "," + answer.substr(1) + "\n";
}

}  // namespace

std::string opened(std::string_view subcommand, const AboutFile& about, const std::string& answer) {
  return joined(opening(subcommand, &about), answer);
}

std::string opened(std::string_view subcommand, const std::string& answer) {
  return joined(opening(subcommand, nullptr), answer);
}

}  // namespace hamel::command
