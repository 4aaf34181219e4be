// Certificates of answers, verified. The proofs are read by claims/verify.hpp and the files beside this one.
#include "certificate.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/check/answers.hpp>
#include <hamel/io/certificate.hpp>

#include "base/json.hpp"
#include "base/within_answer.hpp"
#include "certificate_head.hpp"
#include "claims/covered.hpp"
#include "claims/named_proof.hpp"
#include "claims/questions.hpp"
#include "claims/varying_conditions.hpp"
#include "claims/verify.hpp"
#include "claims_json.hpp"
#include "conditions_again.hpp"
#include "contradictions.hpp"
#include "evidence_fields.hpp"
#include "lowering/exact_rows.hpp"
#include "multiplier_section.hpp"
#include "reaction.hpp"
#include "steady_multiplier.hpp"

namespace hamel {

// ---- what a certificate is about

namespace {

using Json = nlohmann::ordered_json;

/// The system on a group, or null for one in coordinates.
const GroupSystem* group_of(const SystemFile& file) {
  const auto* group = std::get_if<GroupSystem>(&file.system);
  if (group != nullptr && !group->exact)
    throw InputError("$", "numbers that are not rational",
                     "rational numbers, which certificates are about");
  return group;
}

}  // namespace

Json numbers_of(const SystemFile& system_file) {
  const GroupSystem* const group = group_of(system_file);
  if (group == nullptr) {
    Json names = Json::array();
    for (const auto& name : std::get<ChartSystem>(system_file.system).coordinates)
      names.push_back(name);
    return {{"coordinates", names}};
  }
  const GroupSystem& file = *group;
  Json brackets = Json::array();
  for (const auto& c : file.exact->algebra.entries())
    brackets.push_back(
        {std::to_string(c.i + 1), std::to_string(c.j + 1), std::to_string(c.k + 1), c.value.str()});
  Json system{{"dim", std::to_string(file.dim())}, {"brackets", brackets}};
  if (file.metric_is_constant()) system["metric"] = rows_of(file.exact->metric);
  if (!file.moves()) system["span"] = rows_of(file.exact->d().transpose());
  return system;
}

// ---- the proof of one verdict

std::optional<Proof> verified_by(const SystemFile& system_file, const Verdict& verdict) {
  const bool by_series = verdict.evidence.kind() == "no_series" ||
                         verdict.evidence.kind() == "no_in_tangent",
             by_section = proves_by_section(verdict.evidence.kind()),
             is_steady = verdict.evidence.kind() == "steady_start",
             is_free = verdict.evidence.kind() == "free_start";
  if (by_series || by_section || is_steady || is_free || group_of(system_file) == nullptr) {
    try {
      const WorkBudget budget(4 * q1_operations);
      const bool so = tells_what_formulas_prove(verdict) &&
                      (by_series   ? verify_no_by_series(system_file, verdict)
                       : is_steady ? verify_steady_start(system_file, verdict)
                       : is_free   ? verify_free_start(system_file, verdict)
                                   : by_section && verify_yes_by_section(system_file, verdict));
      if (so) return named_proof(system_file, verdict);
    } catch (const BudgetExceeded&) {
    } catch (const std::overflow_error&) {
    } catch (const std::bad_optional_access&) {
    }
    return std::nullopt;
  }
  const GroupSystem& file = *group_of(system_file);
  const bool kinetic = is_invariant_kinetic(file);
  if (verdict.id == "q2" && verdict && !(kinetic && file.exact && file.exact->velocity)) {
    Verdict all = verdict;  // of all motions, and so of this one
    all.id = "q1";
    return verdict.generic ? std::nullopt : verified_by(system_file, all);
  }
  const bool plain = !file.forced() && file.offset.empty() && !file.moves();
  const Needs most = kinetic ? Needs::start : covered(file);
  std::optional<Proof> proof;
  try {
    const WorkBudget budget(4 * q1_operations);
    with_question(verdict.id, [&]<class Row>(const Row& row) {
      if (file.moves() && Row::of_constraint) return;
      if (row.needs <= most) {
        if (verify(*file.exact, verdict) && tells_what_is_so(*file.exact, verdict) &&
            holds_again(*file.exact, verdict))
          proof = named_proof(system_file, verdict);
      } else if (row.needs == Needs::formulas || (verdict.id == "q1" && plain)) {
        if (tells_what_formulas_prove(verdict) && verify_varying(file, verdict))
          proof = named_proof(system_file, verdict);
      }
    });
    if (proof && verdict.id == "q2" &&
        !(file.exact->velocity &&
          verdict.evidence.get_matrix<Rational>("start") == *file.exact->velocity))
      return std::nullopt;
  } catch (const BudgetExceeded&) {
    return std::nullopt;
  } catch (const std::overflow_error&) {  // a division by zero that true evidence does not meet
    return std::nullopt;
  } catch (const std::bad_optional_access&) {
    return std::nullopt;
  }
  return proof;
}

namespace {

DynamicMatrix<Rational> matrix_from(const JsonNode& node) {
  const auto rows = node.array();
  const std::size_t width = rows.empty() ? 0 : rows[0].size();
  DynamicMatrix<Rational> m(static_cast<Eigen::Index>(rows.size()),
                            static_cast<Eigen::Index>(width));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto entries = rows[i].array(width, "a row as long as the first");
    for (std::size_t j = 0; j < width; ++j)
      m(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = number_from(entries[j]);
  }
  return m;
}

Evidence evidence_from(const JsonNode& node) {
  Evidence evidence;
  for (const auto& [name, value] : node.members()) {
    if (value.is_array())
      evidence.add(name, matrix_from(value));
    else
      evidence.add(name, value.string("a text or a list of rows"));
  }
  return evidence;
}

Verdict verdict_from(const JsonNode& node) {
  node.only_keys({"id", "answer", "generic", "status", "proof", "evidence", "exceptions"});
  Verdict verdict;
  verdict.id = node.member("id", "the name of a question").string("the name of a question");
  const JsonNode answer = node.member("answer", "holds or fails");
  const std::string& said = answer.string("holds or fails");
  if (said != "holds" && said != "fails") answer.refuse("holds or fails");
  verdict.answer = said == "holds" ? Answer::holds : Answer::fails;
  const JsonNode generic = node.member("generic", "true or false");
  if (generic.kind() != JsonValue::Kind::boolean) generic.refuse("true or false");
  verdict.generic = generic.describe() == "true";
  verdict.exact = true;
  verdict.evidence = evidence_from(node.member("evidence", "an object"));
  for (const auto& exception : node.member("exceptions", "a list").array())
    verdict.exceptions.push_back(evidence_from(exception));
  return verdict;
}

/// What is said to be without a certificate is a question that is not among the answers.
void require_other_questions(const JsonNode& node, const std::vector<VerifiedVerdict>& answers) {
  for (const auto& entry : node.array()) {
    const std::string& id = entry.string("the name of a question");
    bool known = false;
    for_each_question([&](const auto& row) { known = known || row.id == id; });
    if (!known || std::ranges::any_of(answers, [&](const auto& v) { return v.id == id; }))
      entry.refuse("a question that the certificate does not answer");
  }
}

Json names_of(const JsonNode& node) {
  Json names = Json::array();
  for (const auto& name : node.array()) names.push_back(name.string("the name of a coordinate"));
  return names;
}

std::vector<VerifiedVerdict> verified(const SystemFile& file, std::string_view json) {
  const JsonValue document = parse_json(json);
  const JsonNode root(document);
  const JsonNode system = root.member("system", "the numbers of the system");
  const Json expected = numbers_of(file);
  for (const auto& [key, value] : system.members())
    if (!expected.contains(key)) value.refuse("numbers of " + file.name + ", which are others");
  for (const auto& [key, value] : expected.items()) {
    const JsonNode found = system.member(key, "the numbers of the system");
    const bool same = key == "coordinates" ? names_of(found) == value
                      : value.is_string()  ? found.string("a text") == value.get<std::string>()
                                           : rows_of(matrix_from(found)) == value;
    if (!same)
      found.refuse("the " + key + " of " + file.name + ": the certificate is of another system");
  }
  const auto written = root.member("verdicts", "a list of answers").array();
  std::vector<std::string> claims;
  for (const auto& node : written)
    claims.push_back(node.member("id", "the name of a question").string("the name of a question"));
  require_head(root, certificate_subject("check", file), claims,
               {"system", "verdicts", "without_certificate"});
  std::vector<VerifiedVerdict> verdicts;
  for (const auto& node : written) {
    const Verdict verdict = verdict_from(node);
    const auto proof = verified_by(file, verdict);
    const std::string kind = printable(verdict.evidence.kind());
    if (!proof)
      node.refuse("'" + verdict.id + "' " + text(verdict.answer) +
                      (verdict.generic ? " for generic starts" : "") + " with evidence" +
                      (kind.empty() ? "" : " of the kind '" + kind + "'") +
                      " that does not prove it",
                  "evidence that proves the answer for " + file.name);
    const ProofKind& by = kind_of(*proof);
    require_where_told(node, "status", text(by.status));
    require_where_told(node, "proof", std::string(by.id));
    verdicts.push_back({verdict, *proof});
  }
  require_other_questions(root.member("without_certificate", "a list of questions"), verdicts);
  return verdicts;
}

}  // namespace

std::vector<VerifiedVerdict> verify_certificate(const SystemFile& file, std::string_view json) {
  file.refuse_uncovered("verify");
  return reading::within_answer([&] { return verified(file, json); });
}

}  // namespace hamel
