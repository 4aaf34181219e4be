// Reading the group of a system file.
#pragma once

#include <vector>

#include <hamel/io/expression.hpp>
#include <hamel/io/system_file.hpp>
#include <hamel/io/system_group.hpp>

#include "base/json.hpp"

namespace hamel::reading {

/// The group named by `group` or `algebra` in a file: group, coordinates and exact algebra of a
/// system whose other parts are still to be read.
GroupSystem read_group(const JsonNode& file, const Expression::Scope& constants);

/// The element with these coordinates; throws OffGroup.
SystemGroup::Point element_at(const SystemGroup& group, const std::vector<double>& coordinates);

}  // namespace hamel::reading
