// Where a motion in coordinates starts: place, velocity on the constraints, multipliers.
#pragma once

#include <hamel/io/system_file.hpp>

#include "base/json.hpp"
#include "start_time.hpp"

namespace hamel::reading {

ChartStart read_chart_start(const JsonNode& initial, const ChartSystem& system,
                            const StartTime& time, const Expression::Scope& constants);

/// Constraints must vanish at the start and be independent in the velocities there. Velocities in decimals that are off
/// by rounding are moved onto them, M-orthogonally.
void put_on_constraints(const JsonNode& constraints, const JsonNode& initial,
                        const ChartSystem& system, ChartStart& start);

}  // namespace hamel::reading
