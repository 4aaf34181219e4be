// Every condition that applies to an invariant system, in the order a reader asks them.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/check/algebraic_system.hpp>
#include <hamel/check/question.hpp>
#include <hamel/check/verdict.hpp>

#include "asked.hpp"
#include "claims/questions.hpp"

namespace hamel {

/// Exact operations that `check_all` may spend on all its questions together.
inline constexpr std::int64_t check_operations = 60'000'000;

/// The answer to a question, or undecided where a WorkBudget is used up.
template <class Ask>
Verdict within_budget(std::string_view id, const Ask& ask) {
  try {
    return ask();
  } catch (const BudgetExceeded& limit) {
    Verdict verdict;
    verdict.id = id;
    verdict.reason = limit.what();
    return verdict;
  }
}

/// All verdicts that apply and need no more than `most`, `q1` not among them (see `check_q1`). When the input is not a
/// system (the Jacobi identity fails, or the metric is degenerate on d) the list ends with the verdict that says so; it
/// ends too where the budget is used up before g is split. Throws as `require_well_formed`.
template <class S>
std::vector<Verdict> check_all(const AlgebraicSystem<S>& system, Needs most = Needs::motion) {
  const WorkBudget budget(check_operations);
  std::vector<Verdict> verdicts;
  const Subject<S> about(system);
  bool ended = false;
  for_each_condition([&]<class Row>(const Row& row) {
    if constexpr (Row::needs <= Needs::motion) {
      if (ended || row.needs > most) return;
      bool applies = true;
      Verdict verdict = within_budget(row.id, [&] {
        applies = row.applies(about);
        return applies ? row.ask(about) : Verdict();
      });
      if (!applies) return;
      ended = row.ends(about, verdict);
      verdicts.push_back(std::move(verdict));
    }
  });
  return verdicts;
}

}  // namespace hamel
