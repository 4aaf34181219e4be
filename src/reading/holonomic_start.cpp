// Tests and projections of starts under holonomic constraints.
#include "holonomic_start.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/LU>
#include <Eigen/QR>

#include <hamel/core/error.hpp>
#include <hamel/core/pivots.hpp>
#include <hamel/io/csv.hpp>
#include <hamel/system/on_constraint.hpp>

#include "cases/holonomic_rows.hpp"
#include "formulas/formula_tape.hpp"
#include "found_start.hpp"
#include "group_reading.hpp"
#include "group_start.hpp"
#include "onto_constraint.hpp"
#include "reading.hpp"
#include "summed_value.hpp"
#include "templates.hpp"

namespace hamel::reading {

namespace {

using Column = Eigen::VectorXd;
using Columns = Eigen::MatrixXd;

/// A^T at a place, and the shortest ways M^{-1} A^T lambda with A way = b, of equations that may depend on each other.
class HolonomicNormals {
 public:
  HolonomicNormals(Columns normals, const std::vector<Number>& metric) : a_(std::move(normals)) {
    const auto n = a_.rows();
    Columns m(n, n);
    for (Eigen::Index k = 0; k < n * n; ++k)
      m(k / n, k % n) = metric[static_cast<std::size_t>(k)].value;
    lifted_ = m.partialPivLu().solve(a_);
    Columns gram = a_.transpose() * lifted_;
    scale_ = gram.diagonal().cwiseAbs().cwiseSqrt().unaryExpr(
        [](double d) { return d > 0 ? 1 / d : 1; });
    gram = scale_.asDiagonal() * gram * scale_.asDiagonal();
    gram_.setThreshold(1e-9);
    gram_.compute(gram);
  }
  const Columns& transposed() const { return a_; }
  Column way(const Column& b) const {
    return lifted_ * (scale_.asDiagonal() * gram_.solve(scale_.asDiagonal() * b));
  }

 private:
  Columns a_, lifted_;
  Column scale_;
  Eigen::CompleteOrthogonalDecomposition<Columns> gram_;
};

/// Places of a group, with the equations that hold there at the start.
class GroupPlaces {
 public:
  using Place = SystemGroup::Point;
  explicit GroupPlaces(const GroupSystem& system) : system_(system), rows_(system) {}

  const std::vector<Expression>& equations() const { return system_.holonomic; }
  const std::vector<std::string>& names() const { return system_.coordinates; }
  int dim() const { return system_.dim(); }
  Place at(const std::vector<Number>& numbers) const {
    return element_at(system_.group, values_of(numbers));
  }
  std::vector<double> numbers(const Place& x) const { return system_.group.coordinates(x); }
  Place moved(const Place& x, const Column& way) const {
    return system_.group.compose(x, system_.group.exp(SystemGroup::V(way)));
  }
  double distance(const Place& x, const Place& y) const {
    return system_.group.log(system_.group.compose(system_.group.inverse(x), y)).norm();
  }
  /// Of all rows, those of the equations first.
  Column value(const Place& x) const { return rows_.value(0, x); }
  Columns normals(const Place& x) const { return rows_.normals(0, x); }
  Column rate(const Place& x) const { return rows_.rate(0, x); }

 private:
  const GroupSystem& system_;
  HolonomicRows rows_;
};

/// Places of a chart.
class ChartPlaces {
 public:
  using Place = Column;
  explicit ChartPlaces(const ChartSystem& system)
      : system_(system),
        values_(system.holonomic),
        slopes_(system.holonomic, 0, system.dim()),
        by_time_(system.holonomic, system.dim(), system.dim() + 1) {}

  const std::vector<Expression>& equations() const { return system_.holonomic; }
  const std::vector<std::string>& names() const { return system_.coordinates; }
  int dim() const { return system_.dim(); }
  static Place at(const std::vector<Number>& numbers) {
    const auto values = values_of(numbers);
    return Eigen::Map<const Column>(values.data(), static_cast<Eigen::Index>(values.size()));
  }
  static std::vector<double> numbers(const Place& q) { return {q.data(), q.data() + q.size()}; }
  static Place moved(const Place& q, const Column& way) { return q + way; }
  static double distance(const Place& x, const Place& y) { return (y - x).norm(); }
  Column value(const Place& q) const {
    Column g(values_.size());
    values_.for_each(variables(q), [&](int i, double value) { g[i] = value; });
    return g;
  }
  Columns normals(const Place& q) const {
    Columns a = Columns::Zero(dim(), values_.size());
    slopes_.for_each(variables(q), [&](int i, int k, double d) { a(k, i) = d; });
    return a;
  }
  Column rate(const Place& q) const {
    Column b = Column::Zero(values_.size());
    by_time_.for_each(variables(q), [&](int i, int, double d) { b[i] = -d; });
    return b;
  }

 private:
  static std::vector<double> variables(const Place& q) {
    auto all = numbers(q);
    all.push_back(0);
    return all;
  }

