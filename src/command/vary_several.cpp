// hamel check --vary of several parameters.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/io/parameter_pieces.hpp>

#include "answer.hpp"
#include "base/nearest_name.hpp"
#include "base/printable.hpp"
#include "commands.hpp"
#include "proofs_text.hpp"
#include "reading/tables.hpp"
#include "verifying_families/pieces_text.hpp"

namespace hamel::command {

namespace {

using varying::shown;

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names;
  std::stringstream stream(list + ",");
  for (std::string name; std::getline(stream, name, ',');) {
    if (name.empty()) throw InputError("--vary", "'" + list + "'", "names separated by commas");
    names.push_back(name);
  }
  return names;
}

void print(const ParameterPieces& answer) {
  const bool is_question = answer.id == "q1";
  const char *const yes = is_question ? "yes" : "holds", *const no = is_question ? "no" : "fails";
  std::string id = answer.id;
  const auto line = [&](const std::string& word, const std::string& where, const std::string& why) {
    std::printf("  %-16s %-10s %s\n  %-16s %-10s   %s\n", id.c_str(), word.c_str(), where.c_str(),
                "", "", why.c_str());
    id.clear();
  };
  for (const auto& piece : answer.yes)
    line(yes, shown(piece), (piece.generic ? "for generic starts: " : "") + piece.reason);
  for (const auto& piece : answer.undecided) line("undecided", shown(piece), piece.reason);
  const auto is_all = [](const ParameterPiece& piece) {
    return piece.zero.empty() && piece.nonzero.empty();
  };
  if (std::ranges::any_of(answer.yes, is_all) || std::ranges::any_of(answer.undecided, is_all))
    return;
  line(no, "elsewhere", answer.no.empty() ? "on the zeros that are left" : answer.no);
}

}  // namespace

int check_parameters(const reading::SystemText& text, const std::string& parameters, bool json) {
  const SeveralParameters found = decide_text_in_parameters(text.whole, names_in(parameters));
  if (json) {
    std::cout << opened("check", AboutFile(found.name, text), as_json(found));
    return done;
  }
  std::printf("%s with %s free, by exact arithmetic\n\nA system where\n",
              printable(found.name).c_str(), comma_list(found.parameters).c_str());
  for (const auto& piece : found.systems) std::printf("  %s\n", shown(piece).c_str());
  if (found.systems.empty()) std::printf("  nowhere\n");
  std::printf("\n");
  for (const auto& answer : found.answers)
    if (answer.id != "q1") print(answer);
  std::printf("\nIs every nonholonomic motion vakonomic?\n");
  for (const auto& answer : found.answers)
    if (answer.id == "q1") print(answer);
  return done;
}

std::string family_certificate(const std::string& file, const std::string& parameters) {
  return certificate_in_parameters(file, names_in(parameters));
}

int verify_family(const std::string& file, const std::string& certificate, bool json) {
  const reading::SystemText text = reading::read_system_text(file);
  const SeveralParameters proved = verify_text_in_parameters(text.whole, certificate);
  if (json) {
    std::cout << opened("verify", AboutFile(proved.name, text), as_json(proved));
    return done;
  }
  std::printf("%s: the certificate is verified, with %s free\n", printable(proved.name).c_str(),
              comma_list(proved.parameters).c_str());
  std::vector<ProofCount> all;
  for (const auto& answer : proved.answers) {
    print(answer);
    std::fputs(proofs_in_words(answer.proofs, "    ").c_str(), stdout);
    add_proofs(all, answer.proofs);
  }
  std::printf("  %s\n", counts_in_words(all).c_str());
  return done;
}

}  // namespace hamel::command
