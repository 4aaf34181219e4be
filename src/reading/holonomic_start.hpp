// Starts under holonomic constraints: places where g(t,x) = 0, velocities along them.
#pragma once

#include <vector>

#include <hamel/io/system_file.hpp>

#include "base/json.hpp"

namespace hamel::reading {

/// Refuses a place at which g is not 0; one that is off by the rounding of its decimals is moved onto g = 0, along
/// M^{-1} A^T, and `start.projected` is told. `equations`: the node of g; `metric`: its entries at the start.
void put_on_manifold(const JsonNode& equations, const GroupSystem& system,
                     const std::vector<Number>& metric, GroupStart& start);
void put_on_manifold(const JsonNode& equations, const ChartSystem& system, ChartStart& start);

/// The same for the velocity and A a = b.
void put_along_manifold(const JsonNode& equations, const JsonNode& initial,
                        const GroupSystem& system, const std::vector<Number>& metric,
                        GroupStart& start);
void put_along_manifold(const JsonNode& equations, const ChartSystem& system, ChartStart& start);

/// Solves g = 0 for the coordinates among the names that `initial.find` lists, and A a = b for the velocities.
void find_on_manifold(const JsonNode& find, const GroupSystem& system, GroupStart& start);
void find_along_manifold(const JsonNode& find, const GroupSystem& system, GroupStart& start);

}  // namespace hamel::reading