  const ChartSystem& system_;
  FormulaTape values_;
  SlopeTape slopes_, by_time_;
};

/// The place where g = 0 that Newton's method finds from the start; none where it finds none.
template <class Places>
std::optional<typename Places::Place> nearest_place(const Places& places,
                                                    const std::vector<Number>& metric,
                                                    typename Places::Place x) {
  const auto held = static_cast<Eigen::Index>(places.equations().size());
  double last = HUGE_VAL;
  for (int k = 0; k < 60; ++k) {
    const HolonomicNormals normals(places.normals(x).leftCols(held), metric);
    const Column way = normals.way(-Column(places.value(x).head(held)));
    const double size = way.norm();
    if (!std::isfinite(size)) return {};
    if (size < 1e-15 || (size < 1e-12 && size > last / 2)) return x;
    last = size;
    x = places.moved(x, way);
  }
  return {};
}

template <class Places>
[[noreturn]] void refuse_place(const JsonNode& equation, const std::string& at,
                               const Places& places, const std::vector<Number>& metric,
                               const typename Places::Place& from, const Number& value) {
  std::string nearest;
  if (const auto on = nearest_place(places, metric, from)) {
    nearest =
        "; the nearest such place, at a distance of " + text(places.distance(from, *on)) + ", is {";
    const auto there = places.numbers(*on);
    for (std::size_t i = 0; i < there.size(); ++i)
      nearest +=
          (i > 0 ? ", \"" : "\"") + places.names()[i] + "\": \"" + full_precision(there[i]) + "\"";
    nearest += "}";
  }
  throw ConstraintViolation(
      at,
      "a place where " + equation.path() + ", " + equation.describe() + ", is " + text_of(value),
      "0 to " + text(most_off) + " of its terms" + nearest);
}

bool is_element(const SystemGroup& group, const std::vector<double>& coordinates) {
  try {
    const auto there = group.coordinates(element_at(group, coordinates));
    return std::ranges::equal(there, coordinates, [](double x, double y) {
      return std::abs(x - y) <= start_tolerance<double>() * (1 + std::abs(y));
    });
  } catch (const InputError&) {
    return false;
  }
}

/// Coordinates, and behind them a1, a2, ..
std::vector<std::string> names_of_start(const GroupSystem& system) {
  std::vector<std::string> names = system.coordinates;
  for (auto& name : numbered("a", system.dim())) names.push_back(std::move(name));
  return names;
}

/// The start of a motion that is not free, which keeps no constraint.
bool keeps_constraints() {
  const auto* open = Templates::current();
  return open == nullptr || !open->values().start_is_free;
}

std::vector<Number> rounded(const std::vector<double>& values) {
  std::vector<Number> numbers;
  for (const double x : values) numbers.push_back({x, std::nullopt});
  return numbers;
}

/// Moves `start` onto g = 0 where it is off by rounding; returns how far it was off, as a part of the terms.
template <class Places>
double put_on(const JsonNode& equations, const std::string& at, const Places& places,
              const std::vector<Number>& metric, std::vector<Number>& start) {
  std::vector<Number> here = start;
  here.emplace_back();  // t = 0, from which formulas count
  const auto& formulas = places.equations();
  double most = 0;
  std::size_t worst = 0;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    const Number value = finite_value_at(formulas[i], here, equations.item(i));
    if (value.exact ? value.exact->is_zero() : value.value == 0) continue;
    const double terms = summed_at(formulas[i], here).terms;
    const double off = terms > 0 ? std::abs(value.value) / terms : HUGE_VAL;
    if (off > most) most = off, worst = i;
  }
  if (!keeps_constraints()) return 0;
  const auto x = places.at(start);
  if (!(most <= most_off))
    refuse_place(equations.item(worst), at, places, metric, x, value_at(formulas[worst], here));
  if (most <= few_roundings * resolution<double>()) return 0;
  const auto on = nearest_place(places, metric, x);
  if (!on) return 0;
  start = rounded(places.numbers(*on));
  return most;
}

/// The same for the velocity and A a = b.
template <class Places>
double put_along(const JsonNode& equations, const std::string& at, const Places& places,
                 const std::vector<Number>& metric, const std::vector<Number>& start,
                 std::vector<Number>& velocity) {
  if (!keeps_constraints()) return 0;
  const auto x = places.at(start);
  const HolonomicNormals normals(places.normals(x), metric);
  const auto given = values_of(velocity);
  const Column a = Eigen::Map<const Column>(given.data(), places.dim());
  const Column b = places.rate(x);
  const Column miss = b - normals.transposed().transpose() * a;
  Column unit(places.dim());  // in which the metric gives lengths
  for (int i = 0; i < unit.size(); ++i) {
    const double m = std::abs(metric[static_cast<std::size_t>(i * unit.size() + i)].value);
    unit[i] = m > 0 ? std::sqrt(m) : 1;
  }
  double most = 0;
  std::size_t worst = 0;
  for (std::size_t k = 0; k < places.equations().size(); ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    if (!normals.transposed().col(i).allFinite() || !std::isfinite(b[i]))
      equations.item(k).refuse("a formula whose derivatives at the start are not finite",
                               "a start at which they are");
    const double terms =
        normals.transposed().col(i).cwiseQuotient(unit).norm() * a.cwiseProduct(unit).norm() +
        std::abs(b[i]);
    const double off = miss[i] == 0 ? 0 : terms > 0 ? std::abs(miss[i]) / terms : HUGE_VAL;
    if (off > most) most = off, worst = k;
  }
  const Column near = a + normals.way(miss);
  const std::vector<double> nearest(near.data(), near.data() + near.size());
  if (!(most <= most_off)) {
    const JsonNode equation = equations.item(worst);
    throw ConstraintViolation(
        at,
        "a velocity along which " + equation.path() + ", " + equation.describe() +
            ", changes at the rate " + text(-miss[static_cast<Eigen::Index>(worst)]),
        "0 to " + text(most_off) + " of its terms; the nearest velocity is " + as_array(nearest));
  }
  if (most <= few_roundings * resolution<double>() || !near.allFinite()) return 0;
  velocity = rounded(nearest);
  return most;
}

/// The metric of a chart at the start; that of a Lagrangian is taken as the unit matrix.
std::vector<Number> metric_at_start(const ChartSystem& system, const ChartStart& start) {
  const auto n = static_cast<std::size_t>(system.dim());
  std::vector<Number> here = start.q, entries;
  here.emplace_back();
  for (std::size_t i = 0; i < n * n; ++i)
    entries.push_back(system.lagrangian ? Number{double(i / n == i % n), std::nullopt}
                                        : value_at(system.metric[i], here));
  return entries;
}

}  // namespace

