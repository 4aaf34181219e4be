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
#include <hamel/system/on_constraint.hpp>

#include "group_reading.hpp"
#include "hidden_constant.hpp"
#include "reading.hpp"
#include "templates.hpp"
#include "written.hpp"

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

/// Coordinates of the identity; they are whole numbers, hence exact.
std::vector<Number> identity_coordinates(const SystemGroup& group) {
  std::vector<Number> result;
  const auto c = group.coordinates(group.identity<double>());
  for (int i = 0; i < static_cast<int>(c.size()); ++i) result.push_back({c[i], Rational(c[i])});
  return result;
}

std::vector<double> values(const std::vector<Number>& numbers) {
  std::vector<double> result;
  for (const auto& x : numbers) result.push_back(x.value);
  return result;
}

/// Coordinates of an element, those not named as in `otherwise`; refused when it is not on the group.
std::vector<Number> read_element(const JsonNode& node, const GroupSystem& system,
                                 const std::vector<Number>& otherwise,
                                 const Expression::Scope& constants) {
  auto result = read_named_numbers(node, system.coordinates, otherwise, constants);
  try {
    static_cast<void>(element_at(system.group, values(result)));
  } catch (const OffGroup& error) {
    throw OffGroup(node.path(), "an element off the group (" + error.found() + ")",
                   error.expected());
  }
  return result;
}

/// Coordinates of a few elements, the start first: where identities between formulas are tried.
std::vector<std::vector<Number>> sample_points(const GroupSystem& system,
                                               const std::vector<Number>& start) {
  std::vector<std::vector<Number>> points{start};
  const auto& group = system.group;
  auto x = element_at(group, values(start));
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

/// A point of the group and the time 0.
std::vector<Number> at_time_zero(std::vector<Number> point) {
  point.push_back(Number{});
  return point;
}

/// `point`: where the motion starts, at which vectors that move must be independent.
void read_constraint(const JsonNode& node, GroupSystem& system,
                     const Expression::Scope& coordinates, const std::vector<Number>& point) {
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
  const bool moves = !all_constant(system.moving_span);
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
  }
}

/// Throws unless the velocity lies in d: exactly, or against the terms of every equation.
void require_in_span(const std::vector<Number>& vector, const FixedList<Sum>& terms,
                     const std::vector<std::vector<Number>>& span, const OnConstraint& test,
                     const std::string& path) {
  const int n = static_cast<int>(vector.size());
  const auto exact_d = as_rationals(span, n), exact_v = as_rationals({vector}, n);
  const long double off = test.off(terms), limit = start_tolerance<double>();
  const bool exact = exact_d && exact_v;
  if (exact ? contains<Rational>(*exact_d, *exact_v) : off <= limit) return;
  throw ConstraintViolation(
      path, "a velocity with a part " + text(off) + " of it outside d",
      exact ? "a velocity in d (exact test)" : "a velocity in d, to " + text(limit));
}

void require_annihilates(const std::vector<Number>& mu,
                         const std::vector<std::vector<Number>>& span, const OnConstraint& test,
                         const std::string& path) {
  const int n = static_cast<int>(mu.size());
  const auto exact_d = as_rationals(span, n), exact_mu = as_rationals({mu}, n);
  if (exact_d && exact_mu) {
    const DynamicVector<Rational> pairings = exact_d->transpose() * exact_mu->col(0);
    for (Eigen::Index j = 0; j < pairings.size(); ++j) {
      if (pairings(j).is_zero()) continue;
      throw ConstraintViolation(path,
                                "the pairing " + text_of({to_double(pairings(j)), pairings(j)}) +
                                    " with vector " + std::to_string(j + 1) + " of d",
                                "a covector that annihilates d (exact test)");
    }
    return;
  }
  FixedList<Sum> terms(n);
  for (int i = 0; i < n; ++i) terms[i].add(mu[i].value);
  const long double worst = test.pairing(terms), limit = start_tolerance<double>();
  if (!(worst <= limit)) {
    throw ConstraintViolation(path, "a pairing with d of " + text(worst) + " of its terms",
                              "a covector that annihilates d, to " + text(limit));
  }
}

/// a minus the offset at the start, with the terms of the difference.
std::vector<Number> without_offset(std::vector<Number> a, const GroupSystem& system,
                                   const std::vector<Number>& point, FixedList<Sum>& terms) {
  for (std::size_t i = 0; i < a.size(); ++i) terms[i].add(a[i].value);
  for (std::size_t i = 0; i < system.offset.size(); ++i) {
    const Number v = value_at(system.offset[i], at_time_zero(point));
    terms[i].add(-v.value);
    a[i].value -= v.value;
    if (a[i].exact && v.exact)
      *a[i].exact -= *v.exact;
    else
      a[i].exact.reset();
  }
  return a;
}

/// The test of what lies in d, where there is one.
std::optional<OnConstraint> on_constraint(const GroupSystem& system,
                                          const std::vector<Number>& metric) {
  if (!system.constrained()) return std::nullopt;
  const int n = system.dim();
  return OnConstraint(summed(as_doubles(system.span, n)),
                      summed(as_doubles(as_columns(metric, n), n)), resolution<double>());
}

/// The coefficients u of a vector D u, by D^T D u = D^T v.
template <class S>
DynamicMatrix<S> coefficients_of(const DynamicMatrix<S>& d, const DynamicMatrix<S>& v) {
  const DynamicMatrix<S> square = d.transpose() * d, right = d.transpose() * v;
  return *solve<S>(square, right);
}

