// The reactions along a motion that is drawn.
#pragma once

#include <vector>

#include <hamel/io/system_file.hpp>

#include "tracks.hpp"

namespace hamel::command {

/// Those of reactions_of, for a nonholonomic motion of a file on a group with elements; none for others, and in a build
/// without steering.
std::vector<std::vector<double>> reactions_along(const SystemFile& file, const Track& track);

}  // namespace hamel::command
