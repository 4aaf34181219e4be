// Combinations of constraints that are affine in the velocities, and their leaves.
#include "integrable_constraints.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <hamel/algebra/work_budget.hpp>

#include "exact/sparse.hpp"
#include "lowering/admissible_velocities.hpp"
#include "lowering/involutive_frame.hpp"
#include "lowering/normal_form.hpp"
#include "lowering/stored_system.hpp"

namespace hamel {

namespace {

using PolynomialTable = DynamicMatrix<CoordinatePolynomial>;

constexpr std::int64_t leaf_operations = 5'000'000;

/// What of the stored numbers depends on a velocity: the velocities, and functions adjoined that name them.
std::vector<bool> named_velocities(const ChartPolynomials& chart) {
  const auto& rates = chart.ring.stored_rates();
  std::vector<bool> named(rates[0].size(), false);
  for (std::size_t k = static_cast<std::size_t>(chart.n); k < rates.size(); ++k)
    for (std::size_t i = 0; i < named.size(); ++i)
      if (!rates[k][i].terms().empty()) named[i] = true;
  return named;
}

/// Combinations of polynomials with constant factors that are affine in the velocities.
std::vector<CoordinatePolynomial> affine_combinations(
    const ChartPolynomials& chart, const std::vector<CoordinatePolynomial>& all) {
  const auto named = named_velocities(chart);
  const auto is_affine = [&](const CoordinatePolynomial::Monomial& monomial) {
    int degree = 0;
    for (const auto& [variable, power] : monomial)
      if (named[static_cast<std::size_t>(index_of(variable))])
        degree += is_plain(variable) && index_of(variable) < 2 * chart.n ? power : 2;
    return degree <= 1;
  };
  std::map<CoordinatePolynomial::Monomial, SparseSystem<Rational>::Row> rows;
  for (std::size_t a = 0; a < all.size(); ++a)
    for (const auto& [monomial, factor] : all[a].terms())
      if (!is_affine(monomial)) rows[monomial][static_cast<int>(a)] = factor;
  SparseSystem<Rational> system(static_cast<int>(all.size()));
  for (auto& [monomial, row] : rows) system.add(std::move(row), Rational(0));
  const DynamicMatrix<Rational> factors = system.kernel();
  std::vector<CoordinatePolynomial> affine(static_cast<std::size_t>(factors.cols()));
  for (std::size_t j = 0; j < affine.size(); ++j)
    for (std::size_t a = 0; a < all.size(); ++a)
      affine[j] += CoordinatePolynomial(
                       factors(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(j))) *
                   all[a];
  return affine;
}

/// The dimension of the leaves that constraints affine in the velocities leave; n where they leave none.
Eigen::Index dimension_of_leaves(const ChartPolynomials& chart) {
  std::vector<CoordinatePolynomial> all;
  for (const auto& phi : chart.constraints) all.push_back(in_stored_numbers(phi, chart.ring));
  all = affine_combinations(chart, all);
  if (all.empty()) return chart.n;
  PolynomialTable slopes = PolynomialTable::Constant(static_cast<Eigen::Index>(all.size()), chart.n,
                                                     CoordinatePolynomial()),
                  rest(slopes.rows(), 1);
  for (Eigen::Index a = 0; a < slopes.rows(); ++a) {
    rest(a, 0) = all[static_cast<std::size_t>(a)];
    for (int k = 0; k < chart.n; ++k) {
      const auto parts = by_powers(rest(a, 0), variable_of(chart.n + k));
      rest(a, 0) = parts[0];
      if (parts.size() > 1) slopes(a, k) = parts[1];
    }
  }
  const auto admissible = admissible_velocities(slopes, rest);
  if (!admissible) return chart.n;
  std::vector<std::vector<CoordinatePolynomial>> rates = chart.ring.stored_rates();
  rates.resize(static_cast<std::size_t>(chart.n));
  const Fields fields{StructureConstants<Rational>(chart.n), std::move(rates), admissible->d};
  const bool drifts =
      std::ranges::any_of(admissible->tops.reshaped(),
                          [](const CoordinatePolynomial& p) { return !p.terms().empty(); });
  return (drifts ? frame_beside_time(fields, admissible->tops, admissible->minor, chart.ring)
                 : involutive_frame(fields, chart.ring))
      .cols();
}

}  // namespace

Eigen::Index integrable_constraints(const ChartPolynomials& chart) {
  try {
    const WorkBudget budget(leaf_operations);
    return chart.n - dimension_of_leaves(chart);
  } catch (const BudgetExceeded&) {
    return 0;
  }
}

}  // namespace hamel
