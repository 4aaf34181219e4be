// `q1` of every metric and of every d of a rank, by pivots: families that are made from the system anew.
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/core/error.hpp>

#include "exact/choices.hpp"
#include "inverse_proofs.hpp"
#include "lowering/polynomial_text.hpp"
#include "verifying/proved.hpp"
#include "verifying_families/equations_of_entries.hpp"
#include "verifying_families/family_proofs.hpp"
#include "verifying_families/pieces_text.hpp"

namespace hamel {

std::optional<ParameterPieces> q1_by_equations(const FamilyText& family) {
  try {
    const WorkBudget budget(proof_operations);
    if (auto found = varying::q1_by_equations(reading::FamilyFile(family.json, family.parameters)))
      return std::move(found->answers.front());
  } catch (const BudgetExceeded&) {
  } catch (const InputError&) {  // FLINT was absent
  }
  return std::nullopt;
}

namespace {

VerifiedClaim equations_again(const FamilyText& family, const JsonNode& node) {
  const JsonNode claim = node.member("by_equations", "true"),
                 pieces = node.member("yes_iff", "pieces");
  const auto again = q1_by_equations(family);
  if (!again || claim.kind() != JsonValue::Kind::boolean || !claim.boolean())
    refuse_unproved(claim, "equations");
  if (varying::pieces_from(pieces) != varying::as_json(again->yes))
    refuse_unproved(pieces, "equations");
  return {varying::in_words(*again), {{Proof::equations_of_entries}}};
}

/// The answer that a node proves, which has those keys beside its own.
VerifiedClaim proved_again(const FamilyText& family, const JsonNode& proofs,
                           std::vector<std::string> keys) {
  if (proofs.has("by_equations")) {
    keys.insert(keys.end(), {"yes_iff", "by_equations"});
    proofs.only_keys(keys);
    return equations_again(family, proofs);
  }
  keys.insert(keys.end(), {"yes_iff", "parts", "decompositions", "without_certificate"});
  proofs.only_keys(keys);
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

bool has_pivots(const JsonNode& node, const std::vector<int>& pivots) {
  const auto written = node.member("pivots", "whole numbers").array();
  bool same = written.size() == pivots.size();
  for (std::size_t i = 0; i < written.size(); ++i) {
    const int pivot = written[i].integer(1, 1000);
    same = same && pivot == pivots[i] + 1;
  }
  return same;
}

}  // namespace

ProvedAgain q1_of_metrics_again(const AlgebraicSystem<Rational>& system, const JsonNode& node) {
  if (node.kind() == JsonValue::Kind::null) return {{}, {q1_in_entries}};
  const bool normal = node.has("normal_form");
  const MetricsFamily family = normal ? metrics_in_normal_form(system) : metrics_family(system);
  std::string words =
      std::string(q1_in_entries) + ", " + entries_in_words(family.basis.vectors, normal);
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

ProvedAgain q1_of_planes_again(const AlgebraicSystem<Rational>& system, const JsonNode& node) {
  if (node.kind() == JsonValue::Kind::null) return {{}, {q1_of_every_d}};
  ProvedAgain result;
  const auto written = node.array();
  std::size_t at = 0;
  for (const auto& pivots : choices(system.dimension(), static_cast<int>(system.d().cols()))) {
    const auto family = planes_family(system, pivots);
    if (!family) {
      result.claims.push_back(
          {q1_of_every_d_with(pivots) + ": none, the metric is degenerate on each",
           {{Proof::degenerate_planes}}});
    } else if (at < written.size() && has_pivots(written[at], pivots)) {
      VerifiedClaim claim = proved_again(*family, written[at++], {"pivots"});
      claim.words = q1_of_every_d_with(pivots) + ": " + claim.words;
      result.claims.push_back(std::move(claim));
    } else {
      result.left_out.push_back(q1_of_every_d_with(pivots));
    }
  }
  if (at == 0) node.refuse("families of which none is proved", "null");
  if (at != written.size()) written[at].refuse("pivots of this rank, each once and in order");
  return result;
}

}  // namespace hamel
