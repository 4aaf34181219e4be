// The questions of hamel/check/answers.hpp, over the scalars that programs have.
#include <hamel/check/answers.hpp>

#include "check_all.hpp"
#include "claims/questions.hpp"
#include "claims/varying_conditions.hpp"
#include "compiled.hpp"
#include "q1_numeric.hpp"
#include "varying_answers.hpp"

namespace hamel {

std::vector<Verdict> check_all(const AlgebraicSystem<Rational>& system, Needs most) {
  return check_all<Rational>(system, most);
}
std::vector<Verdict> check_all(const AlgebraicSystem<double>& system, Needs most) {
  return check_all<double>(system, most);
}

Verdict check_condition(std::string_view id, const AlgebraicSystem<Rational>& system) {
  Verdict verdict;
  with_question(id, [&]<class Row>(const Row& row) {
    if constexpr (Row::needs <= Needs::motion) {
      const WorkBudget budget(check_operations);
      verdict = within_budget(row.id, [&] { return row.ask(Subject<Rational>(system)); });
    } else {
      verdict.id = row.id;
      verdict.reason = "it is about functions on the group, or about one motion";
    }
  });
  return verdict;
}

Verdict check_q1(const Splitting<Rational>& split) {
  return check_q1<Rational>(split);
}
Verdict check_q1(const Splitting<double>& split) {
  return check_q1<double>(split);
}
Verdict check_q2(const Splitting<Rational>& split, const DynamicVector<Rational>& start) {
  return check_q2<Rational>(split, start);
}

std::vector<Verdict> check_all(const AlgebraicSystem<Rational>& numbers,
                               const FunctionsOnGroup& functions, bool metric_varies,
                               bool potential_varies) {
  const VaryingConditions conditions(functions, numbers.algebra, numbers.d());
  std::vector<Verdict> verdicts;
  for_each_open(metric_varies, potential_varies,
                [&](const auto& row) { verdicts.push_back(row.ask(conditions)); });
  return verdicts;
}
Verdict check_q1(const AlgebraicSystem<Rational>& numbers, const FunctionsOnGroup& functions) {
  return q1_by(VaryingConditions(functions, numbers.algebra, numbers.d()));
}

}  // namespace hamel
