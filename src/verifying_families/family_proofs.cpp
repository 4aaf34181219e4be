// Certificates in parameters: the parts of their space are walked with the findings of the file, each proved by
// verify_parametric.cpp and verify_conditions.cpp before it is believed.
#include "family_proofs.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/core/answer_budget.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/parameter_pieces.hpp>
#include <hamel/io/proof_kinds.hpp>

#include "base/json.hpp"
#include "base/json_text.hpp"
#include "base/sha256.hpp"
#include "base/within_answer.hpp"
#include "finding_json.hpp"
#include "parameters/read_family.hpp"
#include "pieces.hpp"
#include "pieces_text.hpp"
#include "reading/tables.hpp"
#include "verifying/certificate_head.hpp"

namespace hamel {

namespace varying {

namespace {

using Json = nlohmann::ordered_json;
using Kind = Finding::Kind;

/// What proves a finding.
Proof proof_of(const std::string& id, const Finding& finding) {
  const bool yes = finding.kind == Kind::yes;
  if (id == "integrable" || id == "eq_3_11" || (yes && !finding.section))
    return Proof::brackets_on_part;
  if (yes) return Proof::section_on_part;
  if (id == "q1") return finding.no_multiplier ? Proof::no_multiplier : Proof::refutation;
  return finding.contradiction ? Proof::contradiction : Proof::no_ideal;
}

/// Proofs by the parts that they are of, and the walk over the parts of a family with them.
class Proofs {
 public:
  Proofs(std::string id, const JsonNode& parts) : id_(std::move(id)) {
    for (const auto& part : parts.array()) {
      const bool first = by_part_.emplace(name_of(part), part).second;
      if (!first) part.refuse("a part that is named twice", "each once");
    }
  }
  static const std::string& name_of(const JsonNode& part) {
    return part.member("part", "a text").string("a text");
  }

  /// Undecided where there is no proof. Where there is one that does not prove what it claims `refuse` is asked first;
  /// without that it counts for none, also where it is larger than what is read.
  ParameterPieces walk(const ReadFamily& read, const std::function<void(const JsonNode&)>& refuse) {
    return pieces_of(id_, whole(read.family, read.denominators),
                     [&](const Part& part, const std::vector<Larger>& larger) {
                       const std::string key = key_of(part);
                       if (const auto place = by_part_.find(key); place != by_part_.end()) {
                         if (auto finding = proved(part, place->second, larger, !refuse)) {
                           if (used_.insert(key).second)
                             add_proofs(proofs_, {{proof_of(id_, *finding)}});
                           return *std::move(finding);
                         }
                         if (refuse) refuse(place->second);
                       }
                       without_.insert(key);
                       Finding nothing;
                       nothing.reason = "nothing is proved of it";
                       return nothing;
                     });
  }
  /// The parts that the walk came to: those that are proved, and the others.
  const std::set<std::string>& used() const { return used_; }
  const std::set<std::string>& without() const { return without_; }
  /// Of these parts and, where there are several, of the walk that leads to them.
  std::vector<ProofCount> proofs() const {
    std::vector<ProofCount> all = proofs_;
    if (!all.empty() && used_.size() + without_.size() > 1)
      add_proofs(all, {{Proof::walk_of_parts}});
    return all;
  }

 private:
  std::optional<Finding> proved(const Part& part, const JsonNode& node,
                                const std::vector<Larger>& larger, bool lenient) const {
    try {
      Finding finding = finding_of(id_, node, part.family);
      if (is_proved(id_, part, finding, larger)) return finding;
    } catch (const BudgetExceeded&) {
    } catch (const InputError&) {
      if (!lenient) throw;
    }
    return std::nullopt;
  }

