// Answers in several parameters as JSON.
#include "pieces_text.hpp"

#include <algorithm>
#include <cstddef>

#include "base/json_text.hpp"
#include "claims/claim_json.hpp"
#include "verifying/proofs_json.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;

/// Pieces with what is said of them.
Json explained(const std::vector<ParameterPiece>& pieces) {
  Json list = Json::array();
  for (const auto& piece : pieces) {
    Json entry = varying::as_json(piece);
    entry["generic"] = piece.generic;
    entry["reason"] = piece.reason;
    if (!piece.certificate.empty()) entry["certificate"] = piece.certificate;
    list.push_back(entry);
  }
  return list;
}

bool is_everywhere(const ParameterPiece& piece) {
  return piece.zero.empty() && piece.nonzero.empty();
}

ClaimStatus status_of(const ParameterPieces& answer) {
  if (!answer.proofs.empty()) return claim_status(status_of(answer.proofs));
  if (!answer.undecided.empty()) return ClaimStatus::undecided;
  return varying::status_of_parts(std::ranges::all_of(answer.yes, is_everywhere) ? 1 : 2);
}

Json as_object(const ParameterPieces& answer) {
  Json entry{{"id", answer.id}, {"yes_iff", explained(answer.yes)}};
  if (!answer.undecided.empty()) entry["undecided"] = explained(answer.undecided);
  if (!answer.no.empty()) entry["else"] = answer.no;
  if (!answer.certificate.empty()) entry["certificate"] = answer.certificate;
  add_claim(entry, answer.id, status_of(answer));
  if (!answer.proofs.empty()) entry["proofs"] = proofs_json(answer.proofs);
  return entry;
}

}  // namespace

nlohmann::ordered_json varying::pieces_from(const JsonNode& node) {
  Json list = Json::array();
  for (const auto& piece : node.array()) {
    piece.only_keys({"zero", "nonzero"});
    Json entry;
    for (const char* key : {"zero", "nonzero"}) {
      entry[key] = Json::array();
      for (const auto& p : piece.member(key, "polynomials").array())
        entry[key].push_back(p.string("a polynomial"));
    }
    list.push_back(entry);
  }
  return list;
}

std::string varying::readable(const std::string& polynomial, const char* where) {
  constexpr std::size_t longest = 400;
  if (polynomial.size() <= longest) return polynomial;
  const auto signs = std::count_if(polynomial.begin() + 1, polynomial.end(),
                                   [](char c) { return c == '+' || c == '-'; });
  return "(a polynomial of " + std::to_string(signs + 1) + " terms, see " + where + ")";
}

std::string varying::in_words(const ParameterPieces& q1) {
  std::string words;
  bool all = false;
  const auto add = [&](const char* answer, const std::vector<ParameterPiece>& pieces) {
    for (const auto& piece : pieces) {
      all = all || (piece.zero.empty() && piece.nonzero.empty());
      words += answer +
               shown(piece, [](const std::string& p) { return readable(p, "the certificate"); }) +
               "; ";
    }
  };
  add("yes: ", q1.yes);
  add("not proved: ", q1.undecided);
  if (!all) return words + (words.empty() ? "no: always" : "no: elsewhere");
  return words.substr(0, words.size() - 2);
}

std::string as_json(const SeveralParameters& found) {
  Json conditions = Json::array(), q1;
  for (const auto& answer : found.answers) {
    if (answer.id == "q1")
      q1 = as_object(answer);
    else
      conditions.push_back(as_object(answer));
  }
  Json whole{{"name", found.name},
             {"parameters", found.parameters},
             {"systems", varying::as_json(found.systems)},
             {"conditions", conditions},
             {"q1", q1}};
  std::vector<ProofCount> all;
  for (const auto& answer : found.answers) add_proofs(all, answer.proofs);
  if (!all.empty()) whole["proofs"] = counts_json(all);
  return as_text(whole);
}

}  // namespace hamel
