// The system of a file under one of the dynamics, for questions about its equations.
#pragma once

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

/// The same under one of the dynamics: free motion has no constraint. Throws InputError for vakonomic motion, and naming
/// `question` where equations g = 0 hold.
inline GroupSystem system_under(const SystemFile& file, Dynamics dynamics, const char* question) {
  if (dynamics == Dynamics::vakonomic)
    throw InputError("dynamics", "vakonomic", "nonholonomic or free");
  if (dynamics != Dynamics::free) file.refuse_uncovered(question);
  GroupSystem system = on_group(file);
  if (dynamics == Dynamics::free) {
    system.span.clear();
    system.kinematic = false;
    system.moving_span.clear();
    system.offset.clear();
    for (GroupInput& input : system.inputs) {  // a velocity is not felt
      if (!input.velocity.empty()) input.force.resize(input.velocity.size());
      input.velocity.clear();
    }
  }
  return system;
}

}  // namespace hamel::steering
