// The forces of the constraint along a motion that is drawn.
#pragma once

#include <vector>

#include <hamel/io/system_file.hpp>

#include "tracks.hpp"

namespace hamel::command {

/// Those of reactions_of; none for free motion, for a file without a constraint or without elements, where formulas are so
/// long that they take seconds, and in a build without steering.
std::vector<std::vector<double>> reactions_along(const SystemFile& file, const Track& track);

}  // namespace hamel::command
