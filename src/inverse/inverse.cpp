// The family of a file with its metric, or its distribution, left free; potentials by linear algebra.
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/check/inverse_questions.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/inverse.hpp>

#include "checking/exact_algebra.hpp"
#include "keeping_potentials.hpp"
#include "reading/reading.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;
using Exact = DynamicMatrix<Rational>;

constexpr std::int64_t inverse_operations = 200'000'000;

/// The file with numbers in the place of formulas, without potential and start.
Json bare(const std::string& json, const AlgebraicSystem<Rational>& system) {
  Json file = Json::parse(json);
  for (const char* key : {"potential", "initial", "inputs", "target", "vehicle", "parameters"})
    file.erase(key);
  Json metric = Json::array(), span = Json::array();
  for (Eigen::Index i = 0; i < system.metric.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index j = 0; j < system.metric.cols(); ++j)
      row.push_back(system.metric(i, j).str());
    metric.push_back(row);
  }
  for (Eigen::Index j = 0; j < system.d().cols(); ++j) {
    Json row = Json::array();
    for (Eigen::Index i = 0; i < system.d().rows(); ++i) row.push_back(system.d()(i, j).str());
    span.push_back(row);
  }
  if (file.contains("algebra")) {  // brackets may name parameters
    Json brackets = Json::object();
    for (const auto& c : system.algebra.entries())
      brackets[std::to_string(c.i + 1) + "," + std::to_string(c.j + 1)][std::to_string(c.k + 1)] =
          c.value.str();
    file["algebra"] = {{"dim", system.algebra.dimension()}, {"brackets", brackets}};
  }
  file["metric"] = metric;
  file["constraint"] = {{"span", span}};
  return file;
}

SeveralParameters asked(const Json& file, const std::vector<std::string>& names) {
  return decide_text_in_parameters(file.dump(), names, {"q1"});
}

/// Every entry of the metric a parameter.
SeveralParameters all_metrics(Json file, const Exact& metric) {
  std::vector<std::string> names;
  for (Eigen::Index i = 0; i < metric.rows(); ++i)
    for (Eigen::Index j = i; j < metric.cols(); ++j) {
      names.push_back("g" + std::to_string(i + 1) + std::to_string(j + 1));
      const auto row = static_cast<std::size_t>(i), column = static_cast<std::size_t>(j);
      file["parameters"][names.back()] = metric(i, j).str();
      file["metric"][row][column] = file["metric"][column][row] = names.back();
    }
  return asked(file, names);
}

/// The planes with these pivots, at a member on which the metric is not degenerate; nothing where the first few all are.
std::optional<SeveralParameters> planes(Json file, const Exact& metric,
                                        const std::vector<int>& pivots) {
  const int n = static_cast<int>(metric.rows()), r = static_cast<int>(pivots.size());
  std::vector<std::pair<int, int>> places;
  std::vector<std::string> names;
  Json span = Json::array();
  for (int j = 0; j < r; ++j) {
    Json row = Json::array();
    for (int i = 0; i < n; ++i) {
      const bool pivot = std::ranges::count(pivots, i) > 0;
      const bool free = !pivot && i > pivots[static_cast<std::size_t>(j)];
      row.push_back(pivot  ? (i == pivots[static_cast<std::size_t>(j)] ? "1" : "0")
                    : free ? "t" + std::to_string(j + 1) + std::to_string(i + 1)
                           : "0");
      if (!free) continue;
      names.push_back(row.back());
      places.emplace_back(i, j);
    }
    span.push_back(row);
  }
  file["constraint"]["span"] = span;
  if (static_cast<int>(names.size()) > largest_inverse)
    throw InputError("d", std::to_string(names.size()) + " parameters",
                     "at most " + std::to_string(largest_inverse));
  for (int trial = 0; trial < 8; ++trial) {
    Exact d = Exact::Constant(n, r, Rational(0));
    for (int j = 0; j < r; ++j) d(pivots[static_cast<std::size_t>(j)], j) = 1;
    for (std::size_t k = 0; k < places.size(); ++k) {
      const Rational value = trial * static_cast<int>(k + 1) % 5;
      d(places[k].first, places[k].second) = value;
      file["parameters"][names[k]] = value.str();
    }
    if (rank<Rational>(Exact(d.transpose() * metric * d)) < r) continue;
    if (names.empty()) {  // one plane: a parameter that occurs nowhere
      file["parameters"]["t"] = "0";
      names.push_back("t");
    }
    return asked(file, names);
  }
  return std::nullopt;
}

