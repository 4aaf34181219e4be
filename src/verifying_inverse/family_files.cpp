// Families as system files: an algebra by its brackets, numbers or parameters in metric and span.
#include "family_files.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/inverse.hpp>

#include "base/json_text.hpp"
#include "exact/linear_algebra.hpp"
#include "lowering/exact_rows.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;
using Exact = DynamicMatrix<Rational>;

Json with_numbers(const AlgebraicSystem<Rational>& system, const std::string& name) {
  Json brackets = Json::object();
  for (const auto& c : system.algebra.entries())
    brackets[std::to_string(c.i + 1) + "," + std::to_string(c.j + 1)][std::to_string(c.k + 1)] =
        c.value.str();
  return {{"schema", 1},
          {"name", name},
          {"algebra", {{"dim", system.dimension()}, {"brackets", brackets}}},
          {"metric", rows_of(system.metric)},
          {"constraint", {{"span", rows_of(system.d().transpose())}}}};
}

void require_few(std::size_t parameters, const char* what) {
  if (static_cast<int>(parameters) > largest_inverse)
    throw InputError(what, std::to_string(parameters) + " parameters",
                     "at most " + std::to_string(largest_inverse));
}

/// The next point of {0, 1, 2}^k; false after the last.
bool next(std::vector<int>& point) {
  for (int& entry : point) {
    if (++entry <= 2) return true;
    entry = 0;
  }
  return false;
}

/// `a+(-2)*b`, `0` where no factor is not.
std::string combination(const std::vector<std::string>& names,
                        const DynamicVector<Rational>& factors) {
  std::string sum;
  for (std::size_t t = 0; t < names.size(); ++t) {
    const Rational& factor = factors(static_cast<Eigen::Index>(t));
    if (factor == Rational(1))
      sum += (sum.empty() ? "" : "+") + names[t];
    else if (!factor.is_zero())
      sum += (sum.empty() ? "(" : "+(") + factor.str() + ")*" + names[t];
  }
  return sum.empty() ? "0" : sum;
}

/// The metrics of a form.
MetricsFamily family_of(const AlgebraicSystem<Rational>& system, const AdaptedBasis& basis,
                        MetricNormalForm form) {
  const int n = system.dimension(), r = basis.rank;
  const Exact given = basis.vectors.transpose() * system.metric * basis.vectors;
  DynamicVector<Rational> numbers(static_cast<Eigen::Index>(form.free.size()));
  std::vector<std::string> names;
  for (std::size_t t = 0; t < form.free.size(); ++t) {
    const auto [i, j] = form.entries[static_cast<std::size_t>(form.free[t])];
    numbers(static_cast<Eigen::Index>(t)) = given(i, j);
    names.push_back(form.name(form.free[t]));
  }
  Exact metric = Exact::Constant(n, n, Rational(0));
  const auto put = [&] {
    const DynamicVector<Rational> all = form.all * numbers;
    for (std::size_t k = 0; k < form.entries.size(); ++k) {
      const auto [i, j] = form.entries[k];
      metric(i, j) = metric(j, i) = all(static_cast<Eigen::Index>(k));
    }
  };
  put();
  for (int by = 1; rank<Rational>(Exact(metric.topLeftCorner(r, r))) < r && by <= r; ++by, put())
    for (Eigen::Index t = 0; t < numbers.size(); ++t)
      numbers(t) += Rational(static_cast<int>((t + by) * (t + by)));
  Json entries = rows_of(Exact::Constant(n, n, Rational(0))), values = Json::object();
  for (std::size_t k = 0; k < form.entries.size(); ++k) {
    const std::string sum =
        combination(names, form.all.row(static_cast<Eigen::Index>(k)).transpose());
    const auto row = static_cast<std::size_t>(form.entries[k].first),
               column = static_cast<std::size_t>(form.entries[k].second);
    entries[row][column] = entries[column][row] = sum;
  }
  for (std::size_t t = 0; t < names.size(); ++t)
    values[names[t]] = numbers(static_cast<Eigen::Index>(t)).str();
  if (n > r) {
    names.emplace_back("w");
    Rational w(0);
    do {
      w += Rational(1);
      for (int i = r; i < n; ++i) metric(i, i) = w;
    } while (rank<Rational>(metric) < n);
    values["w"] = w.str();
    for (auto i = static_cast<std::size_t>(r); i < static_cast<std::size_t>(n); ++i)
      entries[i][i] = "w";
  }
  Exact first = Exact::Constant(n, r, Rational(0));
  for (int i = 0; i < r; ++i) first(i, i) = Rational(1);
  Json file = with_numbers({system.algebra.in_basis(basis.vectors), metric, first}, "every metric");
  file["metric"] = entries;
  file["parameters"] = values;
  return {basis, std::move(form), {as_text(file, -1), names}};
}

