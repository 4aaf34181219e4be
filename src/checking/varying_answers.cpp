// What is asked of metrics and potentials that vary.
#include "varying_answers.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "claims/exact_verdict.hpp"
#include "claims/questions.hpp"
#include "claims/varying_conditions.hpp"
#include "conditions.hpp"
#include "exact_algebra.hpp"
#include "leaf.hpp"

namespace hamel {

namespace {

/// f(row) for the conditions that the file leaves open by what varies in it.
template <class F>
void for_each_open_in(const GroupSystem& file, const F& f) {
  for_each_open(!file.metric_is_constant(), !file.potential.is_constant(), f);
}

VaryingAnswers all_undecided(const GroupSystem& file, const std::string& reason) {
  const auto undecided = [&reason](std::string_view id) {
    Verdict verdict;
    verdict.id = id;
    verdict.answer = Answer::undecided;
    verdict.exact = false;
    verdict.reason = reason;
    return verdict;
  };
  VaryingAnswers answers{{}, undecided("q1")};
  for_each_open_in(file, [&](const auto& row) { answers.conditions.push_back(undecided(row.id)); });
  return answers;
}

}  // namespace

VaryingAnswers ask_varying(const GroupSystem& file) {
  VaryingAnswers all;
  const std::string obstacle = with_conditions(file, [&](const VaryingConditions& conditions) {
    all.q1 = q1_by(conditions);
    for_each_open_in(file, [&](const auto& row) { all.conditions.push_back(row.ask(conditions)); });
  });
  return obstacle.empty() ? all : all_undecided(file, obstacle);
}

Verdict q1_by(const VaryingConditions& conditions) {
  const Splitting<Rational>& split = conditions.split();
  const auto yes = [](std::string reason, Evidence evidence) {
    return exact_verdict("q1", Answer::holds, std::move(reason), std::move(evidence));
  };
  if (integrable(split))
    return yes("integrable: [d,d] is in d, both problems coincide", Evidence("integrable"));
  const Verdict free = conditions.eq_3_9(), invariant = conditions.eq_3_10();
  if (free && free.exact && invariant && invariant.exact)
    return yes("eq_3_9 and eq_3_10: nonholonomic motions are unconstrained ones",
               Evidence("eq_3_9"));
  const Restriction<Rational> on_leaf = leaf(split.system());
  std::vector<DynamicMatrix<Rational>> candidates = working_ideals(split);
  for (const auto& h : known_ideals<Rational>(on_leaf.system.algebra)) {
    const DynamicMatrix<Rational> inside = on_leaf.basis * h;
    if (rank<Rational>(join<Rational>(split.d(), inside)) == on_leaf.basis.cols() &&
        inside.cols() + split.rank_d() == on_leaf.basis.cols())
      candidates.push_back(inside);
  }
  for (const auto& h : candidates)
    if (Verdict found = conditions.cor_3_9(h))
      return yes("cor_3_9: " + found.reason, std::move(found.evidence));
  Verdict verdict;
  verdict.id = "q1";
  verdict.reason = "no condition decides it: ask one motion at a time";
  return verdict;
}

}  // namespace hamel
