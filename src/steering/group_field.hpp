// The equations of motion on a group by position and coefficients of the velocity.
#pragma once

#include <memory>

#include <hamel/dynamics/state.hpp>
#include <hamel/io/system_file.hpp>

#include "steering/state_field.hpp"

namespace hamel::steering {

/// Throws as the problem does.
std::unique_ptr<StateField> group_field(const GroupSystem& file);

/// The same in coordinates. Throws InputError where there is no start.
std::unique_ptr<StateField> chart_field(const ChartSystem& file, Dynamics dynamics);

}  // namespace hamel::steering
