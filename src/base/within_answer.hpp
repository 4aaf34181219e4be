// A proof that is looked at again, within the budget of an answer.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/core/error.hpp>

namespace hamel::reading {

/// What `proof` returns, all of whose exact work looks at the budget. Where that ended it throws BudgetExceeded: nothing
/// is then known of the certificate, so none is refused.
template <class Proof>
auto within_answer(const Proof& proof) {
  const AnswerBudget answer;
  AnswerBudget::require();
  const WorkBudget work(std::numeric_limits<std::int64_t>::max());
  try {
    return proof();
  } catch (const InputError&) {
    if (const std::string why = AnswerBudget::why_ended(); !why.empty()) throw BudgetExceeded(why);
    throw;
  }
}

}  // namespace hamel::reading
