// Inputs that are parts of the velocity: a = v0 + D u + sum_i w_i b_i.
#pragma once

#include <vector>

#include <hamel/io/system_file.hpp>

#include "base/json.hpp"

namespace hamel::reading {

/// Adds s(t) b(x) to the offset for each velocity whose signal is a formula s; what else moves in it, tables and numbers
/// that a caller holds, is added along a run. Where there are tables, the offset is there, though it may be zero.
/// Refuses a velocity without a constraint, and one that lies in d at every point, where it says nothing.
void add_velocities(const JsonNode& inputs, GroupSystem& system,
                    const std::vector<Expression>& span,
                    const std::vector<std::vector<Number>>& points);

/// The offset of the constraint when the motion starts, tables included.
std::vector<Expression> offset_at_start(const GroupSystem& system);

}  // namespace hamel::reading
