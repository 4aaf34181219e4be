// The flows of a file whose metric, constraint or offset vary, or that is in coordinates, derived anew.
#pragma once

#include <optional>
#include <vector>

#include <hamel/io/system_file.hpp>

#include "flow_again.hpp"
#include "lowering/polynomial_file.hpp"

namespace hamel {

/// In the numbers that are stored of a point, and velocities u behind them.
std::optional<FlowAgain> velocities_again(const SystemFile& file, bool free,
                                          Coordinates coordinates);

/// The vakonomic flow likewise, in velocities u and l behind them: p = M (D u + v0) + C l, D^T C = 0, by the
/// Multipliers of these rows of D. Nothing where their minor vanishes, and where time is named or a force acts.
std::optional<FlowAgain> momenta_again(const SystemFile& file, Coordinates coordinates,
                                       const std::vector<int>& rows);

}  // namespace hamel
