// Reading a system on a group and testing every rule it must satisfy.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/pivots.hpp>

#include "group_reading.hpp"
#include "group_start.hpp"
#include "hidden_constant.hpp"
#include "reading.hpp"
#include "start_time.hpp"

namespace hamel::reading {

namespace {

std::string vector_of(int n) {
  return "an array of " + std::to_string(n) + " components";
}

std::vector<Number> numbers(const std::vector<double>& values) {
  std::vector<Number> result;
  for (const double v : values) result.push_back({v, std::nullopt});
  return result;
}

/// Coordinates of a few elements, the start first: where identities between formulas are tried.
std::vector<std::vector<Number>> sample_points(const GroupSystem& system,
                                               const std::vector<Number>& start) {
  std::vector<std::vector<Number>> points{start};
  const auto& group = system.group;
  auto x = element_at(group, values_of(start));
  for (int k = 1; k <= 4; ++k) {
    Vector<double, dynamic> xi(group.dim());
    for (int i = 0; i < group.dim(); ++i) xi[i] = std::sin(1.0 + 2.3 * k + 0.7 * i) / 2;
    x = group.compose(x, group.exp(xi));
    const auto c = group.coordinates(x);
    points.push_back(numbers(std::vector<double>(c.data(), c.data() + c.size())));
  }
  return points;
}

std::vector<Number> values_at(const std::vector<Expression>& formulas,
                              const std::vector<Number>& point) {
  std::vector<Number> result;
  for (const auto& f : formulas) result.push_back(value_at(f, point));
  return result;
}

/// The square matrix with these entries, row by row.
std::vector<std::vector<Number>> as_columns(const std::vector<Number>& matrix, int n) {
  std::vector<std::vector<Number>> columns(n, std::vector<Number>(n));
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) columns[j][i] = matrix[i * n + j];
  }
  return columns;
}

/// g must be non-degenerate on d: D^T M D, exactly where everything is rational.
void require_nondegenerate_on(const std::vector<std::vector<Number>>& span,
                              const std::vector<Number>& metric, int n, const std::string& path) {
  const auto columns = as_columns(metric, n);
  const auto exact_d = as_rationals(span, n), exact_m = as_rationals(columns, n);
  if (!exact_d || !exact_m) {
    return require_nondegenerate(
        congruent(summed(as_doubles(columns, n)), summed(as_doubles(span, n))), path,
        "a metric on d");
  }
  const DynamicMatrix<Rational> on_d = exact_d->transpose() * *exact_m * *exact_d;
  std::vector<Number> entries;
  for (const Rational& x : on_d.reshaped()) entries.push_back({to_double(x), x});
  require_nondegenerate(entries, static_cast<int>(span.size()), path, "a metric on d");
}

/// The variables of a constant.
const std::vector<Number> no_point;

bool all_constant(const std::vector<Expression>& formulas) {
  return std::all_of(formulas.begin(), formulas.end(),
                     [](const Expression& f) { return f.is_constant(); });
}

/// A point of the group and t = 0, from which formulas count.
std::vector<Number> with_time_zero(std::vector<Number> point) {
  point.emplace_back();
  return point;
}

/// `point`: where the motion starts, at which vectors that move must be independent.
/// Returns the formulas of the vectors, those that do not move too.
std::vector<Expression> read_constraint(const JsonNode& node, GroupSystem& system,
                                        const Expression::Scope& coordinates,
                                        const std::vector<Number>& point, const StartTime& time) {
  const int n = system.dim();
  node.only_keys({"span", "offset"});
  const JsonNode span = node.member("span", "the vectors that span d");
  const auto vectors = span.array();
  if (vectors.empty() || vectors.size() > static_cast<std::size_t>(n)) {
    span.refuse(std::to_string(vectors.size()) + " vectors",
                "between 1 and " + std::to_string(n) + " vectors");
  }
  for (const auto& vector : vectors) {
    auto components = read_expressions(vector, n, coordinates, vector_of(n));
    reveal_constants(components, static_cast<int>(point.size()));
    std::vector<Number> here;
    for (int i = 0; i < n; ++i)
      here.push_back(finite_value_at(components[i], components[i].is_constant() ? no_point : point,
                                     vector.item(i)));
    system.span.push_back(std::move(here));
    system.moving_span.insert(system.moving_span.end(), components.begin(), components.end());
  }
  std::vector<Expression> formulas = system.moving_span;
  const bool moves = !all_constant(formulas);
  if (!moves) system.moving_span.clear();
  const int r = static_cast<int>(system.span.size());
  const auto exact = as_rationals(system.span, n);
  SummedMatrix rounded = summed(as_doubles(system.span, n));
  const int found = exact ? rank<Rational>(*exact)
                          : eliminate(rounded, r, few_roundings * resolution<double>()).rank;
  if (found < r) {
    throw ConstraintViolation(span.path(),
                              std::to_string(r) + " vectors of rank " + std::to_string(found) +
                                  (moves ? " at the initial point" : ""),
                              std::string("independent vectors") + (exact ? " (exact test)" : ""));
  }
  if (node.has("offset")) {
    const JsonNode offset = node.member("offset", "");
    system.offset = read_expressions(offset, n, with_variables(coordinates, {"t"}), vector_of(n));
    time.count_from(system.offset, static_cast<int>(point.size()), offset.path());
  }
  return formulas;
}

