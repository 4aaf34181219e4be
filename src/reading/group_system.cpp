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

#include "annihilator.hpp"
#include "group_reading.hpp"
#include "group_start.hpp"
#include "hidden_constant.hpp"
#include "holonomic_start.hpp"
#include "reading.hpp"
#include "start_time.hpp"
#include "velocity_inputs.hpp"

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

/// Formulas at the start must be numbers.
void require_finite(const std::vector<Expression>& formulas, const JsonNode& node,
                    const std::vector<Number>& point) {
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    finite_value_at(formulas[i], point, node.is_array() ? node.item(i) : node);
  }
}

/// Vectors or covectors, each an array of n formulas in coordinates, at most `most`.
std::vector<Expression> read_vectors(const JsonNode& node, int n, int most,
                                     const Expression::Scope& coordinates, int variables,
                                     const std::string& what) {
  const auto vectors = node.array();
  if (vectors.empty() || vectors.size() > static_cast<std::size_t>(most))
    node.refuse(std::to_string(vectors.size()) + " " + what,
                "between 1 and " + std::to_string(most) + " " + what);
  std::vector<Expression> all;
  for (const auto& vector : vectors) {
    auto components = read_expressions(vector, n, coordinates, vector_of(n));
    reveal_constants(components, variables);
    all.insert(all.end(), components.begin(), components.end());
  }
  return all;
}

/// Their values at the point, vector by vector; refused where they are not finite, or dependent.
std::vector<std::vector<Number>> independent_at(const std::vector<Expression>& formulas, int n,
                                                const std::vector<Number>& point,
                                                const JsonNode& node, const std::string& what) {
  std::vector<std::vector<Number>> vectors;
  for (std::size_t k = 0; k < formulas.size(); ++k) {
    const std::size_t j = k / static_cast<std::size_t>(n), i = k % static_cast<std::size_t>(n);
    if (i == 0) vectors.emplace_back();
    vectors[j].push_back(finite_value_at(formulas[k], formulas[k].is_constant() ? no_point : point,
                                         node.item(j).item(i)));
  }
  const int r = static_cast<int>(vectors.size());
  const auto exact = as_rationals(vectors, n);
  SummedMatrix rounded = summed(as_doubles(vectors, n));
  const int found = exact ? rank<Rational>(*exact)
                          : eliminate(rounded, r, few_roundings * resolution<double>()).rank;
  if (found < r)
    throw ConstraintViolation(node.path(),
                              std::to_string(r) + " " + what + " of rank " + std::to_string(found) +
                                  (all_constant(formulas) ? "" : " at the initial point"),
                              std::string("independent ") + what + (exact ? " (exact test)" : ""));
  return vectors;
}

/// Equations g(t,x) = 0.
std::vector<Expression> read_equations(const JsonNode& node, std::size_t rows_beside,
                                       const GroupSystem& system,
                                       const Expression::Scope& coordinates,
                                       const StartTime& time) {
  const auto items = node.array();
  const std::size_t most = static_cast<std::size_t>(max_dimension) - rows_beside;
  if (items.empty() || items.size() > most)
    node.refuse(std::to_string(items.size()) + " equations",
                "between 1 and " + std::to_string(most) + " equations");
  if (system.coordinates.empty())
    node.refuse("equations on an algebra without elements", "a group, which has coordinates");
  auto equations = read_expressions(node, items.size(), with_variables(coordinates, {"t"}),
                                    "an array of equations");
  time.count_from(equations, static_cast<int>(system.coordinates.size()), node.path());
  return equations;
}

/// The key that gives d.
JsonNode given_d(const JsonNode& constraint) {
  return constraint.member(constraint.has("annihilator") ? "annihilator" : "span",
                           "the vectors that span d");
}

