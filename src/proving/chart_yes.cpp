// Divisions tried one after the other.
#include <cstdint>
#include <string>

#include <hamel/algebra/work_budget.hpp>

#include "claims/exact_verdict.hpp"
#include "proofs.hpp"
#include "verifying/chart_identities.hpp"

namespace hamel {

namespace {

constexpr std::int64_t yes_operations = 60'000'000;

std::optional<Verdict> prove(const SystemFile& file, const char* id) {
  try {
    const WorkBudget budget(yes_operations);
    const auto chart = chart_polynomials(file);
    if (!chart) return std::nullopt;
    const bool single = std::string(id) == "q2";
    const CramerMotion motion(*chart);
    for (int number = 0;; ++number) {
      const auto choice = ChartDivision::choice(*chart, number);
      if (!choice) break;
      const ChartDivision division(*chart, *choice);
      if (!division.is_possible()) continue;
      const Reach reach(file, *chart, division, single);
      if (!reach.enough || division.vanishes(motion.determinant)) continue;
      const std::string kind = kind_shown(motion, division);
      if (kind.empty()) continue;
      Verdict verdict = exact_verdict(
          id, Answer::holds,
          kind == "reaction_vanishes"
              ? "nonholonomic motions are unconstrained ones: lambda = 0 serves"
              : "along nonholonomic motions d/dt phi_v - phi_q is a combination of the "
                "phi_v: any lambda(0) serves",
          Evidence(kind).add("by", in_words(*choice, file)));
      verdict.generic = !reach.everywhere && !single;
      return verdict;
    }
  } catch (const BudgetExceeded&) {
  }
  return std::nullopt;
}

}  // namespace

std::optional<Verdict> prove_chart_yes(const SystemFile& file) {
  return prove(file, "q1");
}

std::optional<Verdict> prove_chart_q2_yes(const SystemFile& file) {
  return prove(file, "q2");
}

}  // namespace hamel
