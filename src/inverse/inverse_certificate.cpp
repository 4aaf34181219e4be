// Certificates of inverse questions as JSON: each answer is written when verifying_inverse proved it again.
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/core/answer_budget.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/inverse_certificate.hpp>

#include "base/json.hpp"
#include "base/json_text.hpp"
#include "exact/choices.hpp"
#include "exact/linear_algebra.hpp"
#include "family_answers.hpp"
#include "lowering/exact_rows.hpp"
#include "parameters/singular_time.hpp"
#include "varying/family_findings.hpp"
#include "verifying/certificate_head.hpp"
#include "verifying/metrics_again.hpp"
#include "verifying/proved.hpp"
#include "verifying_families/family_proofs.hpp"
#include "verifying_families/pieces_text.hpp"
#include "verifying_inverse/inverse_proofs.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;
using Exact = DynamicMatrix<Rational>;

/// One answer with what proves it, null where nothing does, and what is left out of it.
struct Written {
  Json json;
  std::vector<std::string> left_out;
};

Written metrics_of_eq_3_11(const AlgebraicSystem<Rational>& system, const MetricsOfEq311& metrics) {
  const int r = static_cast<int>(system.d().cols());
  Exact rows;
  const bool all = proved([&] {
    const auto echelon = row_echelon<Rational>(rows_of_forms(metrics.basis, r));
    rows = echelon.rows;
    return are_all_metrics(system, rows);
  });
  if (!all) return {nullptr, {metrics_with_eq_3_11}};
  Json members = Json::array();
  const bool complete = proved([&] {
    const auto found = members_of_space(rows, r);
    if (!found) return false;
    for (const auto& member : *found) {
      Json factors = Json::array();
      for (const auto& factor : member.factors.reshaped()) factors.push_back(factor.str());
      members.push_back({{"plus", std::to_string(member.signature.first)},
                         {"minus", std::to_string(member.signature.second)},
                         {"factors", factors}});
    }
    return true;
  });
  return {{{"basis", rows_of(rows)}, {"signatures", members}, {"all_signatures", complete}}, {}};
}

/// Nothing where no part is proved.
std::optional<Json> by_parts_of_space(const FamilyText& family) {
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

std::optional<Json> by_equations_of_entries(const FamilyText& family) {
  const auto found = q1_by_equations(family);
  if (!found) return std::nullopt;
  return Json{{"yes_iff", varying::as_json(found->yes)}, {"by_equations", true}};
}

/// By parts of the space of parameters, by equations where parts are without proof; nothing where no part is proved.
std::optional<Json> proofs_of(const FamilyText& family) {
  auto proofs = by_parts_of_space(family);
  if (!proofs || !(*proofs)["without_certificate"].empty())
    if (auto equations = by_equations_of_entries(family)) return equations;
  return proofs;
}

Written q1_of_metrics(const AlgebraicSystem<Rational>& system) {
  const MetricsFamily all = metrics_family(system);
  std::optional<Json> proofs;
  if (all.basis.rank > 2) proofs = by_equations_of_entries(all.text);
  if (!proofs && all.form.free.size() <= largest_inverse) proofs = proofs_of(all.text);
  if (!proofs && all.form.free.size() > largest_inverse) {
    const MetricsFamily normal = metrics_in_normal_form(system);
    if (normal.form.free.size() <= largest_normal_form) proofs = proofs_of(normal.text);
    if (proofs) (*proofs)["normal_form"] = in_words(normal.form);
  }
  if (proofs) return {*std::move(proofs), {}};
  return {nullptr, {q1_in_entries}};
}

Json entry_of(const std::vector<int>& pivots) {
  Json entry{{"pivots", Json::array()}};
  for (const int pivot : pivots) entry["pivots"].push_back(pivot + 1);
  return entry;
}

Written q1_of_planes(const AlgebraicSystem<Rational>& system) {
  Written result{Json::array(), {}};
  try {
    for (const auto& pivots : choices(system.dimension(), static_cast<int>(system.d().cols()))) {
      const auto family = planes_family(system, pivots);
      if (!family) continue;
      if (const auto proofs = proofs_of(*family)) {
        Json entry = entry_of(pivots);
        entry.update(*proofs);
        result.json.push_back(std::move(entry));
      } else {
        result.left_out.push_back(q1_of_every_d_with(pivots));
      }
    }
  } catch (const InputError&) {  // more parameters than are asked about
    return {nullptr, {q1_of_every_d}};
  }
  if (result.json.empty()) return {nullptr, {q1_of_every_d}};
  return result;
}

Written potentials_keeping(const SystemFile& file, const KeepingPotentials& potentials) {
  if (!potentials.not_covered.empty()) return {nullptr, {keeping_a_multiplier}};
  Json json =
      potentials.never_from.size() > 0
          ? Json{{"start", rows_of(potentials.never_from.transpose())[0]},
                 {"orders", potentials.never_orders}}
          : Json{{"multiplier", rows_of(potentials.multiplier)}, {"basis", potentials.basis}};

  const JsonValue read = parse_json(as_text(json, -1));
  try {
    potentials_again(file, JsonNode(read));
  } catch (const InputError&) {
    return {nullptr, {keeping_a_multiplier}};
  }
  return {std::move(json), {}};
}

}  // namespace

std::string inverse_certificate_of(const SystemFile& file, const InverseAnswers& answers) {
  const AnswerBudget answer;
  const auto& system = system_of_inverse(file);
  const varying::SingularTime waiting(longest_waiting);
  Json certificate = certificate_head(certificate_subject("inverse", file), claims_of_inverses),
       without = Json::array();
  const auto add = [&](const char* key, const Written& written) {
    certificate[key] = written.json;
    for (const auto& answer : written.left_out) without.push_back(answer);
  };
  add("eq_3_11_metrics", metrics_of_eq_3_11(system, answers.admissible));
  add("metrics_q1", q1_of_metrics(system));
  add("distributions_q1", q1_of_planes(system));
  add("potentials", potentials_keeping(file, answers.potentials));
  certificate["without_certificate"] = without;
  return as_text(certificate) + "\n";
}

}  // namespace hamel