FamilyText text_of(Json file, std::vector<std::string> names) {
  if (names.empty()) {  // one plane: a parameter that occurs nowhere
    file["parameters"]["t"] = "0";
    names.emplace_back("t");
  }
  return {as_text(file, -1), std::move(names)};
}

}  // namespace

const AlgebraicSystem<Rational>& system_of_inverse(const SystemFile& file) {
  file.refuse_uncovered("inverse");
  const auto* group = std::get_if<GroupSystem>(&file.system);
  if (group == nullptr)
    throw InputError("$.chart", "a system in coordinates", "a system on a group");
  const auto refuse_where = [](bool is_so, const char* place, const char* found,
                               const char* expected) {
    if (is_so) throw InputError(place, found, expected);
  };
  refuse_where(!group->constrained(), "$", "no constraint", "a linear one");
  const bool by_rows = !group->annihilator.empty();
  refuse_where(group->moves(), by_rows ? "$.constraint.annihilator" : "$.constraint.span",
               "vectors that move with the configuration", "constant ones");
  refuse_where(!group->offset.empty(), by_rows ? "$.constraint.drift" : "$.constraint.offset",
               "an affine constraint", "a linear one");
  refuse_where(!group->force.empty(), "$.force", "a force", "none");
  refuse_where(group->forced(), "$.inputs", "a signal", "none");
  refuse_where(!group->metric_is_constant(), "$.metric", "a metric that varies", "a constant one");
  refuse_where(!group->exact, "$", "numbers that are not rational", "rational numbers");
  return *group->exact;
}

MetricsFamily metrics_family(const AlgebraicSystem<Rational>& system) {
  const AdaptedBasis basis = adapted_basis(system.algebra, system.d());
  return family_of(system, basis, without_symmetries(basis));
}

MetricsFamily metrics_in_normal_form(const AlgebraicSystem<Rational>& system) {
  const AdaptedBasis basis =
      paired_basis(system.algebra, adapted_basis(system.algebra, system.d()));
  return family_of(system, basis, normal_form_of_metrics(system.algebra, basis));
}

std::string entries_in_words(const DynamicMatrix<Rational>& vectors, bool in_normal_form) {
  std::string words = in_normal_form
                          ? "h_ij = g(b_i, b_j) on d, k_ij = g(b_i, b_j) with b_j beyond, b ="
                          : "h_ij = g(b_i, b_j), b =";
  for (Eigen::Index k = 0; k < vectors.cols(); ++k) {
    words += " (";
    for (Eigen::Index i = 0; i < vectors.rows(); ++i)
      words += (i > 0 ? "," : "") + vectors(i, k).str();
    words += ")";
  }
  return words;
}

std::string in_words(const std::vector<int>& pivots) {
  std::string text;
  for (const int pivot : pivots) text += (text.empty() ? "e" : ", e") + std::to_string(pivot + 1);
  return text;
}

std::optional<FamilyText> planes_family(const AlgebraicSystem<Rational>& system,
                                        const std::vector<int>& pivots) {
  const int n = system.dimension(), r = static_cast<int>(pivots.size());
  std::vector<std::pair<int, int>> places;
  std::vector<std::string> names;
  Exact d = Exact::Constant(n, r, Rational(0));
  for (int j = 0; j < r; ++j) d(pivots[static_cast<std::size_t>(j)], j) = 1;
  Json span = rows_of(d.transpose());
  for (int j = 0; j < r; ++j)
    for (int i = pivots[static_cast<std::size_t>(j)] + 1; i < n; ++i) {
      if (std::ranges::count(pivots, i) > 0) continue;
      names.push_back("t" + std::to_string(j + 1) + std::to_string(i + 1));
      places.emplace_back(i, j);
      span[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)] = names.back();
    }
  require_few(names.size(), "d");
  // det(D^T M D) has degree at most 2 in each parameter: where it vanishes on {0, 1, 2}^k, it is 0.
  std::vector<int> member(places.size(), 0);
  const auto is_degenerate = [&] {
    for (std::size_t k = 0; k < places.size(); ++k)
      d(places[k].first, places[k].second) = member[k];
    return rank<Rational>(Exact(d.transpose() * system.metric * d)) < r;
  };
  while (is_degenerate())
    if (!next(member)) return std::nullopt;
  Json file = with_numbers(system, "every d with pivots " + in_words(pivots));
  file["constraint"]["span"] = span;
  for (std::size_t k = 0; k < names.size(); ++k)
    file["parameters"][names[k]] = std::to_string(member[k]);
  return text_of(std::move(file), std::move(names));
}

}  // namespace hamel
