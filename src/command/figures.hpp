// What to draw of the motions of a system.
#pragma once

#include <string>
#include <vector>

#include <hamel/io/comparison.hpp>
#include <hamel/io/plot.hpp>
#include <hamel/io/simulate.hpp>
#include <hamel/io/system_file.hpp>

#include "tracks.hpp"

namespace hamel::command {

/// Runs of the default method, or another whose outputs are dense, at other outputs.
Again run_again(const SystemFile& file, const RunPlan& plan);

/// One motion: path and velocities, energy error and distance from the constraint where they are more than rounding.
Figure motion_figure(const SystemFile& file, const Track& track, const Again& again);

/// Several motions from one start, the first being the one the others are measured against. Motions that coincide are
/// one curve with both names.
Figure comparison_figure(const SystemFile& file, const std::vector<Track>& tracks,
                         const Again& again);

/// What a comparison answers, in a line.
std::string verdict_line(const SystemFile& file, const Comparison& comparison);

}  // namespace hamel::command
