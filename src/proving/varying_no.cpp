// Starts, their series, and the combination of equations that contradicts.
#include <algorithm>
#include <random>
#include <string>
#include <utility>

#include <hamel/algebra/work_budget.hpp>

#include "claims/exact_verdict.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/rational_function.hpp"
#include "lowering/motion_series.hpp"
#include "lowering/polynomial_file.hpp"
#include "proofs.hpp"
#include "trial_starts.hpp"
#include "verifying/contradictions.hpp"

namespace hamel {

namespace {

/// The first of the trial points are without zeros, lest all that are found have a symmetry: sqrt(1 + x^2) is known at
/// x = 0.
constexpr int points_without_zeros = 200;

/// What one start shows.
struct Shown {
  Eigen::Index rank = 0;                ///< of the equations without their constants
  DynamicMatrix<Rational> combination;  ///< 0 rows where they do not contradict each other
};

Shown examine(const PolynomialSystem& system, const SeriesStart& start, Eigen::Index largest) {
  Shown shown;
  const Eigen::Index r = system.distribution.cols(), s = system.metric.rows() - r;
  const int last = static_cast<int>(std::min<Eigen::Index>(s + 2, most_orders));
  for (int order = 1; order <= last; ++order) {
    const DynamicMatrix<Rational> equations =
        detail::MotionSeries(system, start, order).multiplier_equations();
    const DynamicMatrix<Rational> linear = equations.leftCols(s);
    const auto rank_now = rank<Rational>(linear);
    const bool grows = rank_now > shown.rank;
    shown.rank = rank_now;
    if (shown.combination.rows() == 0)
      shown.combination =
          contradiction_between<Rational>(equations, order).value_or(shown.combination);
    if (shown.combination.rows() > 0 && (shown.rank == largest || (!grows && order > 2))) break;
  }
  return shown;
}

}  // namespace

std::optional<Verdict> prove_no_by_series(const SystemFile& file) {
  std::optional<Verdict> best;
  try {
    const WorkBudget budget(series_operations);
    const auto about = polynomial_file(file);
    if (!about) return prove_chart_no(file);
    const Eigen::Index largest = largest_rank(file, *about);
    std::mt19937 generator(20250311);
    Eigen::Index highest = -1;
    int contradicted = 0, examined = 0;
    const int draws = about->ring.adjoins() ? trial_points : trial_starts;
    for (int draw = 0; draw < draws && examined < trial_starts; ++draw) {
      const StoredPoint point = about->ring.random_point(generator);
      const auto values = about->ring.at(point);
      if (!values) continue;
      if (about->ring.adjoins() && draw < points_without_zeros &&
          std::ranges::any_of(*values, [](const Rational& value) { return value.is_zero(); }))
        continue;
      SeriesStart start{*values, DynamicVector<Rational>(about->system.distribution.cols())};
      for (Eigen::Index j = 0; j < start.u.size(); ++j)
        start.u(j) =
            Rational(static_cast<int>(generator() % 3 + 1) * (generator() % 2 == 0 ? 1 : -1));
      Shown shown;
      try {
        shown = examine(about->system, start, largest);
      } catch (const std::bad_optional_access&) {  // the metric or D degenerates there
        continue;
      }
      ++examined;
      if (shown.combination.rows() == 0) continue;
      ++contradicted;
      if (shown.rank <= highest) continue;
      highest = shown.rank;
      const bool full = shown.rank == largest;
      best = exact_verdict(
          "q1", Answer::fails,
          "the motion from this start is not vakonomic: the equations for a multiplier, its Taylor "
          "series to order " +
              std::to_string(shown.combination.rows()) +
              ", contradict each other; the start is generic, " +
              (full ? "their rank is as large as it can be" : "as far as random starts show"),
          Evidence("no_series")
              .add("point", as_matrix(point))
              .add("u", start.u)
              .add("combination", shown.combination));
      best->exact = full;
      if (best->exact) return best;
    }
    if (contradicted < 2 || contradicted < examined) return std::nullopt;
  } catch (const BudgetExceeded&) {
    return std::nullopt;
  }
  return best;
}

namespace {

Verdict q2_no(int orders, Evidence evidence) {
  evidence.add("orders", std::to_string(orders));
  return exact_verdict(
      "q2", Answer::fails,
      "the equations for a multiplier, the Taylor series of this motion to order " +
          std::to_string(orders) + ", contradict each other",
      std::move(evidence));
}

}  // namespace

std::optional<Verdict> prove_q2_no_by_series(const SystemFile& file) {
  try {
    const WorkBudget budget(series_operations);
    const auto about = polynomial_file(file);
    if (!about) return prove_chart_q2_no(file);
    const Rational tangent = Rational(2) / Rational(7);
    const auto start = start_of(file, *about, tangent);
    if (!start) return std::nullopt;
    const Eigen::Index largest = largest_rank(file, *about);
    const int last = orders_to_look_at(*about);
    for (int orders = 1; orders <= last; ++orders)
      if (contradicts(largest, *about, *start, orders))
        return q2_no(orders, Evidence("no_series").add_number("tangent", tangent));
    const auto exact =
        start->true_numbers ? std::nullopt : start_of(file, *about, RationalFunction::parameter());
    for (int orders = 1; exact && orders <= last; ++orders)
      if (contradicts(*about, *exact, orders)) return q2_no(orders, Evidence("no_in_tangent"));
  } catch (const BudgetExceeded&) {
  } catch (const std::bad_optional_access&) {  // the metric degenerates
  }
  return std::nullopt;
}

}  // namespace hamel
