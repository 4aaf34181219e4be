// The equations of motion of files as fields of states.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <hamel/dynamics/state.hpp>
#include <hamel/io/system_file.hpp>

#include "steering/state_field.hpp"

namespace hamel::steering {

/// Nonholonomic motion on a group by position and coefficients of the velocity. Throws as the problem does.
std::unique_ptr<StateField> group_field(const GroupSystem& file);

/// The same in coordinates. Throws InputError where there is no start.
std::unique_ptr<StateField> chart_field(const ChartSystem& file, Dynamics dynamics);

/// Vakonomic motion by position and momentum. Throws InputError where a force acts or equations g = 0 hold.
std::unique_ptr<StateField> vakonomic_field(const SystemFile& file);

/// Of the components of xi: the coordinate that alone changes along it, else e1, e2, ..
std::vector<std::string> place_names(const GroupSystem& file);

}  // namespace hamel::steering
