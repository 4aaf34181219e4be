// A proof that is looked at again, within the budget of an answer.
#pragma once

#include <string>

#include <hamel/core/answer_budget.hpp>
#include <hamel/core/error.hpp>

namespace hamel::reading {

/// What `proof` returns. Where the budget ended it throws BudgetExceeded: nothing is then known of the certificate, so
/// none is refused.
template <class Proof>
auto within_answer(const Proof& proof) {
  const AnswerBudget answer;
  try {
    return proof();
  } catch (const InputError&) {
    if (const std::string why = AnswerBudget::why_ended(); !why.empty()) throw BudgetExceeded(why);
    throw;
  }
}

}  // namespace hamel::reading
