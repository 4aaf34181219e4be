// Reading a system on a group and testing every rule it must satisfy.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/QR>

#include <hamel/algebra/linear.hpp>
#include <hamel/core/error.hpp>

#include "group_reading.hpp"
#include "reading.hpp"

namespace hamel::reading {

namespace {

std::vector<std::string> numbered(const std::string& letter, int n) {
  std::vector<std::string> names;
  for (int i = 1; i <= n; ++i) names.push_back(letter + std::to_string(i));
  return names;
}

std::string vector_of(int n) {
  return "an array of " + std::to_string(n) + " components";
}

std::vector<Number> numbers(const std::vector<double>& values) {
  std::vector<Number> result;
  for (const double v : values) result.push_back({v, std::nullopt});
  return result;
}

/// Coordinates of the identity; they are whole numbers, hence exact.
std::vector<Number> identity_coordinates(const AnyGroup& group) {
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

/// Coordinates of an element, refused when it is not on the group.
std::vector<Number> read_element(const JsonNode& node, const GroupSystem& system,
                                 const Expression::Scope& constants) {
  auto result =
      read_named_numbers(node, system.coordinates, identity_coordinates(system.group), constants);
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

/// D^T M D with its exact form where everything is rational.
std::vector<Number> restricted_metric(const std::vector<Number>& metric,
                                      const std::vector<std::vector<Number>>& span, int n) {
  const int r = static_cast<int>(span.size());
  const DynamicMatrix<double> d = as_doubles(span, n);
  std::vector<std::vector<Number>> columns(n, std::vector<Number>(n));
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) columns[j][i] = metric[i * n + j];
  }
  const DynamicMatrix<double> on_d = d.transpose() * as_doubles(columns, n) * d;
  std::vector<Number> result(r * r);
  for (int i = 0; i < r * r; ++i) result[i] = {on_d(i / r, i % r), std::nullopt};
  const auto exact_d = as_rationals(span, n);
  const auto exact_m = as_rationals(columns, n);
  if (exact_d && exact_m) {
    const DynamicMatrix<Rational> exact = exact_d->transpose() * *exact_m * *exact_d;
    for (int i = 0; i < r * r; ++i) {
      result[i] = {to_double(exact(i / r, i % r)), exact(i / r, i % r)};
    }
  }
  return result;
}

void read_constraint(const JsonNode& node, GroupSystem& system, const Expression::Scope& constants,
                     const Expression::Scope& coordinates) {
  const int n = system.dim();
  node.only_keys({"span", "offset"});
  const JsonNode span = node.member("span", "the vectors that span d");
  for (const auto& vector : span.array()) {
    system.span.push_back(read_numbers(vector, n, constants, vector_of(n)));
  }
  const int r = static_cast<int>(system.span.size());
  if (r < 1 || r > n) {
    span.refuse(std::to_string(r) + " vectors", "between 1 and " + std::to_string(n) + " vectors");
  }
  const auto exact = as_rationals(system.span, n);
  const int found = exact ? rank<Rational>(*exact) : rank<double>(as_doubles(system.span, n));
  if (found < r) {
    throw ConstraintViolation(span.path(),
                              std::to_string(r) + " vectors of rank " + std::to_string(found),
                              std::string("independent vectors") +
                                  (exact ? " (exact test)" : " (tolerance 1e-10 relative)"));
  }
  if (node.has("offset")) {
    const JsonNode offset = node.member("offset", "");
    system.offset = read_expressions(offset, n, coordinates, vector_of(n));
  }
}

/// Throws unless the vector lies in the span of the columns.
void require_in_span(const std::vector<Number>& vector,
                     const std::vector<std::vector<Number>>& span, const std::string& path) {
  const int n = static_cast<int>(vector.size());
  const DynamicMatrix<double> d = as_doubles(span, n), v = as_doubles({vector}, n);
  const auto exact_d = as_rationals(span, n), exact_v = as_rationals({vector}, n);
  const DynamicMatrix<double> remainder = v - d * d.colPivHouseholderQr().solve(v);
  const double limit = tolerance * v.norm();
  const bool inside =
      exact_d && exact_v ? contains<Rational>(*exact_d, *exact_v) : remainder.norm() <= limit;
  if (!inside) {
    throw ConstraintViolation(path, "a velocity at distance " + text(remainder.norm()) + " from d",
                              exact_d && exact_v ? "a velocity in d (exact test)"
                                                 : "a distance of at most " + text(limit));
  }
}

void require_annihilates(const std::vector<Number>& mu,
                         const std::vector<std::vector<Number>>& span, const std::string& path) {
  const int n = static_cast<int>(mu.size());
  for (std::size_t j = 0; j < span.size(); ++j) {
    Number pairing;
    double size = 0;
    for (int i = 0; i < n; ++i) {
      pairing.value += mu[i].value * span[j][i].value;
      size += std::abs(mu[i].value * span[j][i].value);
      if (pairing.exact && mu[i].exact && span[j][i].exact) {
        *pairing.exact += *mu[i].exact * *span[j][i].exact;
      } else {
        pairing.exact.reset();
      }
    }
    if (pairing.exact ? *pairing.exact != 0 : std::abs(pairing.value) > tolerance * size) {
      throw ConstraintViolation(
          path,
          "the pairing " + text_of(pairing) + " with vector " + std::to_string(j + 1) + " of d",
          std::string("a covector that annihilates d") +
              (pairing.exact ? " (exact test)" : " (tolerance 1e-12 relative)"));
    }
  }
}

/// a minus the offset at the start.
std::vector<Number> without_offset(std::vector<Number> a, const GroupSystem& system,
                                   const std::vector<Number>& point) {
  for (std::size_t i = 0; i < system.offset.size(); ++i) {
    const Number v = value_at(system.offset[i], point);
    a[i].value -= v.value;
    if (a[i].exact && v.exact)
      *a[i].exact -= *v.exact;
    else
      a[i].exact.reset();
  }
  return a;
}

/// Velocity and multiplier; the element is already in `start`.
void read_velocity(const JsonNode& node, const GroupSystem& system, GroupStart& start,
                   const Expression::Scope& constants) {
  const int n = system.dim();
  const JsonNode a = node.member("a", "the initial velocity, " + vector_of(n));
  start.a = read_numbers(a, n, constants, vector_of(n));
  start.mu.assign(n, Number{});
  if (node.has("mu")) start.mu = read_numbers(node.member("mu", ""), n, constants, vector_of(n));
  if (system.constrained()) {
    require_in_span(without_offset(start.a, system, start.coordinates), system.span, a.path());
    require_annihilates(start.mu, system.span, node.path() + ".mu");
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
                  "force", "constraint", "initial", "target", "reference", "expect"});
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
  if (file.has("constraint")) {
    read_constraint(file.member("constraint", ""), system, constants, coordinates);
  }

  std::optional<JsonNode> initial;
  std::vector<Number> point = identity_coordinates(system.group);
  if (file.has("initial")) {
    initial = file.member("initial", "");
    initial->only_keys({"x", "a", "mu"});
    if (initial->has("x")) point = read_element(initial->member("x", ""), system, constants);
  }
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
    require_nondegenerate(restricted_metric(metric_here, system.span, n),
                          static_cast<int>(system.span.size()),
                          constraint.member("span", "").path(), "a metric on d");
    if (constraint.has("offset"))
      require_finite(system.offset, constraint.member("offset", ""), point);
  }
  if (initial) {
    GroupStart start;
    start.coordinates = point;
    read_velocity(*initial, system, start, constants);
    std::vector<Number> here = point;
    here.insert(here.end(), start.a.begin(), start.a.end());
    here.push_back(Number{});
    if (file.has("force")) require_finite(system.force, file.member("force", ""), here);
    system.start = std::move(start);
  }
  if (file.has("target")) {
    const JsonNode target = file.member("target", "");
    target.only_keys({"x"});
    system.target = read_element(target.member("x", "coordinates by name"), system, constants);
  }
  return system;
}

}  // namespace hamel::reading
