// Certificates of answers: evidence that is verified, as JSON.
#include "verifying/certificate.hpp"

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/io/certificate.hpp>
#include <hamel/io/report.hpp>

#include "base/json_text.hpp"
#include "base/within_answer.hpp"
#include "lowering/exact_rows.hpp"
#include "verifying/certificate_head.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;

/// A text, or a matrix as a list of its rows.
Json as_json(const Evidence& evidence) {
  Json object = Json::object();
  for (const auto& [name, value] : evidence.fields()) {
    if (const auto* words = std::get_if<std::string>(&value))
      object[name] = *words;
    else if (const auto* exact = std::get_if<DynamicMatrix<Rational>>(&value))
      object[name] = rows_of(*exact);  // rounded numbers, of sampled points, prove nothing
  }
  return object;
}

Json as_json(const Verdict& verdict, Proof proof) {
  Json exceptions = Json::array();
  for (const auto& exception : verdict.exceptions) exceptions.push_back(as_json(exception));
  const ProofKind& kind = kind_of(proof);
  return {{"id", verdict.id},
          {"answer", text(verdict.answer)},
          {"generic", verdict.generic},
          {"status", text(kind.status)},
          {"proof", std::string(kind.id)},
          {"evidence", as_json(verdict.evidence)},
          {"exceptions", exceptions}};
}

}  // namespace

std::string certificate_of(const SystemFile& file, const Report& report) {
  const AnswerBudget budget;
  std::vector<Verdict> answers = report.conditions;
  answers.push_back(report.q1);
  if (auto q2 = prove_q2(file)) answers.push_back(std::move(*q2));
  Json proved = Json::array(), without = Json::array();
  for (const Verdict& verdict : answers) {
    if (!verdict.exact || verdict.answer == Answer::undecided) continue;
    if (const auto proof = verified_by(file, verdict))
      proved.push_back(as_json(verdict, *proof));
    else
      without.push_back(verdict.id);
  }
  std::vector<std::string> claims;
  for (const auto& verdict : proved) claims.push_back(verdict["id"]);
  Json certificate = certificate_head(certificate_subject("check", file), claims);
  certificate.update(
      Json{{"system", numbers_of(file)}, {"verdicts", proved}, {"without_certificate", without}});
  return as_text(certificate) + "\n";
}

}  // namespace hamel
