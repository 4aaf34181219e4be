// `q1` of every metric, a family that is made from the system anew, with proofs in its parameters.
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hamel/core/error.hpp>

#include "certificate_parts.hpp"
#include "family_answers.hpp"
#include "family_files.hpp"
#include "lowering/polynomial_text.hpp"
#include "proved.hpp"
#include "proved_families.hpp"
#include "varying/family_findings.hpp"
#include "verifying_families/family_proofs.hpp"
#include "verifying_families/pieces_text.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* every_metric = "q1 in the entries of the metric";

/// Nothing where no part is proved.
std::optional<Json> proofs_of(const FamilyText& family) {
  try {
    const reading::FamilyFile file(family.json, family.parameters);
    Json findings;
    {
      const WorkBudget budget(proof_operations);
      findings = varying::findings_of(file, {"q1"});
    }
    const WorkBudget budget(proof_operations);
    Json proofs = varying::proofs_of(file, findings);
    if (!proofs["parts"].empty()) return proofs;
  } catch (const BudgetExceeded&) {
  } catch (const InputError&) {  // FLINT was absent
  }
  return std::nullopt;
}

/// By equations, from brackets, metric and d alone.
std::optional<Json> proved_equations(const FamilyText& family) {
  try {
    const WorkBudget budget(proof_operations);
    if (const auto found = by_equations(family))
      return Json{{"yes_iff", varying::as_json(found->answers.front().yes)},
                  {"by_equations", true}};
  } catch (const BudgetExceeded&) {
  } catch (const InputError&) {  // FLINT was absent
  }
  return std::nullopt;
}

}  // namespace

std::optional<Json> proofs_by_parts(const FamilyText& family) {
  auto proofs = proofs_of(family);
  if (!proofs || !(*proofs)["without_certificate"].empty())
    if (auto equations = proved_equations(family)) return equations;
  return proofs;
}

namespace {

void require_keys(const JsonNode& node, std::vector<std::string> keys) {
  for (const char* key : {"yes_iff", "parts", "decompositions", "without_certificate"})
    keys.emplace_back(key);
  node.only_keys(keys);
}

VerifiedClaim equations_again(const FamilyText& family, const JsonNode& node) {
  const JsonNode claim = node.member("by_equations", "true"),
                 pieces = node.member("yes_iff", "pieces");
  const auto again = proved_equations(family);
  if (!again || claim.kind() != JsonValue::Kind::boolean || claim.describe() != "true")
    refuse_unproved(claim, "equations");
  if (varying::pieces_from(pieces) != (*again)["yes_iff"]) refuse_unproved(pieces, "equations");
  return {varying::in_words(by_equations(family)->answers.front()),
          {{Proof::equations_of_entries}}};
}

}  // namespace

VerifiedClaim proved_again(const FamilyText& family, const JsonNode& proofs,
                           std::vector<std::string> keys) {
  if (proofs.has("by_equations")) {
    keys.insert(keys.end(), {"yes_iff", "by_equations"});
    proofs.only_keys(keys);
    return equations_again(family, proofs);
  }
  require_keys(proofs, std::move(keys));
  const JsonNode parts = proofs.member("parts", "a list");
  if (parts.array().empty()) parts.refuse("a family of which nothing is proved", "none");
  const WorkBudget budget(proof_operations);
  try {
    const reading::FamilyFile file(family.json, family.parameters);
    const ParameterPieces answer = varying::proved_again(file, proofs, {"q1"}).front();
    return {varying::in_words(answer), answer.proofs};
  } catch (const BudgetExceeded&) {
    refuse_unproved(proofs, "an answer");
  }
}

Written q1_of_metrics(const AlgebraicSystem<Rational>& system) {
  const MetricsFamily all = metrics_family(system);
  std::optional<Json> proofs;
  if (all.basis.rank > 2) proofs = proved_equations(all.text);
  if (!proofs && all.form.free.size() <= largest_inverse) proofs = proofs_by_parts(all.text);
  if (!proofs && all.form.free.size() > largest_inverse) {
    const MetricsFamily normal = metrics_in_normal_form(system);
    if (normal.form.free.size() <= largest_normal_form) proofs = proofs_by_parts(normal.text);
    if (proofs) (*proofs)["normal_form"] = in_words(normal.form);
  }
  if (proofs) return {*std::move(proofs), {}};
  return {nullptr, {every_metric}};
}

ProvedAgain q1_of_metrics_again(const AlgebraicSystem<Rational>& system, const JsonNode& node) {
  if (node.kind() == JsonValue::Kind::null) return {{}, {every_metric}};
  const bool normal = node.has("normal_form");
  const MetricsFamily family = normal ? metrics_in_normal_form(system) : metrics_family(system);
  std::string words =
      std::string(every_metric) + ", " + entries_in_words(family.basis.vectors, normal);
  if (normal) {
    const JsonNode form = node.member("normal_form", "a text");
    if (!is_said(form.string("a text"), in_words(family.form))) form.refuse(in_words(family.form));
    words += ", each being as one with " + in_words(family.form);
  }
  VerifiedClaim claim =
      proved_again(family.text, node,
                   normal ? std::vector<std::string>{"normal_form"} : std::vector<std::string>{});
  claim.words = words + ": " + claim.words;
  if (normal) add_proofs(claim.proofs, {{Proof::normal_form}});
  return {{std::move(claim)}, {}};
}

}  // namespace hamel
