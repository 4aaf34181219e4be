// Starts on phi = 0 and the combination of equations that contradicts.
#include "chart_no.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/algebra/work_budget.hpp>

#include "chart_series.hpp"
#include "exact_verdict.hpp"
#include "file_start.hpp"
#include "integrable_constraints.hpp"
#include "series_limits.hpp"

namespace hamel {

namespace {

int orders_for(const ChartPolynomials& chart) {
  return std::min(static_cast<int>(chart.constraints.size()) + 2, most_orders);
}

const Rational& number(const StoredPoint& point, int i) {
  return point[static_cast<std::size_t>(i)][0];
}
Rational& number(StoredPoint& point, int i) {
  return point[static_cast<std::size_t>(i)][0];
}

std::optional<ChartJet> jet_at(const ChartPolynomials& chart, const StoredPoint& point) {
  const auto functions = chart.ring.at(point);
  if (!functions) return std::nullopt;
  ChartJet jet{*functions, {}};
  for (int k = 0; k < chart.n; ++k) jet.velocities.push_back(number(point, chart.n + k));
  return jet;
}

/// phi there, m x 1.
std::optional<DynamicMatrix<Rational>> constraints_at(const ChartPolynomials& chart,
                                                      const StoredPoint& point) {
  const auto functions = chart.ring.at(point);
  if (!functions) return std::nullopt;
  DynamicMatrix<Rational> phi(static_cast<Eigen::Index>(chart.constraints.size()), 1);
  for (Eigen::Index a = 0; a < phi.rows(); ++a)
    phi(a, 0) = chart.constraints[static_cast<std::size_t>(a)].at_identity(*functions);
  return phi;
}

/// The sets of m velocities that all constraints together are affine in.
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

/// d phi / d v for some of the velocities.
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

/// Whether a jet with phi = 0 is one of a true point, or near to true ones: either all functions have their true
/// values, or the constraints give some velocities as quotients of functions of all the rest, which are as if
/// independent.
bool lies_on_true_motions(const ChartPolynomials& chart, const ChartJet& jet) {
  if (chart.values_are_true) return true;
  return std::ranges::any_of(affine_sets(chart), [&](const std::vector<int>& set) {
    return rank<Rational>(slopes_at(chart, jet, set)) == static_cast<Eigen::Index>(set.size());
  });
}

/// Changes velocities of the point so that phi = 0: those that all constraints are affine in, or one that one
/// constraint is quadratic in.
bool onto_constraints(const ChartPolynomials& chart, const std::vector<std::vector<int>>& affine,
                      StoredPoint& point, std::mt19937& generator) {
  const auto velocity = [&](int k) -> Rational& { return number(point, chart.n + k); };
  if (!affine.empty()) {
    const auto& set = affine[generator() % affine.size()];
    for (const int k : set) velocity(k) = 0;
    const auto jet = jet_at(chart, point);
    const auto phi = constraints_at(chart, point);
    if (!jet || !phi) return false;
    const DynamicMatrix<Rational> slopes = slopes_at(chart, *jet, set);
    if (rank<Rational>(slopes) < slopes.cols()) return false;
    const auto solution = solve<Rational>(slopes, DynamicMatrix<Rational>(-*phi));
    if (!solution) return false;
    for (std::size_t j = 0; j < set.size(); ++j)
      velocity(set[j]) = (*solution)(static_cast<Eigen::Index>(j), 0);
    return true;
  }
  if (!chart.values_are_true || chart.constraints.size() != 1) return false;
  const int k = static_cast<int>(generator() % static_cast<unsigned>(chart.n));
  std::vector<Rational> values;  // at 0, 1, -1
  for (const int x : {0, 1, -1}) {
    velocity(k) = Rational(x);
    const auto phi = constraints_at(chart, point);
    if (!phi) return false;
    values.push_back((*phi)(0, 0));
  }
  const Rational a = (values[1] + values[2]) / Rational(2) - values[0],
                 b = (values[1] - values[2]) / Rational(2), c = values[0];
  if (a.is_zero()) return false;
  const auto root = exact_root(b * b - Rational(4) * a * c);
  if (!root || root->is_zero()) return false;
  velocity(k) = (*root - b) / (Rational(2) * a);
  return true;
}

/// What one start shows.
struct ShownByChart {
  bool full =
      false;  ///< without their constants the equations leave those lambda that are always free
  DynamicMatrix<Rational> combination;  ///< 0 rows where they do not contradict each other
};

ShownByChart examine(const ChartPolynomials& chart, const ChartJet& start, Eigen::Index free) {
  ShownByChart shown;
  for (int orders = 1; orders <= orders_for(chart); ++orders) {
    const DynamicMatrix<Rational> equations =
        ChartSeries<Rational>(chart, start, orders).multiplier_equations();
    const Eigen::Index columns = equations.cols() - 1;
    shown.full =
        rank<Rational>(DynamicMatrix<Rational>(equations.leftCols(columns))) == columns - free;
    if (shown.combination.rows() == 0) {
      DynamicMatrix<Rational> right =
          DynamicMatrix<Rational>::Constant(columns + 1, 1, Rational(0));
      right(columns, 0) = 1;
      if (const auto y = solve<Rational>(DynamicMatrix<Rational>(equations.transpose()), right)) {
        shown.combination = DynamicMatrix<Rational>(orders, chart.n);
        for (int k = 0; k < orders; ++k)
          for (int j = 0; j < chart.n; ++j) shown.combination(k, j) = (*y)(k * chart.n + j, 0);
      }
    }
    if (shown.combination.rows() > 0 && shown.full) break;
  }
  return shown;
}

/// q, then v of the start of the file, with t = 0, t' = 1 where time is among them; nothing where a number is not
/// rational.
std::optional<StoredPoint> file_point(const SystemFile& file, const ChartPolynomials& chart) {
  const auto* system = std::get_if<ChartSystem>(&file.system);
  if (system == nullptr || !system->start) return std::nullopt;
  std::vector<Number> numbers = system->start->q;
  if (chart.timed) numbers.push_back({0, Rational(0)});
  numbers.insert(numbers.end(), system->start->q_dot.begin(), system->start->q_dot.end());
  if (chart.timed) numbers.push_back({1, Rational(1)});
  StoredPoint point;
  for (const Number& x : numbers) {
    if (!x.exact) return std::nullopt;
    point.push_back({*x.exact, Rational(1), Rational(0)});
  }
  return point;
}

/// The rank with the constants exceeds that without, which is known where all numbers are true, and else what it can be
/// at most, where some lambda are always free.
bool contradicts(const ChartPolynomials& chart, const FileJet& start, int orders,
                 Eigen::Index free) {
  const auto equations = ChartSeries<Rational>(chart, start.jet, orders).multiplier_equations();
  const Eigen::Index columns = equations.cols() - 1;
  const auto without = start.true_numbers
                           ? rank<Rational>(DynamicMatrix<Rational>(equations.leftCols(columns)))
                           : columns - free;
  return rank<Rational>(equations) > without;
}

}  // namespace

std::optional<Verdict> prove_chart_no(const SystemFile& file) {
  std::optional<Verdict> best;
  int contradicted = 0, examined = 0;
  try {
    const WorkBudget budget(series_operations);
    const auto chart = chart_polynomials(file);
    if (!chart) return std::nullopt;
    const auto affine = affine_sets(*chart);
    const Eigen::Index free = integrable_constraints(*chart);
    std::mt19937 generator(20250917);
    const auto given = file_point(file, *chart);
    for (int draw = given ? -1 : 0; draw < trial_points && examined < trial_starts; ++draw) {
      const bool random = draw >= 0;
      StoredPoint point = random ? chart->ring.random_point(generator) : *given;
      for (int k = chart->n; random && k < 2 * chart->n;
           ++k)  // velocities that no formula names too
        if (Rational& v = number(point, k); v.is_zero())
          v = Rational(static_cast<int>(generator() % 5) - 2);
      if (random && !onto_constraints(*chart, affine, point, generator)) continue;
      const auto jet = jet_at(*chart, point);
      if (!jet || !is_admissible(*chart, *jet) || !lies_on_true_motions(*chart, *jet)) continue;
      ShownByChart shown;
      try {
        shown = examine(*chart, *jet, free);
      } catch (const std::bad_optional_access&) {  // the equations of motion degenerate there
        continue;
      }
      if (!random && (shown.combination.rows() == 0 || !shown.full)) continue;
      ++examined;
      if (shown.combination.rows() == 0) continue;
      ++contradicted;
      if (best && !shown.full) continue;
      best = exact_verdict(
          "q1", Answer::fails,
          "the motion from this start is not vakonomic: the equations for lambda, its Taylor "
          "series to order " +
              std::to_string(shown.combination.rows()) +
              ", contradict each other; the start is generic, " +
              (!shown.full ? "as far as random starts show"
               : free == 0 ? "they leave no lambda free without their constants either"
                           : "they leave that of constraints alone free without their "
                             "constants that are derivatives of functions"),
          Evidence("no_series")
              .add("point", as_matrix(point))
              .add("combination", shown.combination));
      best->exact = shown.full;
      if (shown.full) return best;
    }
  } catch (const BudgetExceeded&) {
    return std::nullopt;
  }
  return contradicted >= 2 && contradicted == examined ? best : std::nullopt;
}

std::optional<Verdict> prove_chart_q2_no(const SystemFile& file) {
  try {
    const WorkBudget budget(series_operations);
    const Rational tangent = Rational(2) / Rational(7);
    const auto chart = chart_polynomials(file);
    const auto start = chart ? start_of(file, *chart, tangent) : std::nullopt;
    if (!start) return std::nullopt;
    const Eigen::Index free = integrable_constraints(*chart);
    for (int orders = 1; orders <= orders_for(*chart) + orders_of_symmetry; ++orders)
      if (contradicts(*chart, *start, orders, free))
        return exact_verdict(
            "q2", Answer::fails,
            "the equations for lambda, the Taylor series of this motion to order " +
                std::to_string(orders) + ", contradict each other",
            Evidence("no_series")
                .add_number("tangent", tangent)
                .add("orders", std::to_string(orders)));
  } catch (const BudgetExceeded&) {
  } catch (const std::bad_optional_access&) {  // the equations of motion degenerate
  }
  return std::nullopt;
}

bool verify_chart_no(const SystemFile& file, const Verdict& verdict) {
  const auto chart = chart_polynomials(file);
  if (!chart || verdict.answer != Answer::fails || verdict.generic ||
      verdict.evidence.kind() != "no_series")
    return false;
  const Eigen::Index free = integrable_constraints(*chart);
  if (verdict.id == "q2") {
    const auto tangent = verdict.evidence.get_matrix<Rational>("tangent");
    const std::string written = verdict.evidence.get_text("orders");
    const int orders = std::atoi(written.c_str());
    const auto start = tangent.size() == 1 ? start_of(file, *chart, tangent(0, 0)) : std::nullopt;
    return start && orders > 0 && orders <= most_orders && written == std::to_string(orders) &&
           contradicts(*chart, *start, orders, free) &&
           (orders == 1 ||
            !contradicts(*chart, *start, orders - 1, free));  // the least that will do
  }
  const DynamicMatrix<Rational> numbers = verdict.evidence.get_matrix<Rational>("point"),
                                combination = verdict.evidence.get_matrix<Rational>("combination");
  if (verdict.id != "q1" || numbers.rows() != 2 * chart->n || numbers.cols() != 3 ||
      combination.rows() > most_orders)
    return false;
  StoredPoint point(static_cast<std::size_t>(numbers.rows()));
  for (std::size_t i = 0; i < point.size(); ++i)
    for (int kind = 0; kind < 3; ++kind)
      point[i][static_cast<std::size_t>(kind)] = numbers(static_cast<Eigen::Index>(i), kind);
  for (const auto& [x, c, s] : point)  // of coordinates that no formula turns by, too
    if (c * c + s * s != Rational(1)) return false;
  const auto jet = jet_at(*chart, point);
  if (!jet || !verify_chart_no(*chart, *jet, combination) || !lies_on_true_motions(*chart, *jet))
    return false;
  const int orders = orders_for(*chart);
  const auto equations = ChartSeries<Rational>(*chart, *jet, orders).multiplier_equations();
  const Eigen::Index columns = equations.cols() - 1;
  return rank<Rational>(DynamicMatrix<Rational>(equations.leftCols(columns))) == columns - free;
}

}  // namespace hamel
