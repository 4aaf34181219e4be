// Reactions where steering is built, which computes them.
#include "reactions.hpp"

#include <variant>

#include <hamel/io/reactions.hpp>

namespace hamel::command {

std::vector<std::vector<double>> reactions_along(const SystemFile& file, const Track& track) {
  const auto* group = std::get_if<GroupSystem>(&file.system);
  if (group == nullptr || group->coordinates.empty() || !group->constrained() ||
      track.dynamics != Dynamics::nonholonomic)
    return {};
  return reactions_of(file, track.samples);
}

}  // namespace hamel::command
