// Starts, their series, and the combination of equations that contradicts.
#include "varying_no.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/algebra/work_budget.hpp>

#include "chart_no.hpp"
#include "checking/exact_algebra.hpp"
#include "checking/verify.hpp"
#include "exact/rational_function.hpp"
#include "exact_verdict.hpp"
#include "file_start.hpp"
#include "lowering/motion_series.hpp"
#include "lowering/polynomial_file.hpp"
#include "lowering/stored_system.hpp"
#include "series_limits.hpp"

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
    if (shown.combination.rows() == 0) {
      DynamicMatrix<Rational> right = DynamicMatrix<Rational>::Constant(s + 1, 1, Rational(0));
      right(s, 0) = 1;
      if (const auto y = solve<Rational>(DynamicMatrix<Rational>(equations.transpose()), right)) {
        shown.combination = DynamicMatrix<Rational>(order, r);
        for (int k = 0; k < order; ++k)
          for (Eigen::Index j = 0; j < r; ++j) shown.combination(k, j) = (*y)(k * r + j, 0);
      }
    }
    if (shown.combination.rows() > 0 && (shown.rank == largest || (!grows && order > 2))) break;
  }
  return shown;
}

}  // namespace

Eigen::Index largest_rank(const SystemFile& file, const PolynomialFile& about) {
  const auto stored = stored_system(file, about);
  return (stored ? stored->frame.cols() : about.system.metric.rows()) -
         about.system.distribution.cols();
}

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
      best.emplace();
      best->id = "q1";
      best->answer = Answer::fails;
      best->exact = shown.rank == largest;
      best->defect = 1;
      best->reason =
          "the motion from this start is not vakonomic: the equations for a multiplier, its Taylor "
          "series to order " +
          std::to_string(shown.combination.rows()) +
          ", contradict each other; the start is generic, " +
          (best->exact ? "their rank is as large as it can be" : "as far as random starts show");
      best->evidence = Evidence("no_series")
                           .add("point", as_matrix(point))
                           .add("u", start.u)
                           .add("combination", shown.combination);
      if (best->exact) return best;
    }
    if (contradicted < 2 || contradicted < examined) return std::nullopt;
  } catch (const BudgetExceeded&) {
    return std::nullopt;
  }
  return best;
}

namespace {

/// The equations contradict each other: their rank with the constants exceeds that without them, which is known where
/// all numbers are true, and else what it can be at most.
bool contradicts(Eigen::Index largest, const PolynomialFile& about, const FileStart& start,
                 int orders) {
  const auto equations =
      detail::MotionSeries(about.system, start.series, orders).multiplier_equations();
  const auto without =
      start.true_numbers
          ? rank<Rational>(DynamicMatrix<Rational>(equations.leftCols(equations.cols() - 1)))
          : largest;
  return rank<Rational>(equations) > without;
}

/// The same over Q(t) itself, for a start that is not generic: without their constants the equations may have a smaller
/// rank than they can have.
bool contradicts(const PolynomialFile& about, const SeriesStartOver<RationalFunction>& start,
                 int orders) {
  const auto equations = detail::MotionSeries(about.system, start, orders).multiplier_equations();
  return rank<RationalFunction>(equations) > rank<RationalFunction>(DynamicMatrix<RationalFunction>(
                                                 equations.leftCols(equations.cols() - 1)));
}

int orders_to_look_at(const PolynomialFile& about) {
  return static_cast<int>(std::min<Eigen::Index>(
      about.system.metric.rows() - about.system.distribution.cols() + 2 + orders_of_symmetry,
      most_orders));
}

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

bool verify_no_by_series(const SystemFile& file, const Verdict& verdict) {
  const auto about = polynomial_file(file);
  if (!about) return verify_chart_no(file, verdict);
  if (verdict.id == "q2" && verdict.answer == Answer::fails &&
      verdict.evidence.kind() == "no_series") {
    const auto tangent = verdict.evidence.get_matrix<Rational>("tangent");
    const std::string written = verdict.evidence.get_text("orders");
    const int orders = std::atoi(written.c_str());
    const auto start = tangent.size() == 1 ? start_of(file, *about, tangent(0, 0)) : std::nullopt;
    if (!start || orders <= 0 || orders > most_orders || written != std::to_string(orders))
      return false;
    const Eigen::Index largest = largest_rank(file, *about);  // orders is the least that will do
    return contradicts(largest, *about, *start, orders) &&
           (orders == 1 || !contradicts(largest, *about, *start, orders - 1));
  }
  if (verdict.id == "q2" && verdict.answer == Answer::fails &&
      verdict.evidence.kind() == "no_in_tangent") {
    const auto start = start_of(file, *about, RationalFunction::parameter());
    for (int orders = 1; start && orders <= orders_to_look_at(*about); ++orders)
      if (contradicts(*about, *start, orders))  // the least that will do
        return verdict.evidence.get_text("orders") == std::to_string(orders);
    return false;
  }
  if (verdict.id != "q1" || verdict.answer != Answer::fails || verdict.generic ||
      verdict.evidence.kind() != "no_series")
    return false;
  const DynamicMatrix<Rational> numbers = verdict.evidence.get_matrix<Rational>("point"),
                                u = verdict.evidence.get_matrix<Rational>("u"),
                                combination = verdict.evidence.get_matrix<Rational>("combination");
  if (u.cols() != 1 || u.rows() != about->system.distribution.cols() ||
      combination.rows() > most_orders || (numbers.rows() > 0 && numbers.cols() != 3))
    return false;
  StoredPoint point(static_cast<std::size_t>(numbers.rows()));
  for (std::size_t i = 0; i < point.size(); ++i)
    for (int kind = 0; kind < 3; ++kind)
      point[i][static_cast<std::size_t>(kind)] = numbers(static_cast<Eigen::Index>(i), kind);
  for (const auto& [x, c, s] : point)  // of coordinates that no formula turns by, too
    if (c * c + s * s != Rational(1)) return false;
  const auto values = about->ring.at(point);
  if (!values) return false;
  const SeriesStart start{*values, DynamicVector<Rational>(u.col(0))};
  const Eigen::Index s = about->system.metric.rows() - u.rows();
  const int orders = static_cast<int>(std::min<Eigen::Index>(s + 2, most_orders));
  const auto equations = detail::MotionSeries(about->system, start, orders).multiplier_equations();
  return verify_no(about->system, start, combination) &&
         rank<Rational>(DynamicMatrix<Rational>(equations.leftCols(s))) ==
             largest_rank(file, *about);
}

}  // namespace hamel
