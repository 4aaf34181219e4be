// The flows of a file whose metric, constraint or offset vary, or that is in coordinates, derived anew.
#pragma once

#include <optional>
#include <vector>

#include <hamel/io/system_file.hpp>

#include "flow_again.hpp"
#include "polynomial_file.hpp"

namespace hamel {

/// In the numbers that are stored of a point, and velocities u behind them.
std::optional<FlowAgain> velocities_again(const SystemFile& file, bool free,
                                          Coordinates coordinates);

/// The vakonomic flow likewise, in velocities u and l behind them: p = M (D u + v0) + mu. `rows` are as many components
/// as D has columns, and mu follows there from the others, which are the minor of D on `rows` times l. Nothing where
/// that vanishes, and where time is named or a force acts.
std::optional<FlowAgain> momenta_again(const SystemFile& file, Coordinates coordinates,
                                       const std::vector<int>& rows);

}  // namespace hamel
