// Certificates of unknown origin into verify: of checks, studies, inverse questions and families. What is accepted says
// no other answers than those of the system.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/check/verdict.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/certificate.hpp>
#include <hamel/io/inverse.hpp>
#include <hamel/io/inverse_certificate.hpp>
#include <hamel/io/parameter_pieces.hpp>
#include <hamel/io/report.hpp>
#include <hamel/io/study.hpp>
#include <hamel/io/study_certificate.hpp>
#include <hamel/io/system_file.hpp>

#include "../paths.hpp"
#include "base/json.hpp"
#include "targets.hpp"

namespace fuzz {

namespace {

using Pieces = std::vector<std::pair<std::vector<std::string>, std::vector<std::string>>>;

/// What certificates are of, and their answers.
struct System {
  std::string text;
  hamel::SystemFile file;
  std::map<std::string, hamel::Answer> answers;
  std::map<std::vector<std::string>, std::map<std::string, Pieces>> pieces;  // by parameters, by id
};

Pieces pieces_of(const std::vector<hamel::ParameterPiece>& list) {
  Pieces pieces;
  for (const auto& piece : list) pieces.emplace_back(piece.zero, piece.nonzero);
  return pieces;
}

std::string compact(const std::string& json) {
  return nlohmann::ordered_json::parse(json).dump();
}

struct Known {
  std::map<std::string, System> systems;
  std::vector<std::string> certificates;
};

System& system(Known& known, const std::string& name) {
  auto place = known.systems.find(name);
  if (place == known.systems.end()) {
    std::ifstream stream(paths::systems() + "/" + name + ".json", std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    hamel::SystemFile file = hamel::parse_system_file(text);
    place = known.systems.emplace(name, System{std::move(text), std::move(file), {}, {}}).first;
  }
  return place->second;
}

Known all_known() {
  Known known;
  for (const char* name : {"chaplygin_skate", "unicycle", "suslov", "skate_on_incline",
                           "chart_rolling_disk", "carriage_offset"}) {
    System& of = system(known, name);
    known.certificates.push_back(
        compact(hamel::certificate_of(of.file, hamel::report_on(of.file))));
    for (const auto& verdict : hamel::verify_certificate(of.file, known.certificates.back()))
      of.answers.emplace(verdict.id, verdict.answer);
  }
  for (const char* name : {"suslov", "chaplygin_sleigh"}) {
    const System& of = system(known, name);
    known.certificates.push_back(
        compact(hamel::study_certificate_of(of.file, *hamel::study_of(of.file))));
  }
  const std::vector<std::pair<const char*, std::vector<std::string>>> families{
      {"carriage_offset", {"l", "J"}}, {"unicycle", {"m", "R"}}, {"chaplygin_skate", {"J"}}};
  try {
    const System& of = system(known, "suslov");
    known.certificates.push_back(
        compact(hamel::inverse_certificate_of(of.file, hamel::inverse_of_text(of.text))));
    for (const auto& [name, parameters] : families) {
      System& family = system(known, name);
      known.certificates.push_back(
          compact(hamel::certificate_of_text_in_parameters(family.text, parameters)));
      const auto found = hamel::verify_text_in_parameters(family.text, known.certificates.back());
      auto& truth = family.pieces[found.parameters];
      for (const auto& answer : found.answers) truth[answer.id] = pieces_of(answer.yes);
    }
  } catch (const hamel::InputError&) {  // a build without FLINT
  }
  return known;
}

const Known& known() {
  static const Known all = all_known();
  return all;
}

[[noreturn]] void contradict(const std::string& id) {
  throw std::logic_error("another answer to " + id + " was proved");
}

void verify(std::string_view text, unsigned) {
  const hamel::JsonValue document = hamel::parse_json(text);
  const hamel::JsonNode root(document);
  const auto of =
      known().systems.find(root.member("certificate_for", "a system").string("a system"));
  if (of == known().systems.end())
    root.member("certificate_for", "").refuse("a system of the corpus");
  const System& system = of->second;
  if (root.has("parts")) {
    const auto found = hamel::verify_text_in_parameters(system.text, text);
    const auto truth = system.pieces.find(found.parameters);
    if (truth == system.pieces.end()) return;
    for (const auto& answer : found.answers)
      if (answer.undecided.empty() && pieces_of(answer.yes) != truth->second.at(answer.id))
        contradict(answer.id);
  } else if (root.has("flows")) {
    hamel::verify_study_certificate(system.file, text);
  } else if (root.has("eq_3_11_metrics")) {
    hamel::verify_inverse_certificate(system.file, text);
  } else {
    for (const auto& verdict : hamel::verify_certificate(system.file, text)) {
      const auto truth = system.answers.find(verdict.id);
      if (truth != system.answers.end() && truth->second != verdict.answer) contradict(verdict.id);
    }
  }
}

}  // namespace

Corpus corpus() {
  return {known().certificates, 12'000};
}

const std::vector<Target>& targets() {
  static const std::vector<Target> all{{"verify", verify}};
  return all;
}

}  // namespace fuzz
