// The answers to inverse questions: of families with parameters by decide_in_parameters, of the rest by linear algebra.
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/check/inverse_questions.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/inverse.hpp>

#include "checking/exact_algebra.hpp"
#include "family_answers.hpp"
#include "family_files.hpp"
#include "keeping_potentials.hpp"
#include "plane_choices.hpp"
#include "plane_invariants.hpp"
#include "proving/metrics_again.hpp"
#include "proving/possible_signatures.hpp"
#include "reading/reading.hpp"
#include "signature_search.hpp"
#include "varying/choices.hpp"
#include "varying/decomposition.hpp"
#include "varying/metric_entries.hpp"

namespace hamel {

namespace {

using Exact = DynamicMatrix<Rational>;

constexpr std::int64_t inverse_operations = 200'000'000;
constexpr std::int64_t metrics_operations = 1'000'000'000;
constexpr std::int64_t planes_operations = 1'000'000'000;
constexpr std::int64_t choices_operations = 60'000'000;

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

/// The signatures of members, and those that are possible beside them.
void see_signatures(MetricsOfEq311& metrics, int r) {
  std::vector<std::pair<int, int>> possible;
  for (int plus = r; plus >= 0; --plus) possible.emplace_back(plus, r - plus);
  undone([&] {
    const Exact rows = row_echelon<Rational>(rows_of_forms(metrics.basis, r)).rows;
    for (const auto& member : members_of_space(rows, r))
      metrics.signatures.push_back(member.signature);
    possible = possible_signatures(rows, r);
  });
  for (const auto& signature : possible)
    if (std::ranges::count(metrics.signatures, signature) == 0)
      metrics.open_signatures.push_back(signature);
  metrics.all_signatures = metrics.open_signatures.empty();
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

bool is_open(const SeveralParameters& answer) {
  return std::ranges::any_of(answer.answers.front().undecided, [](const ParameterPiece& piece) {
    return piece.zero.empty() && piece.nonzero.empty();
  });
}

bool is_undecided(const SeveralParameters& answer) {
  return !answer.answers.front().undecided.empty();
}

/// Families of planes, and why others are not among them.
struct Planes {
  std::vector<DistributionFamily> families;
  std::string without;

  /// How many of them nothing is told of.
  std::ptrdiff_t open() const {
    const auto is_open_one = [](const auto& family) { return is_open(family.answer); };
    return std::ranges::count_if(families, is_open_one) + (without.empty() ? 0 : 1);
  }
};

/// In its parameters, or in numbers of other vectors that span d where these tell more.
class PlaneAnswers {
 public:
  explicit PlaneAnswers(const AlgebraicSystem<Rational>& system) : system_(system) {}

  std::vector<DistributionFamily> of(const FamilyText& family, DistributionFamily planes) {
    planes.answer = by_parts(family);
    const bool turned = !planes.span.empty();
    if (!(turned ? is_undecided(planes.answer) : is_open(planes.answer))) return {planes};
    std::vector<DistributionFamily> result;
    for (const auto& part : planes_in_invariants(system_, family)) {
      auto known = known_.find(part.text.json);
      if (known == known_.end()) {
        const varying::WaitingTime waiting(longest_waiting_for_planes);
        SeveralParameters answer = by_parts(part.text);
        std::erase(answer.parameters, "w");
        answer.systems = {{{}, {"h22"}, false, "", ""}};
        known = known_.emplace(part.text.json, std::move(answer)).first;
      }
      result.push_back({planes.pivots, known->second, planes.span, part.where, part.basis});
    }
    const auto is_undecided_one = [](const auto& one) { return is_undecided(one.answer); };
    const bool better = is_open(planes.answer) || std::ranges::none_of(result, is_undecided_one);
    if (result.empty() || !better) return {planes};
    return result;
  }

 private:
  const AlgebraicSystem<Rational>& system_;
  std::map<std::string, SeveralParameters> known_;
};

void add(std::vector<DistributionFamily>& families, std::vector<DistributionFamily> others) {
  std::ranges::move(others, std::back_inserter(families));
}

/// Those up to isometric automorphisms; nothing where there are none, or not all are looked at.
std::optional<Planes> turned_planes(const AlgebraicSystem<Rational>& system,
                                    PlaneAnswers& answers) {
  const varying::WaitingTime waiting(longest_waiting);
  Planes planes;
  std::vector<GraphsOfPlanes> all;
  if (!undone([&] { all = families_up_to_symmetries(system); }, choices_operations).empty())
    return std::nullopt;
  try {
    for (const auto& graphs : all) {
      const varying::WaitingTime on_these(longest_waiting_for_planes);
      const auto ask = [&] {
        add(planes.families, answers.of(planes_family(system, graphs), {{}, {}, span_of(graphs)}));
      };
      const std::string why = undone(ask, planes_operations);
      if (!why.empty())
        planes.without +=
            (planes.without.empty() ? "" : "; ") + in_words(span_of(graphs)) + ": " + why;
    }
  } catch (const InputError&) {  // more parameters than are looked at
    return std::nullopt;
  }
  if (planes.families.empty()) return std::nullopt;
  return planes;
}

/// By pivots; where one family is open, up to symmetries if that leaves none open, or fewer.
void ask_about_planes(InverseAnswers& answers, const AlgebraicSystem<Rational>& system) {
  Planes planes;
  PlaneAnswers plane_answers(system);
  std::optional<Planes> turned;
  bool asked = false;
  const auto turn = [&] {
    if (!std::exchange(asked, true)) turned = turned_planes(system, plane_answers);
    return turned && turned->open() == 0;
  };
  try {
    for (const auto& pivots : choices(system.dimension(), static_cast<int>(system.d().cols()))) {
      const varying::WaitingTime on_these(longest_waiting_for_planes);
      bool open = false;
      const auto ask = [&] {
        const auto family = planes_family(system, pivots);
        if (!family) return;
        auto found = plane_answers.of(*family, {pivots, {}});
        open = !found.front().basis.empty() || is_open(found.front().answer);
        add(planes.families, std::move(found));
      };
      const std::string why = undone(ask, planes_operations);
      if (!why.empty())
        planes.without +=
            (planes.without.empty() ? "pivots " : "; pivots ") + in_words(pivots) + ": " + why;
      if ((open || !why.empty()) && turn() && !isometric_derivations(system).empty()) break;
    }
  } catch (const InputError& refusal) {
    planes.without = refusal.what();
    turn();
  }
  if (turned &&
      (planes.families.empty() || turned->open() < planes.open() || turned->open() == 0)) {
    // Without a group they are other families of the same planes, beside those by pivots.
    if (!isometric_derivations(system).empty()) planes = {};
    add(planes.families, std::move(turned->families));
    planes.without = std::move(turned->without);
    answers.distributions_normal_form = normal_form_of_planes(system);
  }
  answers.distributions = std::move(planes.families);
  answers.distributions_not_covered = std::move(planes.without);
}

}  // namespace

InverseAnswers inverse_of(const std::string& path) {
  return inverse_of_text(reading::read_text(path));
}

InverseAnswers inverse_of_text(const std::string& json) {
  const SystemFile read = parse_system_file(json);
  const AlgebraicSystem<Rational>& system = system_of_inverse(read);
  const int r = static_cast<int>(system.d().cols());
  const varying::WaitingTime waiting(longest_waiting);
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
