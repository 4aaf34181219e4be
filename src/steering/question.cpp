// The ends of a motion that is asked for.
#include "steering/question.hpp"

#include <cmath>
#include <numbers>
#include <variant>

#include <hamel/core/error.hpp>
#include <hamel/core/nearest_name.hpp>
#include <hamel/io/any_system.hpp>
#include <hamel/io/printable.hpp>

#include "running/whole_turns.hpp"

namespace hamel::steering {

namespace {

std::vector<double> values(const std::vector<Number>& numbers) {
  std::vector<double> all;
  for (const Number& number : numbers) all.push_back(number.value);
  return all;
}

/// The ends that the file names; no target where it has none.
Question ends_of(const SystemFile& file) {
  if (const auto* chart = std::get_if<ChartSystem>(&file.system)) {
    Question asked{nullptr, chart->coordinates, std::vector<double>(chart->dim()), {}, {}};
    if (chart->start) asked.start = values(chart->start->q);
    if (chart->target) asked.target = values(*chart->target);
    return asked;
  }
  const auto& system = std::get<GroupSystem>(file.system);
  if (system.coordinates.empty())
    throw InputError("$.algebra", "an algebra without elements",
                     "a group, to have a place to steer to");
  Question asked{&system, system.coordinates, system.group.coordinates(any_start(system)), {}, {}};
  if (system.target) asked.target = values(*system.target);
  return asked;
}

}  // namespace

int index_of(const std::vector<std::string>& names, const char* option, const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) {
    std::string known;
    for (const auto& n : names) known += (known.empty() ? "" : ", ") + n;
    throw InputError(option, "'" + printable(name) + "'" + nearest_hint(name, names),
                     "a coordinate: " + known);
  }
  return static_cast<int>(at - names.begin());
}

Question question_of(const SystemFile& file, const std::vector<std::pair<std::string, double>>& to,
                     const std::vector<std::string>& free, double t_end) {
  Question asked = ends_of(file);
  if (to.empty() && free.empty() && asked.target.empty())
    throw InputError("--to", "nothing, and no target in the file",
                     "coordinates of the end, as x=1,y=1/2");
  if (!(t_end > 0) || !std::isfinite(t_end))
    throw InputError("end time", text(t_end), "a number above 0");
  if (!to.empty() || asked.target.empty()) asked.target = asked.start;
  std::vector<bool> is_named(asked.names.size(), false);
  for (const auto& [name, value] : to) {
    const int i = index_of(asked.names, "--to", name);
    if (is_named[i]) throw InputError("--to", "'" + name + "' twice", "each coordinate once");
    is_named[i] = true;
    asked.target[i] = value;
  }
  asked.is_free.assign(asked.names.size(), false);
  for (const auto& name : free) {
    const int i = index_of(asked.names, "--free", name);
    if (is_named[i])
      throw InputError("--free", "'" + name + "', which --to names", "a coordinate without value");
    asked.is_free[i] = true;
  }
  return asked;
}

SystemGroup::Point element_at(const SystemGroup& group, const std::vector<double>& coordinates) {
  try {
    return group.from_coordinates(coordinates);
  } catch (const InputError& error) {
    throw InputError("end of the motion (--to or $.target)", error.found(), error.expected());
  }
}

std::vector<double> turns_of(const SystemFile& file, const std::vector<std::string>& names) {
  std::vector<double> turns;
  if (const auto* chart = std::get_if<ChartSystem>(&file.system)) {
    for (const int whole : running::periods(*chart)) turns.push_back(2 * std::numbers::pi * whole);
    return turns;
  }
  for (const auto& name : names)
    turns.push_back(name.starts_with("phi") || name.starts_with("theta") ? 2 * std::numbers::pi
                                                                         : 0);
  return turns;
}

std::vector<int> angles(const std::vector<std::string>& names, const std::vector<double>& turns,
                        const std::vector<std::string>& wrap) {
  std::vector<int> places;
  for (const auto& name : wrap) {
    places.push_back(index_of(names, "--wrap", name));
    if (turns[places.back()] == 0)
      throw InputError("--wrap", "'" + printable(name) + "'", "an angle");
  }
  return places;
}

}  // namespace hamel::steering