  std::string id_;
  std::map<std::string, JsonNode> by_part_;
  std::set<std::string> used_, without_;
  std::vector<ProofCount> proofs_;
};

/// The findings of one question that are proved, and what they prove.
Json proofs_of(const std::string& id, const JsonNode& findings, const Json& written,
               const ReadFamily& read) {
  Proofs proofs(id, findings);
  const ParameterPieces found = proofs.walk(read, {});
  Json parts = Json::array();
  for (const auto& part : written)
    if (proofs.used().contains(part["part"])) parts.push_back(part);
  return {{"yes_iff", varying::as_json(found.yes)},
          {"parts", parts},
          {"without_certificate", proofs.without()}};
}

/// One question again.
ParameterPieces proved_again(const std::string& id, const JsonNode& written, const ReadFamily& read,
                             const std::string& system) {
  const JsonNode parts = written.member("parts", "a list");
  Proofs proofs(id, parts);
  ParameterPieces found = proofs.walk(read, [&](const JsonNode& part) {
    part.refuse("'" + part.member("answer", "yes or no").string("yes or no") +
                    "' with evidence that does not prove it",
                "evidence that proves the answer for " + system);
  });
  for (const auto& part : parts.array())
    if (!proofs.used().contains(Proofs::name_of(part)))
      part.refuse("a part that others do not lead to", "no such part");
  const JsonNode without = written.member("without_certificate", "a list");
  const auto left_out =
      without.array(proofs.without().size(), std::to_string(proofs.without().size()) +
                                                 " parts, those that nothing is proved of");
  auto place = left_out.begin();
  for (const auto& part : proofs.without())
    if (const JsonNode& name = *place++; name.string("a part") != part) name.refuse(part);
  const auto yes = varying::as_json(found.yes);
  const JsonNode claimed = written.member("yes_iff", "a list of pieces");
  if (pieces_from(claimed) != yes) claimed.refuse("pieces that were not proved", as_text(yes, -1));
  found.proofs = proofs.proofs();
  return found;
}

}  // namespace

Json proofs_of(const reading::FamilyFile& file, const Json& found) {
  const JsonValue text = parse_json(as_text(found, -1));
  const JsonNode root(text);
  ReadFamily read = read_family(file);
  read.family.decompositions = std::make_shared<Decompositions>(
      decompositions_from(root.member("decompositions", ""), read.family.ring));
  Json q1, conditions = Json::array();
  for (const auto& [id, findings] : root.member("findings", "").members()) {
    const Json proofs = proofs_of(id, findings, found["findings"][id], read);
    if (id == "q1") {
      q1 = proofs;
    } else {
      conditions.push_back({{"id", id}});
      conditions.back().update(proofs);
    }
  }
  AnswerBudget::require();  // parts that a walk did not come to would be missing
  Json result = Json::object();
  if (!conditions.empty()) result["conditions"] = conditions;
  result.update(q1);
  if (!read.family.decompositions->used().empty())
    result["decompositions"] = as_json(read.family.decompositions->used());
  return result;
}

std::vector<ParameterPieces> proved_again(const reading::FamilyFile& file, const JsonNode& written,
                                          const std::vector<std::string>& asked) {
  ReadFamily read = read_family(file);
  const auto questions = asked.empty() ? parametric_questions(read.family) : asked;
  std::vector<Decomposition> given;
  if (written.has("decompositions"))
    given = decompositions_from(written.member("decompositions", ""), read.family.ring);
  read.family.decompositions = std::make_shared<Decompositions>(given);
  std::vector<JsonNode> conditions;
  if (questions.size() > 1)
    conditions = written.member("conditions", "a list")
                     .array(questions.size() - 1, "each condition, in order");
  std::vector<ParameterPieces> answers;
  auto place = conditions.begin();
  for (const auto& id : questions) {
    const JsonNode& of = id == "q1" ? written : *place++;
    if (id != "q1") {
      of.only_keys({"id", "yes_iff", "parts", "without_certificate"});
      const JsonNode name = of.member("id", id);
      if (name.string(id) != id) name.refuse(id);
    }
    answers.push_back(proved_again(id, of, read, file.name()));
  }
  if (read.family.decompositions->used().size() != given.size())
    written.member("decompositions", "").refuse("one that nothing leads to, or that is not proved");
  return answers;
}

}  // namespace varying

namespace {

SeveralParameters verified(const std::string& json, std::string_view certificate) {
  const JsonValue document = parse_json(certificate);
  const JsonNode root(document);
  std::vector<std::string> parameters;
  for (const auto& name : root.member("parameters", "names").array())
    parameters.push_back(name.string("the name of a parameter"));
  const reading::FamilyFile file(json, parameters);
  std::vector<std::string> claims;
  if (root.has("conditions"))
    for (const auto& condition : root.member("conditions", "a list").array())
      claims.push_back(condition.member("id", "a condition").string("a condition"));
  claims.emplace_back("q1");
  require_head(
      root, {"vary", file.name(), reading::sha256(json)}, claims,
      {"parameters", "conditions", "yes_iff", "parts", "without_certificate", "decompositions"});
  return {file.name(), parameters, {}, varying::proved_again(file, root, {})};
}

}  // namespace

SeveralParameters verify_in_parameters(const std::string& path, std::string_view certificate) {
  return verify_text_in_parameters(reading::read_system_text(path).whole, certificate);
}

SeveralParameters verify_text_in_parameters(const std::string& json, std::string_view certificate) {
  return reading::within_answer([&] { return verified(json, certificate); });
}

}  // namespace hamel
