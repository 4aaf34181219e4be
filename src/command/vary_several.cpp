// hamel check --vary of several parameters.
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/parameter_pieces.hpp>
#include <hamel/io/printable.hpp>

#include "commands.hpp"

namespace hamel::command {

namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names;
  std::stringstream stream(list + ",");
  for (std::string name; std::getline(stream, name, ',');) {
    if (name.empty()) throw InputError("--vary", "'" + list + "'", "names separated by commas");
    names.push_back(name);
  }
  return names;
}

Json as_json(const ParameterPiece& piece, bool with_reason) {
  Json entry{{"zero", piece.zero}, {"nonzero", piece.nonzero}};
  if (!with_reason) return entry;
  entry["generic"] = piece.generic;
  entry["reason"] = piece.reason;
  if (!piece.certificate.empty()) entry["certificate"] = piece.certificate;
  return entry;
}

Json as_json(const std::vector<ParameterPiece>& pieces, bool with_reason = true) {
  Json list = Json::array();
  for (const auto& piece : pieces) list.push_back(as_json(piece, with_reason));
  return list;
}

Json as_json(const ParameterPieces& answer) {
  Json entry{{"id", answer.id}, {"yes_iff", as_json(answer.yes)}};
  if (!answer.undecided.empty()) entry["undecided"] = as_json(answer.undecided);
  if (!answer.no.empty()) entry["else"] = answer.no;
  if (!answer.certificate.empty()) entry["certificate"] = answer.certificate;
  return entry;
}

/// `l = 0 and m != 0`; nothing for all parameters.
std::string shown(const ParameterPiece& piece) {
  std::string text;
  const auto add = [&](const std::string& polynomial, const char* relation) {
    text += (text.empty() ? "" : ", ") + polynomial + relation;
  };
  for (const auto& p : piece.zero) add(p, " = 0");
  for (const auto& p : piece.nonzero) add(p, " != 0");
  return text.empty() ? "always" : text;
}

void print(const ParameterPieces& answer, const char* yes, const char* no) {
  std::string id = answer.id;
  const auto line = [&](const std::string& word, const std::string& where, const std::string& why) {
    std::printf("  %-16s %-10s %s\n  %-16s %-10s   %s\n", id.c_str(), word.c_str(), where.c_str(),
                "", "", why.c_str());
    id.clear();
  };
  for (const auto& piece : answer.yes)
    line(yes, shown(piece), (piece.generic ? "for generic starts: " : "") + piece.reason);
  for (const auto& piece : answer.undecided) line("undecided", shown(piece), piece.reason);
  if (!answer.no.empty()) line(no, "elsewhere", answer.no);
}

}  // namespace

int check_parameters(const std::string& file, const std::string& parameters, bool json) {
  const SeveralParameters found = decide_in_parameters(file, names_in(parameters));
  if (json) {
    Json conditions = Json::array(), q1;
    for (const auto& answer : found.answers) {
      if (answer.id == "q1")
        q1 = as_json(answer);
      else
        conditions.push_back(as_json(answer));
    }
    std::cout << Json{{"name", found.name},
                      {"parameters", found.parameters},
                      {"systems", as_json(found.systems, false)},
                      {"conditions", conditions},
                      {"q1", q1}}
                     .dump(1, ' ', true)
              << "\n";
    return done;
  }
  std::printf("%s with several parameters free, by exact arithmetic\n\nA system where\n",
              printable(found.name).c_str());
  for (const auto& piece : found.systems) std::printf("  %s\n", shown(piece).c_str());
  if (found.systems.empty()) std::printf("  nowhere\n");
  std::printf("\n");
  for (const auto& answer : found.answers)
    if (answer.id != "q1") print(answer, "holds", "fails");
  std::printf("\nIs every nonholonomic motion vakonomic?\n");
  for (const auto& answer : found.answers)
    if (answer.id == "q1") print(answer, "yes", "no");
  return done;
}

}  // namespace hamel::command
