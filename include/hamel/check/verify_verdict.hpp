// Re-proving a verdict from its evidence, as it was printed.
#pragma once

#include <hamel/check/questions.hpp>
#include <hamel/check/verdict.hpp>

namespace hamel {

/// Re-proves an exact verdict of any question from the system alone. False when the evidence does not prove the answer,
/// or the verdict does not claim a proof. Throws InputError when there is no question of its id.
inline bool verify(const AlgebraicSystem<Rational>& system, const Verdict& verdict) {
  bool proved = false;
  with_question(verdict.id, [&](const auto& row) {
    proved = verdict.exact && verdict.answer != Answer::undecided && row.verify(system, verdict);
  });
  return proved;
}

}  // namespace hamel
