// The main panel of a picture: which path of a system to draw, and how.
#pragma once

#include <optional>
#include <vector>

#include <hamel/io/plot.hpp>
#include <hamel/io/system_file.hpp>

#include "tracks.hpp"

namespace hamel::command {

/// A path in the frame of a panel without curves yet.
struct Path {
  Panel panel;
  std::vector<Value> axes;       ///< two, or three in space
  std::optional<Value> heading;  ///< of the vehicle whose path in the plane it is
  int wheels = 0;                ///< drawn on the vehicle, beside its middle where there are two
  std::vector<VehiclePart> vehicle = {};  ///< what the file says of it; else an arrow

  /// The largest side of the box of the tracks; 1 on spheres and discs.
  double extent(const std::vector<Track>& tracks) const;
};

/// The plane where there are coordinates x and y, space with z beside them; the sphere and the hyperbolic plane that a
/// body axis moves on; two coordinates, or two velocities, else.
Path path_of(const SystemFile& file, const std::vector<Track>& tracks);

/// Where the free motion leaves the others far behind in a plane, the panel shows the others.
void keep_together(const std::vector<Track>& tracks, Path& path);

/// The vehicle at equal intervals of the time t_end along a track; not over itself. Of the given size where the file
/// says nothing of it, in the units of the panel; at the start where asked for, which several motions have in common.
Curve vehicles(const Path& path, const Track& track, double t_end, double size, bool at_start);

}  // namespace hamel::command
