// Reactions where steering is built, which computes them.
#include "reactions.hpp"

#include <variant>

#include <hamel/io/price.hpp>
#include <hamel/io/reactions.hpp>

namespace hamel::command {

namespace {

constexpr double most_work =
    1e8;  // floating-point operations, each in numbers that carry derivatives

}  // namespace

std::vector<std::vector<double>> reactions_along(const SystemFile& file, const Track& track) {
  if (track.dynamics == Dynamics::free) return {};
  if (const auto* group = std::get_if<GroupSystem>(&file.system)) {
    if (group->coordinates.empty() || !group->constrained()) return {};
  } else if (std::get<ChartSystem>(file.system).constraints.empty()) {
    return {};
  }
  const auto outputs = static_cast<long>(track.samples.size());
  if (velocities_for(file, most_work) < outputs) return {};
  return reactions_of(file, track.dynamics, track.samples);
}

}  // namespace hamel::command