/// Formulas at the start must be numbers.
void require_finite(const std::vector<Expression>& formulas, const JsonNode& node,
                    const std::vector<Number>& point) {
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    finite_value_at(formulas[i], point, node.is_array() ? node.item(i) : node);
  }
}

}  // namespace

GroupSystem read_group_system(const JsonNode& file, const Expression::Scope& constants) {
  file.only_keys({"schema", "name", "group", "algebra", "parameters", "define", "metric",
                  "potential", "force", "inputs", "constraint", "initial", "target", "vehicle",
                  "reference", "expect"});
  GroupSystem system = read_group(file, constants);
  const int n = system.dim();
  const auto coordinates = with_variables(constants, system.coordinates);
  if (constants.definitions != nullptr)
    require_definitions(with_variables(with_variables(coordinates, numbered("a", n)), {"t"}));

  const JsonNode metric =
      file.member("metric", "the metric, an array of " + std::to_string(n) + " rows");
  system.metric = read_matrix(metric, n, coordinates);
  if (file.has("potential")) {
    system.potential = read_expression(file.member("potential", ""), coordinates);
  }
  if (file.has("force")) {
    auto with_velocity = with_variables(coordinates, numbered("a", n));
    with_velocity = with_variables(with_velocity, {"t"});
    system.force = read_expressions(file.member("force", ""), n, with_velocity, vector_of(n));
  }
  std::optional<JsonNode> initial;
  GroupStart start;
  start.coordinates = identity_coordinates(system.group);
  StartTime time;
  if (file.has("initial")) {
    initial = file.member("initial", "");
    initial->only_keys({"t", "x", "a", "u", "mu", "p"});
    time = StartTime(*initial, constants);
    start.t = time.value();
    if (initial->has("x"))
      start.coordinates = read_element(initial->member("x", ""), system, start.coordinates,
                                       constants, &start.projected);
  }
  const std::vector<Number>& point = start.coordinates;
  time.count_from(system.force, static_cast<int>(point.size()) + n, "$.force");
  std::vector<Expression> span;
  if (file.has("constraint"))
    span = read_constraint(file.member("constraint", ""), system, coordinates, point, time);
  for (int i = 0; i < n; ++i) {
    require_finite({system.metric.begin() + i * n, system.metric.begin() + (i + 1) * n},
                   metric.item(i), point);
  }
  require_symmetric(system.metric, n, sample_points(system, point), metric);
  const auto metric_here = values_at(system.metric, point);
  require_nondegenerate(metric_here, n, metric.path(), "a metric");
  if (file.has("potential"))
    require_finite({system.potential}, file.member("potential", ""), point);
  if (system.constrained()) {
    const JsonNode constraint = file.member("constraint", "");
    require_nondegenerate_on(system.span, metric_here, n, constraint.member("span", "").path());
    if (constraint.has("offset"))
      require_finite(system.offset, constraint.member("offset", ""), with_time_zero(point));
  }
  if (file.has("inputs"))
    system.inputs =
        read_inputs(file.member("inputs", ""), n, system.coordinates, constants, &point, time);
  if (initial) {
    read_velocity(*initial, system, span, metric_here, start, constants);
    std::vector<Number> here = point;
    here.insert(here.end(), start.a.begin(), start.a.end());
    here.push_back(Number{});
    if (file.has("force")) require_finite(system.force, file.member("force", ""), here);
    system.start = start;
  }
  const int variables = static_cast<int>(system.coordinates.size());
  reveal_constants(system.metric, variables);
  system.potential = without_hidden_constant(system.potential, variables);
  reveal_constants(system.force, variables + n + 1);
  if (std::all_of(system.force.begin(), system.force.end(),
                  [](const Expression& f) { return f.is_zero(); })) {
    system.force.clear();
  }
  if (file.has("target")) {
    const JsonNode target = file.member("target", "");
    Target to;
    read_way(target, "x", system.coordinates, constants, to);
    to.coordinates =
        read_element(target.member("x", "coordinates by name"), system, point, constants, nullptr);
    system.target = std::move(to);
  }
  if (file.has("vehicle"))
    system.vehicle =
        read_vehicle(file.member("vehicle", ""), system.coordinates, "phi", coordinates, point);
  make_algebraic_data(system, metric_here);
  return system;
}

}  // namespace hamel::reading
