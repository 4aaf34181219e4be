// Velocities that solve constraints by Newton's method, and the series from there.
#include "enclosed_chart.hpp"

#include <algorithm>
#include <cstddef>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/algebra/work_budget.hpp>

#include "chart_series.hpp"
#include "enclosed_no.hpp"
#include "exact_verdict.hpp"
#include "integrable_constraints.hpp"
#include "lambda_section.hpp"
#include "series_limits.hpp"

namespace hamel {

namespace {

using Jet = ChartJetOver<Enclosure>;
using Rows = DynamicMatrix<Enclosure>;

constexpr int enclosed_points = 60, newton_steps = 60, enclosed_orders = 9;

Jet jet_of(const ChartPolynomials& chart, const std::vector<Enclosure>& q_and_v) {
  return {chart.ring.values<Enclosure>(q_and_v), {q_and_v.begin() + chart.n, q_and_v.end()}};
}

Rows value(const DynamicMatrix<CoordinatePolynomial>& m, const Jet& jet) {
  std::vector<detail::SeriesOver<Enclosure>> constants;
  for (const auto& function : jet.functions) constants.push_back({function});
  return detail::value_along<Enclosure>(m, constants, 1)[0];
}

/// phi (m x 1), and its derivatives by some velocities.
DynamicMatrix<CoordinatePolynomial> constraints_of(const ChartPolynomials& chart) {
  DynamicMatrix<CoordinatePolynomial> phi(static_cast<Eigen::Index>(chart.constraints.size()), 1);
  for (Eigen::Index a = 0; a < phi.rows(); ++a)
    phi(a, 0) = chart.constraints[static_cast<std::size_t>(a)];
  return phi;
}
DynamicMatrix<CoordinatePolynomial> slopes_of(const ChartPolynomials& chart,
                                              const std::vector<int>& velocities) {
  DynamicMatrix<CoordinatePolynomial> slopes(static_cast<Eigen::Index>(chart.constraints.size()),
                                             static_cast<Eigen::Index>(velocities.size()));
  for (Eigen::Index a = 0; a < slopes.rows(); ++a)
    for (Eigen::Index j = 0; j < slopes.cols(); ++j)
      slopes(a, j) = chart.by_v(chart.constraints[static_cast<std::size_t>(a)],
                                velocities[static_cast<std::size_t>(j)]);
  return slopes;
}

/// A start on phi = 0 whose other velocities are the given ones: Newton's method from the given ones, and a box around
/// where it ends that a step with the derivatives of the whole box maps into itself, so that one solution is in it
/// (Moore 1966).
std::optional<Jet> on_constraints(const ChartPolynomials& chart, std::vector<Enclosure> at,
                                  const std::vector<int>& velocities) {
  const auto phi = constraints_of(chart), slopes = slopes_of(chart, velocities);
  const auto unknown = [&](std::size_t j) -> Enclosure& {
    return at[static_cast<std::size_t>(chart.n + velocities[j])];
  };
  const auto step = [&](const Jet& here, const Jet& around) {
    return Rows(detail::SeriesAlgebra<Enclosure>::inverse(value(slopes, around)) *
                value(phi, here));
  };
  for (int k = 0; k < newton_steps; ++k) {
    const Jet here = jet_of(chart, at);
    const Rows change = step(here, here);
    for (std::size_t j = 0; j < velocities.size(); ++j)
      unknown(j) = (unknown(j) - change(static_cast<Eigen::Index>(j), 0)).middle();
  }
  const Jet here = jet_of(chart, at);
  const std::vector<Enclosure> middle = at;
  for (std::size_t j = 0; j < velocities.size(); ++j)
    unknown(j) = unknown(j).widened(Enclosure::bits / 2);
  const Rows change = step(here, jet_of(chart, at));
  for (std::size_t j = 0; j < velocities.size(); ++j) {
    const Enclosure next = middle[static_cast<std::size_t>(chart.n + velocities[j])] -
                           change(static_cast<Eigen::Index>(j), 0);
    if (!unknown(j).holds(next)) return std::nullopt;
    unknown(j) = next;
  }
  return jet_of(chart, at);
}

/// The least orders of the series whose equations for lambda contradict each other, the rank with their constants being
/// larger than the number of unknowns less those that are left free; 0 where none do.
int contradicting_orders(const ChartPolynomials& chart, const Jet& start, int most,
                         Eigen::Index free) {
  for (int orders = 1; orders <= most; ++orders) {
    Rows equations = ChartSeries<Enclosure>(chart, start, orders).multiplier_equations();
    const Eigen::Index needed = equations.cols() - free;
    if (equations.rows() < needed) continue;
    if (EnclosedElimination(std::move(equations)).rank() >= needed) return orders;
  }
  return 0;
}
/// How many lambda are free along every motion, without constants.
Eigen::Index free_lambdas(const ChartPolynomials& chart) {
  return std::max(constant_lambdas(chart), integrable_constraints(chart));
}
int generic_orders(const ChartPolynomials& chart) {
  return std::min(static_cast<int>(chart.constraints.size()) + 2, enclosed_orders);
}
int orders_of_start(const ChartPolynomials& chart) {
  return std::min(generic_orders(chart) + orders_of_symmetry, enclosed_orders);
}

/// The start of the file; phi is 0 there as far as is known.
std::optional<Jet> start_of_file(const SystemFile& file, const ChartPolynomials& chart) {
  auto q_and_v = enclosed_coordinates(file);
  if (!q_and_v) return std::nullopt;
  if (chart.timed) {  // t = 0, t' = 1
    q_and_v->emplace(q_and_v->begin() + chart.n - 1);
    q_and_v->emplace_back(1);
  }
  Jet jet = jet_of(chart, *q_and_v);
  const Rows phi = value(constraints_of(chart), jet);
  if (std::ranges::any_of(phi.reshaped(), [](const Enclosure& x) { return x.is_not_zero(); }))
    return std::nullopt;
  return jet;
}

std::vector<Enclosure> enclosed(const DynamicMatrix<Rational>& point) {
  std::vector<Enclosure> at;
  for (Eigen::Index kind = 0; kind < 2; ++kind)
    for (Eigen::Index i = 0; i < point.rows(); ++i) at.emplace_back(point(i, kind));
  return at;
}

/// f(chart) within the budget; a default result where there is none, or where numbers are not known well enough.
template <class F>
auto with_chart(const SystemFile& file, const F& f) -> decltype(f(*chart_polynomials(file))) {
  try {
    const WorkBudget budget(enclosure_operations);
    if (const auto chart = chart_polynomials(file)) return f(*chart);
  } catch (const BudgetExceeded&) {
  } catch (const std::domain_error&) {
  }
  return {};
}

}  // namespace

std::optional<Verdict> prove_chart_no_by_enclosure(const SystemFile& file) {
  return with_chart(file, [](const ChartPolynomials& chart) -> std::optional<Verdict> {
    std::mt19937 generator(20261124);
    const int m = static_cast<int>(chart.constraints.size());
    const Eigen::Index free = free_lambdas(chart);
    for (int draw = 0; draw < enclosed_points; ++draw) {
      DynamicMatrix<Rational> point(chart.n, 2);
      for (Rational& x : point.reshaped())
        x = Rational(static_cast<int>(generator() % 13) - 6) / Rational(4);
      std::vector<int> velocities(static_cast<std::size_t>(chart.n));
      for (int k = 0; k < chart.n; ++k) velocities[static_cast<std::size_t>(k)] = k;
      for (std::size_t k = velocities.size(); k > 1; --k)
        std::swap(velocities[k - 1], velocities[generator() % k]);
      velocities.resize(static_cast<std::size_t>(m));
      try {
        const auto start = on_constraints(chart, enclosed(point), velocities);
        const int orders =
            start ? contradicting_orders(chart, *start, generic_orders(chart), free) : 0;
        if (orders == 0) continue;
        DynamicMatrix<Rational> solved(1, m);
        for (int j = 0; j < m; ++j)
          solved(0, j) = Rational(velocities[static_cast<std::size_t>(j)] + 1);
        return exact_verdict(
            "q1", Answer::fails,
            "the motion from this start is not vakonomic: the equations for lambda, its "
            "Taylor series to order " +
                std::to_string(orders) +
                " between bounds, contradict each other; the start is generic, they leave " +
                (free == 0 ? "no lambda free without their constants either"
                           : "those alone free without their constants that every motion "
                             "leaves free"),
            Evidence("no_enclosure")
                .add("point", point)
                .add("solved", solved)
                .add("orders", std::to_string(orders)));
      } catch (const std::domain_error&) {  // no solution near, or a function that is not defined
      }
    }
    return std::nullopt;
  });
}

std::optional<Verdict> prove_chart_q2_no_by_enclosure(const SystemFile& file) {
  return with_chart(file, [&](const ChartPolynomials& chart) -> std::optional<Verdict> {
    const auto start = start_of_file(file, chart);
    const int orders =
        start ? contradicting_orders(chart, *start, orders_of_start(chart), free_lambdas(chart))
              : 0;
    if (orders == 0) return std::nullopt;
    return exact_verdict("q2", Answer::fails,
                         "the equations for lambda, the Taylor series of this motion to order " +
                             std::to_string(orders) +
                             " between bounds for its start, contradict each other",
                         Evidence("no_enclosure").add("orders", std::to_string(orders)));
  });
}

bool verify_chart_no_by_enclosure(const SystemFile& file, const Verdict& verdict) {
  return with_chart(file, [&](const ChartPolynomials& chart) {
    if (verdict.answer != Answer::fails || verdict.generic) return false;
    const std::string orders = verdict.evidence.get_text("orders");
    if (verdict.id == "q2") {
      const auto start = start_of_file(file, chart);
      const int found =
          start ? contradicting_orders(chart, *start, orders_of_start(chart), free_lambdas(chart))
                : 0;
      return found > 0 && orders == std::to_string(found);
    }
    const auto point = verdict.evidence.get_matrix<Rational>("point"),
               solved = verdict.evidence.get_matrix<Rational>("solved");
    const auto m = static_cast<Eigen::Index>(chart.constraints.size());
    if (verdict.id != "q1" || point.rows() != chart.n || point.cols() != 2 || solved.rows() != 1 ||
        solved.cols() != m)
      return false;
    std::vector<int> velocities;
    for (const Rational& number : solved.reshaped())
      for (int k = 0; k < chart.n; ++k)
        if (number == Rational(k + 1)) velocities.push_back(k);
    if (static_cast<Eigen::Index>(velocities.size()) != m) return false;
    const auto start = on_constraints(chart, enclosed(point), velocities);
    const int found =
        start ? contradicting_orders(chart, *start, generic_orders(chart), free_lambdas(chart)) : 0;
    return found > 0 && orders == std::to_string(found);
  });
}

}  // namespace hamel
