// Reading a system file: the keys every file has, then the group or the chart.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/io/system_file.hpp>

#include "base/budget.hpp"
#include "base/json.hpp"
#include "base/sha256.hpp"
#include "group_reading.hpp"
#include "reading.hpp"
#include "start_time.hpp"
#include "tables.hpp"

namespace hamel {

namespace {

/// 1/2 g(v,v) + U in floating point, where the formulas are as at the start.
double energy_of(const std::vector<Expression>& metric, const Expression& potential,
                 const std::vector<Number>& point, const std::vector<Number>& velocity) {
  const std::size_t n = velocity.size();
  double energy = reading::value_at(potential, point).value;
  for (std::size_t i = 0; i < n * n; ++i) {
    const double entry = reading::value_at(metric[i], point).value;
    energy += velocity[i / n].value * entry * velocity[i % n].value / 2;
  }
  return energy;
}

/// Refuses a start from which nothing can be computed.
void require_finite_energy(const SystemFile& file, const JsonNode& node) {
  double energy = 0;
  const char* velocity = "";
  if (const auto* group = std::get_if<GroupSystem>(&file.system)) {
    if (!group->start) return;
    velocity = "a";
    energy = energy_of(group->metric, group->potential, group->start->coordinates, group->start->a);
  } else {
    const auto& chart = std::get<ChartSystem>(file.system);
    if (!chart.start || chart.lagrangian) return;
    velocity = "q_dot";
    energy = energy_of(chart.metric, chart.potential, reading::with_time_zero(chart.start->q),
                       chart.start->q_dot);
  }
  if (!std::isfinite(energy))
    node.member("initial", "")
        .member(velocity, "")
        .refuse("a motion of energy " + text(energy), "a finite energy");
}

}  // namespace

double SystemFile::start_time() const {
  return std::visit([](const auto& s) { return s.start ? s.start->t.value : 0.; }, system);
}

bool SystemFile::is_holonomic() const {
  return std::visit([](const auto& s) { return !s.holonomic.empty(); }, system);
}

const char* ChartSystem::in_time() const {
  const auto names_time = [](const Expression& formula, int variable) -> bool {
    return formula.occurring(variable + 1)[static_cast<std::size_t>(variable)];
  };
  const auto any = [&](const std::vector<Expression>& formulas, int variable) {
    return std::ranges::any_of(formulas, [&](const auto& f) { return names_time(f, variable); });
  };
  const int n = dim();
  if (any(metric, n)) return "metric";
  if (names_time(potential, n)) return "potential";
  if (lagrangian && names_time(*lagrangian, 2 * n)) return "lagrangian";
  return any(constraints, 2 * n) ? "constraints" : nullptr;
}

void SystemFile::refuse_uncovered(const std::string& question) const {
  const auto refuse = [&](const std::string& place, const std::string& what) {
    throw InputError("$." + place, what + ", not covered by " + question,
                     "a system without it; simulate, sweep, converge and linearise take it");
  };
  const auto* chart = std::get_if<ChartSystem>(&system);
  if (is_holonomic())
    refuse(chart == nullptr ? "constraint.holonomic" : "holonomic", "equations g = 0");
  if (chart == nullptr) {
    if (std::get<GroupSystem>(system).kinematic) refuse("constraint.span", "no vectors");
    return;
  }
  if (!chart->force.empty()) refuse("force", "a force");
  if (const char* const key = chart->in_time()) refuse(key, "a formula in t");
}

Projected SystemFile::projected() const {
  return std::visit([](const auto& s) { return s.start ? s.start->projected : Projected(); },
                    system);
}

std::string SystemFile::projection() const {
  const Projected off = projected();
  std::string words;
  const auto add = [&](const char* what, double part) {
    char size[32];
    std::snprintf(size, sizeof size, "%.2g", part);
    if (part > 0) words += std::string(words.empty() ? "" : ", ") + what + " by " + size;
  };
  add(is_holonomic() ? "its place was off the holonomic constraint"
                     : "its element was off the group",
      off.element);
  add("its velocity was off the constraint", off.velocity);
  add("its multiplier was off the annihilator of d", off.multiplier);
  return words.empty() ? words : words + " of the summed terms, and was projected";
}

SystemFile reading::read_document(const JsonValue& document) {
  const reading::Budget budget;
  const JsonNode file(document);
  if (!file.is_object()) file.refuse("an object");
  file.member("schema", "1").integer(1, 1);

  SystemFile result;
  result.name = file.member("name", "the name of the system").string("a string");
  if (result.name.empty()) file.member("name", "").refuse("a name that is not empty");
  const auto parameters = reading::read_parameters(file);
  if (file.has("chart")) {
    result.system = reading::read_chart_system(file, parameters);
  } else {
    result.system = reading::read_group_system(file, parameters);
  }
  result.events = reading::read_events(file, result, parameters);
  require_finite_energy(result, file);
  result.parameters = parameters.parameters;
  return result;
}

SystemFile parse_system_file(std::string_view json) {
  const std::string text = reading::with_tables(std::string(json)).whole;
  SystemFile file = reading::read_document(parse_json(text));
  file.sha256 = reading::sha256(text);
  return file;
}

SystemGroup parse_group(std::string_view json) {
  const reading::Budget budget;
  const JsonValue document = parse_json(json);
  const JsonNode node(document);
  if (!node.is_object()) node.refuse("an object");
  node.only_keys({"group", "algebra"});
  return reading::read_group(node, {}).group;
}

SystemFile read_system_file(const std::string& path) {
  return parse_system_file(reading::read_system_text(path).whole);
}

}  // namespace hamel
