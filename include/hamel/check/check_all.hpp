// Every question that applies to an invariant system, in the order a reader asks them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/check/algebraic_system.hpp>
#include <hamel/check/conditions.hpp>
#include <hamel/check/context.hpp>
#include <hamel/check/corollaries.hpp>
#include <hamel/check/verdict.hpp>

namespace hamel {

/// Exact operations that `check_all` may spend on all its questions together.
inline constexpr std::int64_t check_operations = 60'000'000;

/// The answer to a question, or undecided where a WorkBudget is used up.
template <class Question>
Verdict within_budget(const char* id, const Question& question) {
  try {
    return question();
  } catch (const BudgetExceeded& limit) {
    Verdict verdict;
    verdict.id = id;
    verdict.reason = limit.what();
    return verdict;
  }
}

/// All verdicts that apply, `q1` not among them (see `check_q1`). When the input is not a system
/// (the Jacobi identity fails, or the metric is degenerate on d) the list ends with the verdict
/// that says so; it ends too where the budget is used up before g is split. Throws as `require_well_formed`.
template <class S>
std::vector<Verdict> check_all(const AlgebraicSystem<S>& system) {
  const WorkBudget budget(check_operations);
  std::vector<Verdict> verdicts;
  const auto ask = [&](const char* id, const auto& question) -> const Verdict& {
    return verdicts.emplace_back(within_budget(id, question));
  };
  if (ask("jacobi", [&] { return jacobi(system.algebra); }).answer == Answer::fails)
    return verdicts;
  const DynamicMatrix<S> d = system.d();
  std::optional<Splitting<S>> split;
  ask("nondegenerate", [&] {
    const Verdict verdict = nondegenerate(system);
    if (rank<S>(d.transpose() * system.metric * d) == d.cols()) split.emplace(system);
    return verdict;
  });
  if (!split) return verdicts;
  const Verdict holonomic = ask("integrable", [&] { return integrable(*split); });
  ask("bracket_generating", [&] { return bracket_generating(*split); });
  const Verdict free = ask("eq_3_11", [&] { return eq_3_11(*split); });
  if (system.constrained()) {
    ask("cor_3_9", [&] {
      const MultiplierEquations<S> equations(*split);
      return cor_3_9(find_ideal(
          *split, section_space<S>(equations, whole(StructureConstants<S>(equations.s)))));
    });
    ask("cor_4_10", [&] { return cor_4_10(*split); });
    if (const auto verdict = prop_4_6(split->dimension(), split->rank_d(), holonomic, free))
      verdicts.push_back(*verdict);
  }
  ask("ad_invariant", [&] { return ad_invariant(system); });
  ask("unimodular", [&] { return unimodular(system.algebra); });
  ask("invariant_measure", [&] { return invariant_measure(*split); });
  return verdicts;
}

}  // namespace hamel
