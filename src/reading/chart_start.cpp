// Reading where a motion in coordinates starts.
#include "chart_start.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/LU>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/work_budget.hpp>
#include <hamel/core/dual.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/csv.hpp>

#include "along_motion.hpp"
#include "formulas/expression_value.hpp"
#include "found_start.hpp"
#include "onto_constraint.hpp"
#include "reading.hpp"
#include "summed_value.hpp"
#include "templates.hpp"
#include "written.hpp"

namespace hamel::reading {

namespace {

constexpr std::int64_t exact_operations = 20'000'000;

using Slope = Dual<SummedValue, 1>;

/// phi and phi_v at a point (q, v), with the terms that were summed in them.
struct Constraints {
  std::vector<SummedValue> values;
  SummedMatrix slopes;

  Constraints(const ChartSystem& system, const std::vector<Number>& point)
      : slopes(static_cast<int>(system.constraints.size()), system.dim()) {
    const int n = system.dim();
    std::vector<Slope> at;
    for (const Number& x : point) at.emplace_back(SummedValue(x.value));
    for (int k = 0; k < slopes.rows(); ++k) {
      const Expression& phi = system.constraints[static_cast<std::size_t>(k)];
      values.push_back(summed_at(phi, point));
      for (int i = 0; i < n; ++i) {
        Slope& v = at[static_cast<std::size_t>(n + i)];
        v.derivatives()[0] = SummedValue(1);
        slopes(k, i) = as_sum(phi.evaluate<Slope>(std::span<const Slope>(at)).derivatives()[0]);
        v.derivatives()[0] = SummedValue(0);
      }
    }
  }
};

/// q, q_dot and t = 0, from which formulas count.
std::vector<Number> joined(const ChartStart& start) {
  std::vector<Number> all = start.q;
  all.insert(all.end(), start.q_dot.begin(), start.q_dot.end());
  all.emplace_back();
  return all;
}

/// The metric at the start; that of a Lagrangian is taken as the unit matrix.
std::vector<Number> metric_at(const ChartSystem& system, const std::vector<Number>& q) {
  const auto n = static_cast<std::size_t>(system.dim());
  std::vector<Number> entries, at = q;
  at.emplace_back();  // t
  for (std::size_t i = 0; i < n * n; ++i)
    entries.push_back(system.lagrangian ? Number{double(i / n == i % n), Rational(i / n == i % n)}
                                        : value_at(system.metric[i], at));
  return entries;
}

template <class S>
DynamicMatrix<S> square(const std::vector<Number>& entries, int n) {
  DynamicMatrix<S> m(n, n);
  for (int i = 0; i < n * n; ++i) {
    if constexpr (is_exact<S>)
      m(i / n, i % n) = *entries[static_cast<std::size_t>(i)].exact;
    else
      m(i / n, i % n) = entries[static_cast<std::size_t>(i)].value;
  }
  return m;
}

/// v - M^-1 A^T (A M^-1 A^T)^-1 phi in rational numbers, where everything is rational and phi is affine in v there.
std::optional<std::vector<Number>> exactly_on(const ChartSystem& system, const ChartStart& start,
                                              const std::vector<Number>& metric) {
  const int n = system.dim(), m = static_cast<int>(system.constraints.size());
  const auto is_exact = [](const Number& x) { return x.exact.has_value(); };
  std::vector<Number> here = joined(start);
  if (!std::all_of(here.begin(), here.end(), is_exact) ||
      !std::all_of(metric.begin(), metric.end(), is_exact))
    return std::nullopt;
  std::vector<Rational> point;
  for (const Number& x : here) point.push_back(*x.exact);
  try {
    const WorkBudget budget(exact_operations);
    DynamicMatrix<Rational> a(m, n), off(m, 1);
    for (int k = 0; k < m; ++k) {
      const Expression& phi = system.constraints[static_cast<std::size_t>(k)];
      const auto value = phi.exact(point);
      if (!value) return std::nullopt;
      off(k, 0) = *value;
      for (int i = 0; i < n; ++i) {
        std::vector<Rational> ahead = point;
        ahead[static_cast<std::size_t>(n + i)] += 1;
        const auto moved = phi.exact(ahead);
        if (!moved) return std::nullopt;
        a(k, i) = *moved - *value;
      }
    }
    const auto directions =
        solve<Rational>(square<Rational>(metric, n), DynamicMatrix<Rational>(a.transpose()));
    if (!directions) return std::nullopt;
    const auto lambda = solve<Rational>(DynamicMatrix<Rational>(a * *directions), off);
    if (!lambda) return std::nullopt;
    const DynamicMatrix<Rational> step = *directions * *lambda;
    std::vector<Number> v;
    for (int i = 0; i < n; ++i) {
      Rational& x = point[static_cast<std::size_t>(n + i)];
      x -= step(i, 0);
      v.push_back({to_double(x), x});
    }
    for (const Expression& phi : system.constraints)  // not where phi is curved in v
      if (const auto value = phi.exact(point); !value || !value->is_zero()) return std::nullopt;
    return v;
  } catch (const BudgetExceeded&) {
    return std::nullopt;
  }
}

/// The same in doubles, by Newton steps.
std::vector<Number> rounded_on(const ChartSystem& system, const ChartStart& start,
                               const std::vector<Number>& metric) {
  const int n = system.dim();
  const DynamicMatrix<double> inertia = square<double>(metric, n);
  std::vector<Number> here = joined(start);
  for (int step = 0; step < 8; ++step) {
    const Constraints at(system, here);
    const int m = at.slopes.rows();
    DynamicMatrix<double> a(m, n), off(m, 1);
    for (int k = 0; k < m; ++k) {
      off(k, 0) = at.values[static_cast<std::size_t>(k)].value;
      for (int i = 0; i < n; ++i) a(k, i) = static_cast<double>(at.slopes(k, i).value);
    }
    const DynamicMatrix<double> directions = inertia.partialPivLu().solve(a.transpose());
    const DynamicMatrix<double> gram = a * directions;
    const DynamicMatrix<double> change = directions * gram.partialPivLu().solve(off);
    if (!change.allFinite()) break;
    for (int i = 0; i < n; ++i) here[static_cast<std::size_t>(n + i)].value -= change(i, 0);
    if (change.cwiseAbs().maxCoeff() == 0) break;
  }
  std::vector<Number> v(here.begin() + n, here.begin() + 2 * n);
  for (Number& x : v) x.exact = Rational(x.value);
  return v;
}

std::string by_name(const ChartSystem& system, const std::vector<double>& v) {
  std::string list;
  for (std::size_t i = 0; i < v.size(); ++i)
    list += (list.empty() ? "\"" : ", \"") + system.coordinates[i] + "\": \"" +
            full_precision(v[i]) + "\"";
  return "{" + list + "}";
}

std::vector<double> values(const std::vector<Number>& numbers) {
  std::vector<double> all;
  for (const Number& x : numbers) all.push_back(x.value);
  return all;
}

/// Adds g(t,q) = 0, and d/dt g = 0 where velocities are sought, as formulas in q, q_dot and t.
void add_equations(const ChartSystem& system, bool rates, std::vector<StartEquation>& equations) {
  const int n = system.dim();
  std::vector<Expression> behind{Expression::variable(2 * n)};  // q, for q, t, q_dot, t'
  for (int i = 0; i < n; ++i) behind.push_back(Expression::variable(n + i));
  behind.emplace_back(Rational(1));
  for (std::size_t k = 0; k < system.holonomic.size(); ++k) {
    const Expression& g = system.holonomic[k];
    const std::string name = "$.holonomic[" + std::to_string(k) + "]";
    equations.push_back({g.with_values(n, behind), name});
    if (rates)
      equations.push_back({along_motion(g, n + 1, name).with_values(n, behind), "d/dt " + name});
  }
}

/// Solves the constraints for the coordinates and velocities to find.
void find_numbers(const JsonNode& find, const ChartSystem& system, ChartStart& start) {
  const std::size_t n = start.q.size();
  std::vector<std::string> names = system.coordinates;
  for (const auto& name : system.coordinates) names.push_back(name + "_dot");
  const auto sought = read_find(find, names);
  std::vector<StartEquation> equations;
  for (std::size_t k = 0; k < system.constraints.size(); ++k)
    equations.push_back({system.constraints[k], "$.constraints[" + std::to_string(k) + "]"});
  const auto is_velocity = [n](int i) { return static_cast<std::size_t>(i) >= n; };
  add_equations(system, std::ranges::any_of(sought, is_velocity), equations);
  std::vector<Number> point = joined(start);
  const bool exact = find_start(find, names, sought, equations, point);
  if (!exact) start.is_admissible = true;
  for (const int i : sought) {
    const auto place = static_cast<std::size_t>(i);
    const Number& x = point[place];
    (is_velocity(i) ? start.q_dot[place - n] : start.q[place]) = x;
    if (is_velocity(i))
      start.q_dot_written[place - n] = Expression(x.exact.value_or(Rational(x.value)));
  }
}

}  // namespace

ChartStart read_chart_start(const JsonNode& initial, const ChartSystem& system,
                            const StartTime& time, const Expression::Scope& constants) {
  initial.only_keys({"t", "q", "q_dot", "lambda", "find"});
  ChartStart start;
  start.t = time.value();
  start.q.assign(system.dim(), Number{});
  start.q_dot = start.q;
  start.lambda.assign(system.constraints.size(), Number{});
  if (initial.has("q")) {
    start.q = read_named_numbers(initial.member("q", ""), system.coordinates, start.q, constants);
  }
  start.q_dot = read_named_numbers(initial.member("q_dot", "velocities by coordinate name"),
                                   system.coordinates, start.q_dot, constants);
  const std::vector<Number> none(system.coordinates.size());
  start.q_dot_written =
      written_by_name(initial.member("q_dot", ""), system.coordinates, none, constants);
  const auto* open = Templates::current();
  if (initial.has("find") && (open == nullptr || !open->values().start_is_free))
    find_numbers(initial.member("find", ""), system, start);
  if (initial.has("lambda")) {
    const std::string count = std::to_string(system.constraints.size());
    start.lambda = read_numbers(initial.member("lambda", ""), system.constraints.size(), constants,
                                "an array of " + count + " multipliers, one per constraint");
  }
  return start;
}

void put_on_constraints(const JsonNode& constraints, const JsonNode& initial,
                        const ChartSystem& system, ChartStart& start) {
  const int n = system.dim(), m = static_cast<int>(system.constraints.size());
  const std::vector<Number> here = joined(start);
  bool is_on = true, is_exact = false;
  int worst = 0;
  double most = -1;
  for (int k = 0; k < m; ++k) {
    const auto i = static_cast<std::size_t>(k);
    const Number value = finite_value_at(system.constraints[i], here, constraints.item(i));
    const SummedValue summed = summed_at(system.constraints[i], here);
    if (value.exact ? value.exact->is_zero() : value.value == 0) continue;
    is_on = false;
    is_exact = is_exact || value.exact;
    const double off = summed.terms > 0 ? std::abs(value.value) / summed.terms : HUGE_VAL;
    if (off > most || worst < 0) most = off, worst = k;
  }
  const Constraints at(system, here);
  SummedMatrix slopes = at.slopes;
  const int found =
      slopes.all_finite() ? eliminate(slopes, n, few_roundings * resolution<double>()).rank : 0;
  const auto* open = Templates::current();
  const bool is_free = open != nullptr && open->values().start_is_free;
  if (is_free) start.is_admissible = true;
  if (!is_on && !is_free) {
    const auto metric = metric_at(system, start.q);
    std::optional<std::vector<Number>> on;
    if (found == m) {
      on = exactly_on(system, start, metric);
      if (!on) on = rounded_on(system, start, metric);
    }
    const auto i = static_cast<std::size_t>(worst);
    const bool decimals =
        std::all_of(here.begin(), here.end(), [](const Number& x) { return x.exact.has_value(); });
    if (!(most <= most_off)) {
      const Number value = value_at(system.constraints[i], here);
      const std::vector<double> given = values(start.q_dot);
      std::string nearest, angle;
      if (on) {
        nearest = "; the nearest q_dot is " + by_name(system, values(*on));
        angle =
            "; at " + angle_between(given, values(*on), metric) + " to the nearest that keeps it";
      }
      throw ConstraintViolation(initial.path() + ".q_dot",
                                "velocities with " + constraints.item(i).describe() + " = " +
                                    text_of(value) + ", " + text(most) + " of its terms" + angle,
                                "0" + std::string(value.exact ? " (exact test)" : "") + " to " +
                                    text(most_off) + " of its terms" + nearest);
    }
    if (on && (decimals || most > few_roundings * resolution<double>())) {
      // where doubles cannot tell, proofs ask about the start as it is written
      const bool can_tell = is_exact || most > few_roundings * resolution<double>();
      start.projected.velocity = most;
      start.is_admissible = true;
      for (std::size_t j = 0; j < on->size(); ++j) {
        if (can_tell) start.q_dot_written[j] = Expression(*(*on)[j].exact);
        start.q_dot[j] = can_tell ? (*on)[j] : Number{(*on)[j].value, start.q_dot[j].exact};
      }
    }
  }
  if (found < m) {
    throw ConstraintViolation(constraints.path(),
                              std::to_string(m) + " constraints of rank " + std::to_string(found) +
                                  " in the velocities at the initial point",
                              "independent constraints");
  }
}

}  // namespace hamel::reading
