// The system of a file under one of the dynamics, for questions about its equations.
#pragma once

#include <utility>
#include <variant>

#include <hamel/core/error.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel::steering {

/// The file as a system on a group. Throws InputError.
inline const GroupSystem& on_group(const SystemFile& file) {
  const auto* group = std::get_if<GroupSystem>(&file.system);
  if (group == nullptr) throw InputError("system", "one in coordinates", "one on a group");
  if (group->coordinates.empty())
    throw InputError("system", "an algebra without a group", "one on a group");
  return *group;
}

/// The system of free motion.
inline GroupSystem without_constraint(GroupSystem system) {
  system.span.clear();
  system.kinematic = false;
  for (auto* formulas :
       {&system.moving_span, &system.offset, &system.annihilator, &system.drift, &system.holonomic})
    formulas->clear();
  for (GroupInput& input : system.inputs) {  // a velocity is not felt
    if (!input.velocity.empty()) input.force.resize(input.velocity.size());
    input.velocity.clear();
  }
  return system;
}

/// The system under nonholonomic or free motion. Throws InputError for vakonomic motion.
inline GroupSystem system_under(const SystemFile& file, Dynamics dynamics) {
  if (dynamics == Dynamics::vakonomic)
    throw InputError("dynamics", "vakonomic", "nonholonomic or free");
  GroupSystem system = on_group(file);
  return dynamics == Dynamics::free ? without_constraint(std::move(system)) : system;
}

}  // namespace hamel::steering
