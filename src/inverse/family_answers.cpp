// By equations, or by parts of the space of parameters.
#include "family_answers.hpp"

#include <algorithm>
#include <utility>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/inverse.hpp>

#include "verifying_families/equations_of_entries.hpp"

namespace hamel {

std::optional<SeveralParameters> by_equations(const FamilyText& family) {
  try {
    return varying::q1_by_equations(reading::FamilyFile(family.json, family.parameters));
  } catch (const BudgetExceeded&) {
    return std::nullopt;
  }
}

SeveralParameters by_parts(const FamilyText& family) {
  std::optional<SeveralParameters> found;
  try {
    found = decide_text_in_parameters(family.json, family.parameters, {"q1"});
  } catch (const BudgetExceeded&) {
    if (auto equations = by_equations(family)) return *std::move(equations);
    throw;
  }
  if (std::ranges::any_of(found->answers,
                          [](const ParameterPieces& q1) { return !q1.undecided.empty(); }))
    if (auto equations = by_equations(family)) return *std::move(equations);
  return *std::move(found);
}

OfAllMetrics of_all_metrics(const AlgebraicSystem<Rational>& system) {
  MetricsFamily all = metrics_family(system);
  if (all.basis.rank > 2)
    if (auto found = by_equations(all.text)) return {std::move(all), *std::move(found)};
  if (all.form.free.size() <= largest_inverse) {
    SeveralParameters found = by_parts(all.text);
    return {std::move(all), std::move(found)};
  }
  MetricsFamily normal = metrics_in_normal_form(system);
  std::optional<SeveralParameters> found;
  if (normal.form.free.size() <= largest_normal_form)
    found = decide_text_in_parameters(normal.text.json, normal.text.parameters, {"q1"});
  const auto is_open = [](const ParameterPiece& piece) {
    return piece.zero.empty() && piece.nonzero.empty();
  };
  if (!found || std::ranges::any_of(found->answers.front().undecided, is_open))
    throw InputError("g",
                     std::to_string(all.form.free.size()) +
                         " entries that q1 depends on, those of d with d and [d, d]; " +
                         std::to_string(normal.form.free.size()) + " in a normal form",
                     "fewer; where (3.11) holds it is yes");
  return {std::move(normal), *std::move(found)};
}

}  // namespace hamel
