// The answers to inverse questions: of families with parameters by decide_in_parameters, of the rest by linear algebra.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/inverse.hpp>

#include "checking/exact_algebra.hpp"
#include "exact/choices.hpp"
#include "family_answers.hpp"
#include "inverse_questions.hpp"
#include "keeping_potentials.hpp"
#include "parameters/singular_time.hpp"
#include "reading/tables.hpp"
#include "varying/metric_entries.hpp"
#include "verifying/metrics_again.hpp"

namespace hamel {

namespace {

using Exact = DynamicMatrix<Rational>;

constexpr std::int64_t inverse_operations = 200'000'000;
constexpr std::int64_t metrics_operations = 1'000'000'000;
constexpr std::int64_t planes_operations = 1'000'000'000;

/// Why the work was not done within a budget of its own; empty where it was.
template <class Work>
std::string undone(const Work& work, std::int64_t operations = inverse_operations) {
  try {
    const WorkBudget budget(operations);
    work();
  } catch (const BudgetExceeded& limit) {
    return limit.what();
  }
  return "";
}

/// The signatures that occur, where they are known.
void see_signatures(MetricsOfEq311& metrics, int r) {
  undone([&] {
    const Exact rows = row_echelon<Rational>(rows_of_forms(metrics.basis, r)).rows;
    const auto members = members_of_space(rows, r);
    if (!members) return;
    for (const auto& member : *members) metrics.signatures.push_back(member.signature);
    metrics.all_signatures = true;
  });
}

/// Why it was not done; empty where it was.
std::string ask_about_metrics(InverseAnswers& answers, const AlgebraicSystem<Rational>& system) {
  try {
    return undone(
        [&] {
          auto [family, found] = of_all_metrics(system);
          answers.metric_basis = family.basis.vectors;
          answers.metrics_normal_form = in_words(family.form);
          if (!answers.metrics_normal_form.empty()) {
            answers.metrics_adapted = std::move(found);
            return;
          }
          auto [adapted, given] =
              varying::in_entries(found, family.basis.vectors, family.basis.rank);
          answers.metrics_adapted = std::move(adapted);
          answers.metrics = std::move(given);
        },
        metrics_operations);
  } catch (const InputError& refusal) {
    return refusal.what();
  }
}

/// Families by pivots, each with a budget of its own.
void ask_about_planes(InverseAnswers& answers, const AlgebraicSystem<Rational>& system) {
  std::string& without = answers.distributions_not_covered;
  try {
    for (const auto& pivots : choices(system.dimension(), static_cast<int>(system.d().cols()))) {
      const varying::SingularTime on_these(longest_waiting_for_planes);
      const auto ask = [&] {
        if (const auto family = planes_family(system, pivots))
          answers.distributions.push_back({pivots, by_parts(*family)});
      };
      const std::string why = undone(ask, planes_operations);
      if (!why.empty())
        without += (without.empty() ? "pivots " : "; pivots ") + in_words(pivots) + ": " + why;
    }
  } catch (const InputError& refusal) {
    without = refusal.what();
  }
}

}  // namespace

InverseAnswers inverse_of(const std::string& path) {
  return inverse_of_text(reading::read_system_text(path).whole);
}

InverseAnswers inverse_of_text(const std::string& json) {
  const AnswerBudget answer;
  const SystemFile read = parse_system_file(json);
  const AlgebraicSystem<Rational>& system = system_of_inverse(read);
  const int r = static_cast<int>(system.d().cols());
  const varying::SingularTime waiting(longest_waiting);
  InverseAnswers answers;
  answers.name = read.name;
  {
    const WorkBudget budget(inverse_operations);
    answers.admissible.basis = admissible_metrics(Splitting<Rational>(system));
  }
  see_signatures(answers.admissible, r);
  answers.metrics_not_covered = ask_about_metrics(answers, system);
  ask_about_planes(answers, system);
  const std::string why = undone([&] { answers.potentials = keeping_potentials(read); });
  if (!why.empty()) answers.potentials.not_covered = why;
  return answers;
}

}  // namespace hamel
