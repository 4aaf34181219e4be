// Where a motion on a group starts: element, velocity and multiplier, each on its constraint.
#pragma once

#include <vector>

#include <hamel/io/system_file.hpp>

#include "base/json.hpp"

namespace hamel::reading {

/// Coordinates of the identity; they are whole numbers, hence exact.
std::vector<Number> identity_coordinates(const SystemGroup& group);

bool all_exact(const std::vector<Number>& numbers);
std::vector<double> values_of(const std::vector<Number>& numbers);

/// Coordinates of an element, those not named as in `otherwise`; refused when it is not on the group. Decimals that are
/// off it by rounding become those of the nearest element, which `projected` is told, where there is one to tell.
std::vector<Number> read_element(const JsonNode& node, const GroupSystem& system,
                                 const std::vector<Number>& otherwise,
                                 const Expression::Scope& constants, Projected* projected);

/// Velocity and multiplier; time and element are in `start` already. `span`: the formulas of the vectors that span d;
/// `metric`: its entries at the start.
void read_velocity(const JsonNode& initial, const GroupSystem& system,
                   const std::vector<Expression>& span, const std::vector<Number>& metric,
                   GroupStart& start, const Expression::Scope& constants);

/// The coefficients u of the velocity v0 + D u of a system that was read.
std::vector<Number> coefficients_at_start(const GroupSystem& system);

}  // namespace hamel::reading
