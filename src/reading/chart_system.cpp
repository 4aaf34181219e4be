// Reading a system in coordinates and testing every rule it must satisfy.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/core/dual.hpp>
#include <hamel/core/error.hpp>

#include "chart_start.hpp"
#include "holonomic_start.hpp"
#include "reading.hpp"
#include "start_time.hpp"

namespace hamel::reading {

namespace {

/// True for the name of a column of results other than coordinates: t, energy, a1, p1, lambda1, ...
bool is_column(std::string_view name) {
  if (name == "t" || name == "energy") return true;
  for (const std::string_view letter : {"a", "p", "lambda"}) {
    if (!name.starts_with(letter) || name == letter) continue;
    const auto number = name.substr(letter.size());
    if (number.find_first_not_of("0123456789") == std::string_view::npos) return true;
  }
  return false;
}

std::vector<std::string> read_names(const JsonNode& node) {
  std::vector<std::string> names;
  const auto items = node.array();
  if (items.empty() || items.size() > max_dimension) {
    node.refuse(std::to_string(items.size()) + " coordinates",
                "between 1 and " + std::to_string(max_dimension));
  }
  for (const auto& item : items) {
    const std::string& name = item.string("the name of a coordinate");
    if (!is_plain_name(name)) item.refuse(plain_name);
    if (is_column(name)) item.refuse("a name that no column of results has");
    for (const auto& other : names) {
      if (name == other || name == other + "_dot" || other == name + "_dot") {
        item.refuse("a name that no other coordinate or velocity has");
      }
    }
    names.push_back(name);
  }
  return names;
}

void read_energy(const JsonNode& file, ChartSystem& system, const Expression::Scope& coordinates,
                 const Expression::Scope& velocities) {
  if (file.has("lagrangian")) {
    for (const char* other : {"metric", "potential"}) {
      if (file.has(other))
        file.member(other, "").refuse("either a lagrangian or metric and potential");
    }
    system.lagrangian = read_expression(file.member("lagrangian", ""), velocities);
    return;
  }
  system.metric =
      read_matrix(file.member("metric", "a metric or a lagrangian"), system.dim(), coordinates);
  if (file.has("potential")) {
    system.potential = read_expression(file.member("potential", ""), coordinates);
  }
}

/// The point to steer to; coordinates that are not named are those of `start`.
void read_target(const JsonNode& file, ChartSystem& system, const std::vector<Number>& start,
                 const Expression::Scope& constants) {
  if (!file.has("target")) return;
  const JsonNode target = file.member("target", "");
  const char* const key = target.has("x") ? "x" : "q";
  Target to;
  read_way(target, key, system.coordinates, constants, to);
  to.coordinates = read_named_numbers(target.member(key, "coordinates by name"), system.coordinates,
                                      start, constants);
  system.target = std::move(to);
}

/// What pictures draw, and the coordinate that turns it.
void read_drawing(const JsonNode& file, ChartSystem& system, const Expression::Scope& coordinates,
                  const std::vector<Number>& point) {
  std::string heading = "phi";
  if (file.has("heading")) {
    const JsonNode node = file.member("heading", "");
    heading = node.string("the name of a coordinate");
    if (std::find(system.coordinates.begin(), system.coordinates.end(), heading) ==
        system.coordinates.end())
      node.refuse("the name of a coordinate");
  }
  if (!file.has("vehicle")) {
    if (file.has("heading")) file.member("heading", "").refuse("a vehicle that it turns");
    return;
  }
  system.vehicle =
      read_vehicle(file.member("vehicle", ""), system.coordinates, heading, coordinates, point);
  system.heading =
      static_cast<int>(std::find(system.coordinates.begin(), system.coordinates.end(), heading) -
                       system.coordinates.begin());
}

/// The point and a few others near it.
std::vector<std::vector<Number>> sample_points(const std::vector<Number>& q) {
  std::vector<std::vector<Number>> points{q};
  for (int k = 1; k <= 4; ++k) {
    points.push_back(q);
    for (std::size_t i = 0; i < q.size(); ++i) {
      const Rational step(
          static_cast<int>(100 * std::sin(1.0 + 2.3 * k + 0.7 * static_cast<double>(i))), 200);
      Number& x = points.back()[i];
      x.value += to_double(step);
      if (x.exact) *x.exact += step;
    }
  }
  for (std::size_t k = 0; k < points.size(); ++k) {  // with t
    const Rational t(static_cast<int>(k), 7);
    points[k].push_back({to_double(t), t});
  }
  return points;
}

/// The scope with t behind its variables, which a parameter of that name hides.
Expression::Scope with_time(const Expression::Scope& scope) {
  const bool is_named = scope.parameters.contains("t") ||
                        (scope.definitions != nullptr && scope.definitions->contains("t"));
  return is_named ? scope : with_variables(scope, {"t"});
}

/// Formulas in t count from the start.
void count_from(const StartTime& time, ChartSystem& system) {
  const int n = system.dim();
  std::vector<Expression> one{system.potential};
  time.count_from(one, n, "$.potential");
  system.potential = one.front();
  if (system.lagrangian) {
    one = {*system.lagrangian};
    time.count_from(one, 2 * n, "$.lagrangian");
    system.lagrangian = one.front();
  }
  time.count_from(system.metric, n, "$.metric");
  time.count_from(system.holonomic, n, "$.holonomic");
  time.count_from(system.constraints, 2 * n, "$.constraints");
  time.count_from(system.force, 2 * n, "$.force");
}

void require_metric_at(const JsonNode& node, const ChartSystem& system,
                       const std::vector<Number>& q) {
  const int n = system.dim();
  std::vector<Number> here;
  for (int i = 0; i < n * n; ++i) {
    here.push_back(
        finite_value_at(system.metric[i], with_time_zero(q), node.item(i / n).item(i % n)));
  }
  require_nondegenerate(here, n, node.path(), "a metric");
}

}  // namespace

ChartSystem read_chart_system(const JsonNode& file, const Expression::Scope& constants) {
  file.only_keys({"schema", "name", "chart", "parameters", "define", "metric", "potential",
                  "lagrangian", "constraints", "holonomic", "force", "inputs", "initial", "target",
                  "vehicle", "heading", "events", "reference", "expect"});
  const JsonNode chart = file.member("chart", "");
  chart.only_keys({"coordinates"});
  ChartSystem system;
  system.coordinates = read_names(chart.member("coordinates", "the names of the coordinates"));
  std::vector<std::string> velocity_names;
  for (const auto& name : system.coordinates) velocity_names.push_back(name + "_dot");
  const auto coordinates = with_variables(constants, system.coordinates);
  const auto velocities = with_variables(coordinates, velocity_names);
  if (constants.definitions != nullptr) require_definitions(with_variables(velocities, {"t"}));
  const auto in_time = with_time(coordinates), moving_in_time = with_time(velocities);
  read_energy(file, system, in_time, moving_in_time);
  if (file.has("constraints")) {
    const JsonNode constraints = file.member("constraints", "");
    const auto items = constraints.array();
    if (items.size() > system.coordinates.size()) {
      constraints.refuse(std::to_string(items.size()) + " constraints",
                         "at most " + std::to_string(system.dim()));
    }
    if (items.size() + system.coordinates.size() > max_dimension) {
      constraints.refuse(std::to_string(items.size()) + " constraints of " +
                             std::to_string(system.dim()) + " coordinates",
                         "at most " + std::to_string(max_dimension) + " of both together");
    }
    for (const auto& item : items)
      system.constraints.push_back(read_expression(item, moving_in_time));
  }
  if (file.has("holonomic")) {
    const JsonNode equations = file.member("holonomic", "");
    const auto items = equations.array();
    if (items.empty() || items.size() > max_dimension)
      equations.refuse(std::to_string(items.size()) + " equations",
                       "between 1 and " + std::to_string(max_dimension));
    for (const auto& item : items) system.holonomic.push_back(read_expression(item, in_time));
  }
  if (file.has("force"))
    system.force = read_expressions(file.member("force", ""), system.coordinates.size(),
                                    moving_in_time, "an array of a formula for each coordinate");
  StartTime time;
  if (file.has("initial")) time = StartTime(file.member("initial", ""), constants);
  count_from(time, system);
  const auto read_inputs_at = [&](const std::vector<Number>* point) {
    if (file.has("inputs"))
      system.inputs = read_inputs(file.member("inputs", ""), system.dim(), system.coordinates,
                                  constants, point, time);
    for (const auto& input : system.inputs)
      if (!input.velocity.empty())
        file.member("inputs", "")
            .member(input.name, "")
            .member("velocity", "")
            .refuse("a velocity in coordinates", "a force, or a system on a group");
  };
  std::vector<Number> origin(system.coordinates.size());
  if (!file.has("initial")) {
    read_inputs_at(nullptr);
    read_target(file, system, origin, constants);
    read_drawing(file, system, coordinates, origin);
    if (!system.lagrangian)
      require_symmetric(system.metric, system.dim(), sample_points(origin),
                        file.member("metric", ""));
    return system;
  }
  const JsonNode initial = file.member("initial", "");
  ChartStart start = read_chart_start(initial, system, time, constants);
  if (!system.holonomic.empty()) put_on_manifold(file.member("holonomic", ""), system, start);
  std::vector<Number> here = start.q;
  here.insert(here.end(), start.q_dot.begin(), start.q_dot.end());
  here.emplace_back();  // t = 0, from which formulas count
  for (std::size_t i = 0; i < system.force.size(); ++i)
    finite_value_at(system.force[i], here, file.member("force", "").item(i));
  if (system.lagrangian) {
    finite_value_at(*system.lagrangian, here, file.member("lagrangian", ""));
  } else {
    require_symmetric(system.metric, system.dim(), sample_points(start.q),
                      file.member("metric", ""));
    require_metric_at(file.member("metric", ""), system, start.q);
    if (file.has("potential"))
      finite_value_at(system.potential, with_time_zero(start.q), file.member("potential", ""));
  }
  read_inputs_at(&start.q);
  if (!system.constraints.empty()) {
    put_on_constraints(file.member("constraints", ""), initial, system, start);
  }
  if (!system.holonomic.empty()) put_along_manifold(file.member("holonomic", ""), system, start);
  read_target(file, system, start.q, constants);
  read_drawing(file, system, coordinates, start.q);
  system.start = start;
  return system;
}

}  // namespace hamel::reading
