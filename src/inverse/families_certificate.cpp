// `q1` of every metric and of every d of a rank: families that are made from the system anew, with proofs in their
// parameters.
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hamel/core/error.hpp>

#include "certificate_parts.hpp"
#include "family_answers.hpp"
#include "family_files.hpp"
#include "plane_choices.hpp"
#include "proved.hpp"
#include "proving/planes_again.hpp"
#include "rows_from.hpp"
#include "varying/choices.hpp"
#include "varying/family_proofs.hpp"
#include "varying/pieces_text.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char *every_metric = "q1 in the entries of the metric",
                     *every_d = "q1 in all d of this rank";

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

/// By equations where parts are without proof.
std::optional<Json> proofs_by_parts(const FamilyText& family) {
  auto proofs = proofs_of(family);
  if (!proofs || !(*proofs)["without_certificate"].empty())
    if (auto equations = proved_equations(family)) return equations;
  return proofs;
}

void require_keys(const JsonNode& node, std::vector<std::string> keys) {
  for (const char* key : {"yes_iff", "parts", "decompositions", "without_certificate"})
    keys.emplace_back(key);
  node.only_keys(keys);
}

std::string equations_again(const FamilyText& family, const JsonNode& node) {
  const JsonNode claim = node.member("by_equations", "true"),
                 pieces = node.member("yes_iff", "pieces");
  const auto again = proved_equations(family);
  if (!again || claim.kind() != JsonValue::Kind::boolean || claim.describe() != "true")
    refuse_unproved(claim, "equations");
  if (varying::pieces_from(pieces) != (*again)["yes_iff"]) refuse_unproved(pieces, "equations");
  return varying::in_words(by_equations(family)->answers.front());
}

/// The answer, of a node that has those keys beside its own.
std::string proved_again(const FamilyText& family, const JsonNode& proofs,
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
    return varying::in_words(varying::proved_again(file, proofs, {"q1"}).front());
  } catch (const BudgetExceeded&) {
    refuse_unproved(proofs, "an answer");
  }
}

std::string d_with(const std::vector<int>& pivots) {
  return "q1 in all d with pivots " + in_words(pivots);
}

std::string d_spanned_by(const std::vector<std::vector<std::string>>& span) {
  return "q1 in all d spanned by " + in_words(span);
}

std::vector<std::vector<std::string>> rows_in(const JsonNode& span) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& vector : span.array()) {
    auto& row = rows.emplace_back();
    for (const auto& entry : vector.array()) row.push_back(entry.string("a formula"));
  }
  return rows;
}

Json as_json(const PlaneChoices& choices) {
  Json json = Json::object();
  if (choices.vector.size() == 0) {
    json["largest"] = Json::array();
    for (const auto& [j, i] : choices.largest) json["largest"].push_back({j + 1, i + 1});
    return json;
  }
  for (const auto& entry : choices.vector) json["vector"].push_back(entry.str());
  json["with"] = as_json(choices.next[0]);
  if (choices.next.size() > 1) json["without"] = as_json(choices.next[1]);
  return json;
}

PlaneChoices choices_from(const JsonNode& node, int n) {
  PlaneChoices choices;
  if (!node.has("vector")) {
    node.only_keys({"largest"});
    for (const auto& place : node.member("largest", "components").array()) {
      const auto entry = place.array(2, "the numbers of a vector and of its component");
      choices.largest.emplace_back(entry[0].integer(1, n) - 1, entry[1].integer(1, n) - 1);
    }
    return choices;
  }
  node.only_keys({"vector", "with", "without"});
  choices.vector = vector_from(node.member("vector", "a vector"), static_cast<std::size_t>(n));
  choices.next.push_back(choices_from(node.member("with", "choices"), n));
  if (node.has("without"))
    choices.next.push_back(choices_from(node.member("without", "choices"), n));
  return choices;
}

Written planes_up_to_symmetries(const AlgebraicSystem<Rational>& system) {
  Written result{Json::object(), {}};
  const auto choices = choices_of_planes(system, static_cast<int>(system.d().cols()));
  Json families = Json::array();
  for (const auto& graphs : families_up_to_symmetries(system)) {
    const auto span = span_of(graphs);
    auto proofs = proofs_by_parts(planes_family(system, graphs));
    if (!proofs) {
      result.left_out.push_back(d_spanned_by(span));
      continue;
    }
    Json entry{{"span", span}};
    entry.update(*proofs);
    families.push_back(std::move(entry));
  }
  if (families.empty()) return {nullptr, {every_d}};
  result.json = {{"choices", as_json(choices.value())}, {"families", families}};
  return result;
}

