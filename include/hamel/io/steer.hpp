// Steering the system of a file: the admissible motions to a state that cost least.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hamel/io/system_file.hpp>
#include <hamel/steer/conjugate.hpp>

namespace hamel {

/// Where to, and how. Coordinates that are not named keep their value at the start, or in the target of the
/// file where `to` is empty.
struct SteerRequest {
  std::vector<std::pair<std::string, double>> to;  ///< coordinates of the end by name
  std::vector<std::string> free;                   ///< coordinates that the end leaves free
  std::vector<std::string> wrap;                   ///< angles that may end any number of turns away
  double t_end = 1;                                ///< time of the motion
  int candidates = 3;                              ///< motions asked for
};

/// A motion to the target.
struct SteeredMotion {
  double cost = 0;            ///< the integral of L
  double residual = 0;        ///< of the end, along an independent run
  std::vector<double> a, mu;  ///< velocity and multiplier at the start
  std::vector<double> end;    ///< coordinates at the end
  Conjugacy conjugacy;
};

/// What was found: motions, the cheapest first; none where the search ended without one.
struct SteerAnswer {
  int iterations = 0;  ///< of Newton's method
  std::vector<SteeredMotion> motions;
};

/// Steers the vakonomic motions of a system on a group (the free ones where there is no constraint), inputs 0. Throws
/// InputError on systems in coordinates and systems with a force, for which this is not done, on names that are no
/// coordinates, and on targets that no motion reaches, with what keeps it from them.
SteerAnswer steer(const SystemFile& file, const SteerRequest& request);

}  // namespace hamel
