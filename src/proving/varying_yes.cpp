// Sections as answers: found degree by degree, written down, and read again.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include <hamel/algebra/work_budget.hpp>

#include "claims/exact_verdict.hpp"
#include "lowering/polynomial_text.hpp"
#include "proofs.hpp"
#include "section_search.hpp"
#include "verifying/multiplier_section.hpp"

namespace hamel {

namespace {

constexpr std::int64_t section_operations = 60'000'000;

DynamicMatrix<Rational> as_matrix(const MultiplierSection& section, int functions) {
  DynamicMatrix<Rational> rows(static_cast<Eigen::Index>(section.terms.size()), functions + 3);
  for (Eigen::Index t = 0; t < rows.rows(); ++t) {
    const auto& term = section.terms[static_cast<std::size_t>(t)];
    rows(t, 0) = term.component + 1;
    rows(t, 1) = term.velocity + 1;
    for (int i = 0; i < functions; ++i)
      rows(t, i + 2) = term.exponents[static_cast<std::size_t>(i)];
    rows(t, functions + 2) = term.factor;
  }
  return rows;
}

Verdict straight() {
  return exact_verdict(
      "q1", Answer::holds,
      "no formula names a coordinate: every motion is straight, with any constant lambda",
      Evidence("straight"));
}

Verdict verdict_of(const PolynomialFile& about, const MultiplierSection& section, int degree) {
  const std::string where = degree == 0 ? "constant coefficients"
                                        : "coefficients of degree " + std::to_string(degree) +
                                              " in " + functions_in_words(about.ring);
  Verdict verdict = exact_verdict(
      "q1", Answer::holds,
      section.terms.empty()
          ? "nonholonomic motions are unconstrained ones on the leaves that they stay on"
          : "every motion has a multiplier that is a function of its velocity with " + where,
      Evidence("multiplier_section")
          .add("velocities", velocities_in_words(about))
          .add("functions", functions_in_words(about.ring))
          .add("section", as_matrix(section, about.ring.size()))
          .add("power", std::to_string(section.power)));
  verdict.generic = !about.everywhere;
  return verdict;
}

}  // namespace

std::optional<Verdict> prove_yes_by_section(const SystemFile& file, std::string* looked) {
  if (moves_straight(file)) return straight();
  try {
    const WorkBudget budget(section_operations);
    const auto about = polynomial_file(file);
    if (!about) return prove_chart_yes(file);
    const auto system = stored_system(file, *about);
    if (!system) return std::nullopt;
    if (MultiplierSection none; proves_yes(*system, none)) return verdict_of(*about, none, 0);
    for (int degree = 0; degree <= (about->ring.size() == 0 ? 0 : section_degree); ++degree) {
      if (const auto section = find_section(*system, about->ring, degree))
        return verdict_of(*about, *section, degree);
      if (looked != nullptr)
        *looked = "no multiplier is linear in the velocities with coefficients of degree up to " +
                  std::to_string(degree) + " in " + functions_in_words(about->ring);
    }
  } catch (const BudgetExceeded&) {
  }
  return std::nullopt;
}

std::optional<Verdict> prove_q2_yes_by_section(const SystemFile& file) {
  try {
    // Without one, exact work looks at no budget, not even at that of the answer.
    const WorkBudget work(std::numeric_limits<std::int64_t>::max());
    const auto about = polynomial_file(file);
    if (!about && !moves_straight(file)) return prove_chart_q2_yes(file);
    if (!moves_straight(file) && !spans_at_start(file, *about)) return std::nullopt;
    auto verdict = prove_yes_by_section(file);
    if (!verdict) return std::nullopt;
    verdict->id = "q2";
    verdict->generic = false;
    return verdict;
  } catch (const BudgetExceeded&) {
    return std::nullopt;
  }
}

}  // namespace hamel
