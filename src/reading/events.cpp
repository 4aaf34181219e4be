// The events of a system file: formulas whose zeros a run looks for.
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "reading.hpp"

namespace hamel::reading {

namespace {

/// Coordinates, velocities and t.
Expression::Scope scope_of_events(const SystemFile& file, const Expression::Scope& constants) {
  if (const auto* group = std::get_if<GroupSystem>(&file.system))
    return with_variables(
        with_variables(with_variables(constants, group->coordinates), numbered("a", group->dim())),
        {"t"});
  std::vector<std::string> names = std::get<ChartSystem>(file.system).coordinates;
  const std::size_t n = names.size();
  for (std::size_t i = 0; i < n; ++i) names.push_back(names[i] + "_dot");
  names.emplace_back("t");
  return with_variables(constants, names);
}

}  // namespace

std::vector<FileEvent> read_events(const JsonNode& file, const SystemFile& system,
                                   const Expression::Scope& constants) {
  std::vector<FileEvent> events;
  if (!file.has("events")) return events;
  const auto scope = scope_of_events(system, constants);
  for (const auto& [name, node] : file.member("events", "an object").members()) {
    if (!is_plain_name(name) && name != stop_when)
      node.refuse("the event name '" + name + "'", plain_name);
    node.only_keys({"when", "rising", "stop"});
    FileEvent event;
    event.name = name;
    event.when = read_expression(node.member("when", "a formula that crosses zero"), scope);
    if (event.when.is_constant())
      node.member("when", "")
          .refuse(node.member("when", "").describe() + ", a constant",
                  "a formula in coordinates, velocities or t");
    if (node.has("rising")) event.rising = node.member("rising", "").boolean();
    if (node.has("stop")) event.stop = node.member("stop", "").boolean();
    events.push_back(std::move(event));
  }
  return events;
}

}  // namespace hamel::reading
