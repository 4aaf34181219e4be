// The ends of a motion that is asked for.
#include "steering/question.hpp"

#include <cmath>
#include <numbers>
#include <optional>
#include <variant>

#include <hamel/core/error.hpp>

#include "base/nearest_name.hpp"
#include "base/printable.hpp"
#include "cases/any_system.hpp"
#include "running/whole_turns.hpp"

namespace hamel::steering {

namespace {

std::vector<double> values(const std::vector<Number>& numbers) {
  std::vector<double> all;
  for (const Number& number : numbers) all.push_back(number.value);
  return all;
}

/// The target of the file, if there is one.
const Target* target_of(const SystemFile& file) {
  const auto& target =
      std::visit([](const auto& system) -> const std::optional<Target>& { return system.target; },
                 file.system);
  return target ? &*target : nullptr;
}

/// The ends that the file names; no target where it has none.
Question ends_of(const SystemFile& file) {
  if (const auto* chart = std::get_if<ChartSystem>(&file.system)) {
    Question asked;
    asked.names = chart->coordinates;
    asked.start.resize(chart->dim());
    if (chart->start) asked.start = values(chart->start->q);
    if (chart->target) asked.target = values(chart->target->coordinates);
    return asked;
  }
  const auto& system = std::get<GroupSystem>(file.system);
  if (system.coordinates.empty())
    throw InputError("$.algebra", "an algebra without elements",
                     "a group, to have a place to steer to");
  Question asked;
  asked.system = &system;
  asked.names = system.coordinates;
  asked.start = system.group.coordinates(any_start(system));
  if (system.target) asked.target = values(system.target->coordinates);
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
  asked.is_periodic = asked.is_free;
  for (const auto& name : free) {
    const int i = index_of(asked.names, "--free", name);
    if (is_named[i])
      throw InputError("--free", "'" + name + "', which --to names", "a coordinate without value");
    asked.is_free[i] = true;
  }
  return asked;
}

void add_way(Question& asked, const SystemFile& file, const SteerRequest& request) {
  const bool of_file = request.to.empty() && request.via.empty() && request.periodic.empty();
  if (const Target* target = target_of(file); target != nullptr && of_file) {
    for (const auto& point : target->via) {
      asked.via.push_back({point.t.value, {}});
      for (const auto& [i, value] : point.coordinates)
        asked.via.back().coordinates.emplace_back(i, value.value);
    }
    for (const int i : target->periodic) asked.is_periodic[i] = true;
  }
  for (const auto& point : request.via) {
    asked.via.push_back({point.t, {}});
    for (const auto& [name, value] : point.at)
      asked.via.back().coordinates.emplace_back(index_of(asked.names, "--via", name), value);
  }
  for (const auto& name : request.periodic) {
    const int i = index_of(asked.names, "--periodic", name);
    if (asked.is_free[i])
      throw InputError("--periodic", "'" + printable(name) + "', which --free names",
                       "a coordinate that is not free");
    asked.is_periodic[i] = true;
  }
  if (asked.system != nullptr && !asked.via.empty()) {
    const int time = static_cast<int>(asked.names.size());
    for (const auto& v0 : asked.system->offset)
      if (v0.occurring(time + 1)[time])
        throw InputError("$.constraint.offset", "one that depends on t, and places on the way",
                         "one of them: a motion from place to place begins at time 0");
  }
  double before = 0;
  for (const auto& point : asked.via) {
    if (!(point.t > before && point.t < request.t_end))
      throw InputError(
          "time of a point on the way", "t = " + text(point.t),
          "times between 0 and the end at " + text(request.t_end) + ", one after the other");
    before = point.t;
    std::vector<bool> is_named(asked.names.size(), false);
    if (point.coordinates.empty())
      throw InputError("point on the way", "no coordinate", "at least one, as t=1/2,x=1");
    for (const auto& [i, value] : point.coordinates) {
      if (is_named[i])
        throw InputError("point on the way", "'" + printable(asked.names[i]) + "' twice",
                         "each coordinate once");
      is_named[i] = true;
    }
  }
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
