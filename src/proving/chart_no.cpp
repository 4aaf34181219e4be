// Starts on phi = 0 and the combination of equations that contradicts.
#include <cstddef>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include <hamel/algebra/work_budget.hpp>

#include "claims/exact_verdict.hpp"
#include "proofs.hpp"
#include "trial_starts.hpp"
#include "verifying/contradictions.hpp"
#include "verifying/integrable_constraints.hpp"

namespace hamel {

namespace {

Rational& number(StoredPoint& point, int i) {
  return point[static_cast<std::size_t>(i)][0];
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
    if (shown.combination.rows() == 0)
      shown.combination =
          contradiction_between<Rational>(equations, orders).value_or(shown.combination);
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

}  // namespace hamel