ProvedAgain planes_up_to_symmetries_again(const AlgebraicSystem<Rational>& system,
                                          const JsonNode& node) {
  node.only_keys({"choices", "families"});
  const JsonNode told = node.member("choices", "choices"), list = node.member("families", "a list");
  const PlaneChoices choices = choices_from(told, system.dimension());
  std::optional<std::vector<GraphsOfPlanes>> families;
  if (!proved([&] {
        families = families_by(system, static_cast<int>(system.d().cols()), choices);
        return families.has_value();
      }))
    refuse_unproved(told, "planes up to isometric automorphisms");
  ProvedAgain result{{"each d of this rank is taken to one of " +
                      std::to_string(families->size()) + " families by " +
                      normal_form_of_planes(system)},
                     {}};
  const auto written = list.array();
  std::size_t next = 0;
  for (const auto& graphs : *families) {
    const auto span = span_of(graphs);
    if (next == written.size() || rows_in(written[next].member("span", "vectors")) != span) {
      result.left_out.push_back(d_spanned_by(span));
      continue;
    }
    result.claims.push_back(d_spanned_by(span) + ": " +
                            proved_again(planes_family(system, graphs), written[next], {"span"}));
    ++next;
  }
  if (next == 0) node.refuse("families of which none is proved", "null");
  if (next != written.size()) written[next].refuse("families by these choices, each once and in order");
  return result;
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
  std::string claim =
      std::string(every_metric) + ", " + entries_in_words(family.basis.vectors, normal);
  if (normal) {
    const JsonNode form = node.member("normal_form", "a text");
    if (form.string("a text") != in_words(family.form)) form.refuse(in_words(family.form));
    claim += ", each being as one with " + in_words(family.form);
  }
  return {
      {claim + ": " +
       proved_again(family.text, node,
                    normal ? std::vector<std::string>{"normal_form"} : std::vector<std::string>{})},
      {}};
}

Written q1_of_planes(const AlgebraicSystem<Rational>& system, bool up_to_symmetries) {
  if (up_to_symmetries) return planes_up_to_symmetries(system);
  Written result{Json::array(), {}};
  try {
    for (const auto& pivots : choices(system.dimension(), static_cast<int>(system.d().cols()))) {
      const auto family = planes_family(system, pivots);
      if (!family) continue;
      const auto proofs = proofs_by_parts(*family);
      if (!proofs) {
        result.left_out.push_back(d_with(pivots));
        continue;
      }
      Json entry{{"pivots", Json::array()}};
      for (const int pivot : pivots) entry["pivots"].push_back(pivot + 1);
      entry.update(*proofs);
      result.json.push_back(entry);
    }
  } catch (const InputError&) {  // more parameters than are asked about
    result.json.clear();
  }
  if (result.json.empty()) return {nullptr, {every_d}};
  return result;
}

ProvedAgain q1_of_planes_again(const AlgebraicSystem<Rational>& system, const JsonNode& node) {
  if (node.kind() == JsonValue::Kind::null) return {{}, {every_d}};
  if (node.kind() == JsonValue::Kind::object) return planes_up_to_symmetries_again(system, node);
  const auto written = node.array();
  ProvedAgain result;
  std::size_t next = 0;
  for (const auto& pivots : choices(system.dimension(), static_cast<int>(system.d().cols()))) {
    const auto family = planes_family(system, pivots);
    if (!family) {
      result.claims.push_back(d_with(pivots) + ": none, the metric is degenerate on each");
    } else if (next == written.size() || !has_pivots(written[next], pivots)) {
      result.left_out.push_back(d_with(pivots));
    } else {
      result.claims.push_back(d_with(pivots) + ": " +
                              proved_again(*family, written[next], {"pivots"}));
      ++next;
    }
  }
  if (next == 0) node.refuse("families of which none is proved", "null");
  if (next != written.size()) written[next].refuse("pivots of this rank, each once and in order");
  return result;
}

}  // namespace hamel