void put_on_manifold(const JsonNode& equations, const GroupSystem& system,
                     const std::vector<Number>& metric, GroupStart& start) {
  const double off =
      put_on(equations, "$.initial.x", GroupPlaces(system), metric, start.coordinates);
  start.projected.element = std::max(start.projected.element, off);
}
void put_along_manifold(const JsonNode& equations, const JsonNode& initial,
                        const GroupSystem& system, const std::vector<Number>& metric,
                        GroupStart& start) {
  const double off = put_along(equations, initial.path() + (initial.has("u") ? ".u" : ".a"),
                               GroupPlaces(system), metric, start.coordinates, start.a);
  start.projected.velocity = std::max(start.projected.velocity, off);
}

void put_on_manifold(const JsonNode& equations, const ChartSystem& system, ChartStart& start) {
  const double off = put_on(equations, "$.initial.q", ChartPlaces(system),
                            metric_at_start(system, start), start.q);
  start.projected.element = std::max(start.projected.element, off);
}
void put_along_manifold(const JsonNode& equations, const ChartSystem& system, ChartStart& start) {
  const double off = put_along(equations, "$.initial.q_dot", ChartPlaces(system),
                               metric_at_start(system, start), start.q, start.q_dot);
  start.projected.velocity = std::max(start.projected.velocity, off);
}

void find_on_manifold(const JsonNode& find, const GroupSystem& system, GroupStart& start) {
  std::vector<int> sought;
  const auto first = static_cast<int>(system.coordinates.size());
  for (const int i : read_find(find, names_of_start(system)))
    if (i < first) sought.push_back(i);
  if (sought.empty() || !keeps_constraints()) return;
  std::vector<StartEquation> equations;
  for (std::size_t k = 0; k < system.holonomic.size(); ++k)
    equations.push_back({system.holonomic[k], "$.constraint.holonomic[" + std::to_string(k) + "]"});
  std::vector<Number> point = start.coordinates;
  point.emplace_back();  // t = 0, from which formulas count
  find_start(find, system.coordinates, sought, equations, point);
  point.pop_back();
  if (!is_element(system.group, values_of(point)))
    find.refuse("coordinates that the group binds to others",
                "some that change alone, as those of translations and angles");
  start.coordinates = std::move(point);
}

void find_along_manifold(const JsonNode& find, const GroupSystem& system, GroupStart& start) {
  const auto first = static_cast<int>(system.coordinates.size());
  const int n = system.dim();
  std::vector<int> sought;
  for (const int i : read_find(find, names_of_start(system)))
    if (i >= first) sought.push_back(i - first);
  if (sought.empty()) return;
  const HolonomicRows rows(system);
  const auto x = element_at(system.group, values_of(start.coordinates));
  const Columns normals = rows.normals(0, x);
  const Column rate = rows.rate(0, x);
  Expression::Scope scope;
  scope.variables = numbered("a", n);
  std::vector<StartEquation> equations;
  for (int k = 0; k < rows.count(); ++k) {
    std::string sum = "-(" + full_precision(rate[k]) + ")";
    for (int i = 0; i < n; ++i)
      sum += "+(" + full_precision(normals(i, k)) + ")*" + scope.variables[std::size_t(i)];
    equations.push_back(
        {Expression::parse(sum, scope, find.path()),
         k < rows.held() ? "d/dt $.constraint.holonomic[" + std::to_string(k) + "]"
                         : "$.constraint.annihilator[" + std::to_string(k - rows.held()) + "]"});
  }
  find_start(find, scope.variables, sought, equations, start.a);
  for (const int i : sought) {
    start.a[i].exact.reset();
    start.a_written[i] = Expression(Rational(start.a[i].value));
  }
}

}  // namespace hamel::reading