std::vector<std::vector<int>> choices(int n, int r) {
  std::vector<std::vector<int>> all;
  std::vector<bool> chosen(static_cast<std::size_t>(n), false);
  std::fill(chosen.begin(), chosen.begin() + r, true);
  do {
    all.emplace_back();
    for (int i = 0; i < n; ++i)
      if (chosen[static_cast<std::size_t>(i)]) all.back().push_back(i);
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  return all;
}

/// The signatures of members: of the multiples of one form all; of a larger space those of small combinations.
void see_signatures(MetricsOfEq311& metrics, Eigen::Index r) {
  const auto count = static_cast<int>(metrics.basis.size());
  std::vector<int> digits(static_cast<std::size_t>(count), -2);
  constexpr int most = 4000;
  for (int seen = 0; seen < most && count > 0; ++seen) {
    Exact sum = Exact::Constant(r, r, Rational(0));
    for (int k = 0; k < count; ++k)
      sum += Rational(digits[static_cast<std::size_t>(k)]) *
             metrics.basis[static_cast<std::size_t>(k)];
    const Signature signature = hamel::signature<Rational>(sum);
    const std::pair found(signature.positive, signature.negative);
    if (found.first + found.second == r && !std::ranges::count(metrics.signatures, found))
      metrics.signatures.push_back(found);
    int k = 0;
    while (k < count && ++digits[static_cast<std::size_t>(k)] > 2)
      digits[static_cast<std::size_t>(k++)] = -2;
    if (k == count) break;
  }
  std::ranges::sort(metrics.signatures, std::greater<>());
  metrics.all_signatures =
      count <= 1 || static_cast<Eigen::Index>(metrics.signatures.size()) == r + 1;
}

}  // namespace

InverseAnswers inverse_of(const std::string& path) {
  return inverse_of_text(reading::read_text(path));
}

InverseAnswers inverse_of_text(const std::string& json) {
  const SystemFile read = parse_system_file(json);
  const auto* group = std::get_if<GroupSystem>(&read.system);
  if (group == nullptr)
    throw InputError("$.chart", "a system in coordinates", "a system on a group");
  if (!group->exact || !group->constrained() || group->moves() || !group->metric_is_constant() ||
      !group->offset.empty() || group->forced())
    throw InputError(
        "$", "no constraint, or numbers, a metric or a constraint that vary, a force or an offset",
        "rational numbers, a constant metric and a linear constraint that does not move");
  const WorkBudget budget(inverse_operations);
  const AlgebraicSystem<Rational>& system = *group->exact;
  const int n = system.dimension(), r = static_cast<int>(system.d().cols());
  InverseAnswers answers;
  answers.name = read.name;
  answers.admissible.basis = admissible_metrics(Splitting<Rational>(system));
  see_signatures(answers.admissible, r);
  const Json file = bare(json, system);
  if (n * (n + 1) / 2 > largest_inverse) {
    answers.metrics_not_covered = "metrics in dimension " + std::to_string(n) + " have " +
                                  std::to_string(n * (n + 1) / 2) + " entries, more than " +
                                  std::to_string(largest_inverse);
  } else {
    try {
      answers.metrics = all_metrics(file, system.metric);
    } catch (const InputError& refusal) {
      answers.metrics_not_covered = refusal.what();
    }
  }
  try {
    for (const auto& pivots : choices(n, r)) {
      auto found = planes(file, system.metric, pivots);
      if (found) answers.distributions.push_back({pivots, std::move(*found)});
    }
  } catch (const InputError& refusal) {
    answers.distributions_not_covered = refusal.what();
  }
  answers.potentials = keeping_potentials(read);
  return answers;
}

}  // namespace hamel
