// Metrics and potentials of a file over polynomials in the coordinates.
#include "varying_answers.hpp"

#include <optional>
#include <string>

#include <hamel/check/varying.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/any_system.hpp>

namespace hamel::command {

namespace {

VaryingAnswers all_undecided(const std::string& reason) {
  const auto undecided = [&reason](const char* id) {
    Verdict verdict;
    verdict.id = id;
    verdict.answer = Answer::undecided;
    verdict.exact = false;
    verdict.reason = reason;
    return verdict;
  };
  return {undecided("invariant_decomposition"), undecided("eq_3_9"), undecided("eq_3_10"),
          undecided("q1")};
}

}  // namespace

VaryingAnswers ask_varying(const GroupSystem& file,
                           const std::optional<AlgebraicSystem<Rational>>& exact) {
  if (!exact)
    return all_undecided("the numbers of the file are not rational, so nothing can be proved");
  const AnySystem system = any_system(file);
  if (!system.metric(file.group.identity<double>()).allFinite())
    return all_undecided("the metric is not finite at the identity, where the proof starts");
  const auto metric = file.metric_is_constant() ? std::optional(exact->metric) : std::nullopt;
  try {
    const VaryingConditions conditions(system, exact->algebra, exact->d(), metric);
    return {conditions.invariant_decomposition(), conditions.eq_3_9(), conditions.eq_3_10(),
            conditions.q1()};
  } catch (const DegenerateMetric&) {
    return all_undecided("the metric is degenerate at the identity, where the proof starts");
  }
}

}  // namespace hamel::command