/// `point`: where the motion starts, at which vectors that move must be independent.
/// Returns the formulas of the vectors, those that do not move too.
std::vector<Expression> read_constraint(const JsonNode& node, GroupSystem& system,
                                        const Expression::Scope& coordinates,
                                        const std::vector<Number>& point, const StartTime& time) {
  const int n = system.dim(), variables = static_cast<int>(point.size());
  const bool by_rows = node.has("annihilator"), is_holonomic = node.has("holonomic");
  if (by_rows && node.has("span"))
    node.member("annihilator", "").refuse("an annihilator beside span", "either of them");
  const bool by_equations = is_holonomic && !by_rows && !node.has("span");  // alone
  by_rows        ? node.only_keys({"annihilator", "drift", "holonomic"})
  : by_equations ? node.only_keys({"holonomic"})
                 : node.only_keys({"span", "offset", "holonomic"});
  if (by_equations) return {};
  const JsonNode given = given_d(node);
  const auto read_formulas_in_t = [&](const char* key, std::size_t count, const std::string& what) {
    std::vector<Expression> formulas;
    if (!node.has(key)) return formulas;
    const JsonNode list = node.member(key, "");
    formulas = read_expressions(list, count, with_variables(coordinates, {"t"}), what);
    time.count_from(formulas, variables, list.path());
    return formulas;
  };
  std::vector<Expression> formulas;
  if (by_rows) {
    system.annihilator = read_vectors(given, n, n - 1, coordinates, variables, "rows");
    const auto rows = independent_at(system.annihilator, n, point, given, "rows");
    const auto drift =
        read_formulas_in_t("drift", rows.size(),
                           "an array of " + std::to_string(rows.size()) + " formulas, one a row");
    if (node.has("drift")) require_finite(drift, node.member("drift", ""), with_time_zero(point));
    system.drift = drift;
    auto allowed = annihilated(system.annihilator, drift, n, point, given.path());
    formulas = std::move(allowed.span);
    reveal_constants(formulas, variables);
    system.offset = std::move(allowed.offset);
    for (std::size_t k = 0; k < formulas.size(); k += static_cast<std::size_t>(n))
      system.span.push_back(values_at({formulas.begin() + static_cast<std::ptrdiff_t>(k),
                                       formulas.begin() + static_cast<std::ptrdiff_t>(k) + n},
                                      point));
  } else {
    system.kinematic = given.array().empty();
    if (system.kinematic && is_holonomic)
      given.refuse("no vectors beside holonomic equations", "a vector at least, or no equations");
    if (!system.kinematic) {
      formulas = read_vectors(given, n, n, coordinates, variables, "vectors");
      system.span = independent_at(formulas, n, point, given, "vectors");
    }
    system.offset = read_formulas_in_t("offset", static_cast<std::size_t>(n), vector_of(n));
    if (is_holonomic) {  // motions on g = 0 are held on rows
      system.annihilator = annihilated(formulas, {}, n, point, given.path()).span;
      system.drift = paired(system.annihilator, system.offset, given.path());
    }
  }
  if (!all_constant(formulas)) system.moving_span = formulas;
  return formulas;
}

}  // namespace

GroupSystem read_group_system(const JsonNode& file, const Expression::Scope& constants) {
  file.only_keys({"schema", "name", "group", "algebra", "parameters", "define", "metric",
                  "potential", "force", "inputs", "constraint", "initial", "target", "vehicle",
                  "events", "reference", "expect"});
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
    initial->only_keys({"t", "x", "a", "u", "mu", "p", "find"});
    time = StartTime(*initial, constants);
    start.t = time.value();
    if (initial->has("x"))
      start.coordinates = read_element(initial->member("x", ""), system, start.coordinates,
                                       constants, &start.projected);
  }
  if (file.has("constraint") && file.member("constraint", "").has("holonomic")) {
    const JsonNode constraint = file.member("constraint", "");
    std::size_t rows =
        constraint.has("annihilator") ? constraint.member("annihilator", "").array().size() : 0;
    if (constraint.has("span"))
      rows = static_cast<std::size_t>(n) -
             std::min(static_cast<std::size_t>(n), constraint.member("span", "").array().size());
    system.holonomic =
        read_equations(constraint.member("holonomic", ""), rows, system, coordinates, time);
    if (initial && initial->has("find"))
      find_on_manifold(initial->member("find", ""), system, start);
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
    if (!system.kinematic)
      require_nondegenerate_on(system.span, metric_here, n, given_d(constraint).path());
    if (constraint.has("offset"))
      require_finite(system.offset, constraint.member("offset", ""), with_time_zero(point));
  }
  if (file.has("inputs")) {
    const JsonNode inputs = file.member("inputs", "");
    system.inputs = read_inputs(inputs, n, system.coordinates, constants, &point, time);
    add_velocities(inputs, system, span, sample_points(system, point));
  }
  if (initial) {
    if (!system.holonomic.empty())
      put_on_manifold(file.member("constraint", "").member("holonomic", ""), system, metric_here,
                      start);
    read_velocity(*initial, system, span, metric_here, start, constants);
    if (!system.holonomic.empty())
      put_along_manifold(file.member("constraint", "").member("holonomic", ""), *initial, system,
                         metric_here, start);
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
