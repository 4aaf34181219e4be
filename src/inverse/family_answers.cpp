// By equations, or by parts of the space of parameters.
#include "family_answers.hpp"

#include <algorithm>
#include <utility>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/inverse.hpp>

#include "varying/metric_entries.hpp"

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

SeveralParameters of_all_metrics(const MetricsFamily& family) {
  if (family.basis.rank > 2)
    if (auto found = by_equations(family.text)) return *std::move(found);
  if (family.entries() > largest_inverse)
    throw InputError(
        "g",
        std::to_string(family.entries()) +
            " entries that q1 depends on, those of d with d and [d, d]",
        "at most " + std::to_string(largest_inverse) + "; where (3.11) holds it is yes");
  return by_parts(family.text);
}

std::string entries_in_words(const DynamicMatrix<Rational>& vectors) {
  std::string words = "h_ij = g(b_i, b_j), b =";
  for (Eigen::Index k = 0; k < vectors.cols(); ++k) {
    words += " (";
    for (Eigen::Index i = 0; i < vectors.rows(); ++i)
      words += (i > 0 ? "," : "") + vectors(i, k).str();
    words += ")";
  }
  return words;
}

}  // namespace hamel