/// Puts coefficients u_j in the velocity offset(x) + D(x) u; those that are not given stay those of the velocity read.
void set_coefficients(const std::map<int, Rational>& given, const GroupSystem& system,
                      const OnConstraint& test, GroupStart& start, const std::string& path) {
  const int n = system.dim(), r = static_cast<int>(system.span.size());
  FixedList<Sum> terms(n);
  const auto in_d = without_offset(start.a, system, start.coordinates, terms);
  std::vector<Number> u(r);
  const auto exact_d = as_rationals(system.span, n), exact_v = as_rationals({in_d}, n);
  if (static_cast<int>(given.size()) < r) {
    require_in_span(in_d, terms, system.span, test, path);
    if (exact_d && exact_v) {
      const auto found = coefficients_of<Rational>(*exact_d, *exact_v);
      for (int j = 0; j < r; ++j) u[j] = {to_double(found(j, 0)), found(j, 0)};
    } else {
      const auto found = coefficients_of<double>(as_doubles(system.span, n), as_doubles({in_d}, n));
      for (int j = 0; j < r; ++j) u[j] = {found(j, 0), std::nullopt};
    }
  }
  for (const auto& [j, value] : given) u[j] = {to_double(value), value};
  start.a_written.clear();
  for (int i = 0; i < n; ++i) {
    Number sum = system.offset.empty()
                     ? Number{}
                     : value_at(system.offset[i], at_time_zero(start.coordinates));
    for (int j = 0; j < r; ++j) {
      const Number& d = system.span[j][i];
      sum.value += d.value * u[j].value;
      if (sum.exact && d.exact && u[j].exact)
        *sum.exact += *d.exact * *u[j].exact;
      else
        sum.exact.reset();
    }
    if (sum.exact) sum.value = to_double(*sum.exact);
    start.a[i] = sum;
  }
}

/// Velocity and multiplier; the element is already in `start`.
void read_velocity(const JsonNode& node, const GroupSystem& system,
                   const std::vector<Number>& metric, GroupStart& start,
                   const Expression::Scope& constants) {
  const int n = system.dim();
  const JsonNode a = node.member("a", "the initial velocity, " + vector_of(n));
  start.a_written = read_expressions(a, n, constants, vector_of(n));
  for (int i = 0; i < n; ++i) start.a.push_back(finite_value_at(start.a_written[i], {}, a.item(i)));
  const std::optional<OnConstraint> test = on_constraint(system, metric);
  if (const auto* open = Templates::current(); open && !open->values().coefficients.empty())
    set_coefficients(open->values().coefficients, system, *test, start, a.path());
  start.mu.assign(n, Number{});
  if (node.has("mu")) start.mu = read_numbers(node.member("mu", ""), n, constants, vector_of(n));
  if (test) {
    FixedList<Sum> terms(n);
    const auto in_d = without_offset(start.a, system, start.coordinates, terms);
    require_in_span(in_d, terms, system.span, *test, a.path());
    require_annihilates(start.mu, system.span, *test, node.path() + ".mu");
  } else if (std::any_of(start.mu.begin(), start.mu.end(),
                         [](const Number& x) { return x.value != 0; })) {
    throw ConstraintViolation(node.path() + ".mu", "a multiplier without a constraint",
                              "zeros, or a constraint");
  }
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
  file.only_keys({"schema", "name", "group", "algebra", "parameters", "metric", "potential",
                  "force", "inputs", "constraint", "initial", "target", "vehicle", "reference",
                  "expect"});
  GroupSystem system = read_group(file, constants);
  const int n = system.dim();
  const auto coordinates = with_variables(constants, system.coordinates);

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
  std::vector<Number> point = identity_coordinates(system.group);
  if (file.has("initial")) {
    initial = file.member("initial", "");
    initial->only_keys({"x", "a", "mu"});
    if (initial->has("x")) point = read_element(initial->member("x", ""), system, point, constants);
  }
  if (file.has("constraint"))
    read_constraint(file.member("constraint", ""), system, coordinates, point);
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
      require_finite(system.offset, constraint.member("offset", ""), at_time_zero(point));
  }
  if (file.has("inputs"))
    system.inputs =
        read_inputs(file.member("inputs", ""), n, system.coordinates, constants, &point);
  if (initial) {
    GroupStart start;
    start.coordinates = point;
    read_velocity(*initial, system, metric_here, start, constants);
    if (!start.a_written.empty() && initial->has("x")) {
      const auto x = written_by_name(initial->member("x", ""), system.coordinates,
                                     identity_coordinates(system.group), constants);
      start.a_written.insert(start.a_written.end(), x.begin(), x.end());
    }
    std::vector<Number> here = point;
    here.insert(here.end(), start.a.begin(), start.a.end());
    here.push_back(Number{});
    if (file.has("force")) require_finite(system.force, file.member("force", ""), here);
    system.start = std::move(start);
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
        read_element(target.member("x", "coordinates by name"), system, point, constants);
    system.target = std::move(to);
  }
  if (file.has("vehicle"))
    system.vehicle =
        read_vehicle(file.member("vehicle", ""), system.coordinates, "phi", coordinates, point);
  make_algebraic_data(system, metric_here);
  return system;
}

}  // namespace hamel::reading
