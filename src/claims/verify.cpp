// Answers about rational numbers, verified by their rows.
#include "verify.hpp"

#include <hamel/check/answers.hpp>

#include "questions.hpp"

namespace hamel {

template class Splitting<Rational>;
template void require_well_formed<Rational>(const AlgebraicSystem<Rational>&);
template Restriction<Rational> leaf<Rational>(const AlgebraicSystem<Rational>&);
template DynamicMatrix<Rational> momentum_equations<Rational>(const AlgebraicSystem<Rational>&,
                                                              const DynamicVector<Rational>&, int);
template DynamicMatrix<Residue> momentum_equations<Residue>(const AlgebraicSystem<Residue>&,
                                                            const DynamicVector<Residue>&, int);

bool verify(const AlgebraicSystem<Rational>& system, const Verdict& verdict) {
  bool proved = false;
  with_question(verdict.id, [&](const auto& row) {
    proved = verdict.exact && verdict.answer != Answer::undecided && row.verify(system, verdict);
  });
  return proved;
}

}  // namespace hamel
