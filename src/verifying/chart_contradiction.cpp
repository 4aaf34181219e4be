// Ranks of the equations for lambda along a motion.
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <string>
#include <utility>

#include "contradictions.hpp"
#include "integrable_constraints.hpp"

namespace hamel {

std::optional<StoredPoint> point_in(const DynamicMatrix<Rational>& rows) {
  if (rows.rows() > 0 && rows.cols() != 3) return std::nullopt;
  StoredPoint point;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const Rational &c = rows(i, 1),
                   &s = rows(i, 2);  // of coordinates that no formula turns by, too
    if (c * c + s * s != Rational(1)) return std::nullopt;
    point.push_back({rows(i, 0), c, s});
  }
  return point;
}

int orders_in(const Evidence& evidence) {
  const std::string written = evidence.get_text("orders");
  const int orders = std::atoi(written.c_str());
  return orders > 0 && orders <= most_orders && written == std::to_string(orders) ? orders : 0;
}

int orders_for(const ChartPolynomials& chart) {
  return std::min(static_cast<int>(chart.constraints.size()) + 2, most_orders);
}

std::optional<ChartJet> jet_at(const ChartPolynomials& chart, const StoredPoint& point) {
  const auto functions = chart.ring.at(point);
  if (!functions) return std::nullopt;
  ChartJet jet{*functions, {}};
  for (int k = 0; k < chart.n; ++k)
    jet.velocities.push_back(point[static_cast<std::size_t>(chart.n + k)][0]);
  return jet;
}

std::vector<std::vector<int>> affine_sets(const ChartPolynomials& chart) {
  std::vector<std::vector<int>> sets;
  for (unsigned set = 0; set < 1u << chart.n; ++set) {
    if (__builtin_popcount(set) != static_cast<int>(chart.constraints.size())) continue;
    std::vector<int> chosen;
    for (int k = 0; k < chart.n; ++k)
      if (set >> k & 1u) chosen.push_back(k);
    if (chart.affine_in(chosen)) sets.push_back(std::move(chosen));
  }
  return sets;
}

DynamicMatrix<Rational> slopes_at(const ChartPolynomials& chart, const ChartJet& jet,
                                  const std::vector<int>& velocities) {
  DynamicMatrix<Rational> slopes(static_cast<Eigen::Index>(chart.constraints.size()),
                                 static_cast<Eigen::Index>(velocities.size()));
  for (Eigen::Index a = 0; a < slopes.rows(); ++a)
    for (Eigen::Index j = 0; j < slopes.cols(); ++j)
      slopes(a, j) = chart
                         .by_v(chart.constraints[static_cast<std::size_t>(a)],
                               velocities[static_cast<std::size_t>(j)])
                         .at_identity(jet.functions);
  return slopes;
}

bool lies_on_true_motions(const ChartPolynomials& chart, const ChartJet& jet) {
  if (chart.values_are_true) return true;
  return std::ranges::any_of(affine_sets(chart), [&](const std::vector<int>& set) {
    return rank<Rational>(slopes_at(chart, jet, set)) == static_cast<Eigen::Index>(set.size());
  });
}

bool contradicts(const ChartPolynomials& chart, const FileJet& start, int orders,
                 Eigen::Index free) {
  const auto equations = ChartSeries<Rational>(chart, start.jet, orders).multiplier_equations();
  const Eigen::Index columns = equations.cols() - 1;
  const auto without = start.true_numbers
                           ? rank<Rational>(DynamicMatrix<Rational>(equations.leftCols(columns)))
                           : columns - free;
  return rank<Rational>(equations) > without;
}

bool verify_chart_no(const SystemFile& file, const Verdict& verdict) {
  const auto chart = chart_polynomials(file);
  if (!chart || verdict.answer != Answer::fails || verdict.generic ||
      verdict.evidence.kind() != "no_series")
    return false;
  const Eigen::Index free = integrable_constraints(*chart);
  if (verdict.id == "q2") {
    const auto tangent = verdict.evidence.get_matrix<Rational>("tangent");
    const int orders = orders_in(verdict.evidence);
    const auto start = tangent.size() == 1 ? start_of(file, *chart, tangent(0, 0)) : std::nullopt;
    return start && orders > 0 && contradicts(*chart, *start, orders, free) &&
           (orders == 1 ||
            !contradicts(*chart, *start, orders - 1, free));  // the least that will do
  }
  const auto point = point_in(verdict.evidence.get_matrix<Rational>("point"));
  const auto combination = verdict.evidence.get_matrix<Rational>("combination");
  if (verdict.id != "q1" || !point || std::ssize(*point) != 2 * chart->n ||
      combination.rows() > most_orders)
    return false;
  const auto jet = jet_at(*chart, *point);
  if (!jet || !verify_chart_no(*chart, *jet, combination) || !lies_on_true_motions(*chart, *jet))
    return false;
  const int orders = orders_for(*chart);
  const auto equations = ChartSeries<Rational>(*chart, *jet, orders).multiplier_equations();
  const Eigen::Index columns = equations.cols() - 1;
  return rank<Rational>(DynamicMatrix<Rational>(equations.leftCols(columns))) == columns - free;
}

}  // namespace hamel
