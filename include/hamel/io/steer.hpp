// Steering the system of a file: the admissible motions to a state that cost least.
#pragma once

#include <limits>
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
  std::vector<std::pair<std::string, double>> to{};  ///< coordinates of the end by name
  std::vector<std::string> free{};                   ///< coordinates that the end leaves free
  std::vector<std::string> wrap{};  ///< angles that may end any number of turns away
  double t_end = 1;                 ///< time of the motion
  int candidates = 3;               ///< motions asked for
};

/// A motion to the target.
struct SteeredMotion {
  double cost = 0;            ///< the integral of L
  double residual = 0;        ///< of the end, along an independent run
  std::vector<double> a, mu;  ///< velocity and multiplier (lambda in coordinates) at the start
  std::vector<double> end;    ///< coordinates at the end
  Conjugacy conjugacy;
  /// sqrt(2 T cost), on groups without potential and offset: the speed is constant there, and in any time the motion of
  /// least cost is that of least length.
  std::optional<double> length;
  /// Until when it is the cheapest of all to its ends, headings modulo full turns; where that is known.
  std::optional<double> cut_time;
};

/// What was found: motions, the cheapest first; none where the search ended without one.
struct SteerAnswer {
  int iterations = 0;  ///< of Newton's method
  bool generates =
      true;  ///< where nothing was found: d and its brackets fill the algebra at the start
  /// The least residual of motions that were found and that no run from their start repeats; infinite without.
  double unrepeated = std::numeric_limits<double>::infinity();
  std::vector<SteeredMotion> motions;
};

/// Steers the vakonomic motions of a system (the free ones where there is no constraint), inputs 0. Throws InputError on
/// systems with a force or a signal, for which this is not done, on names that are no coordinates, and on targets that no
/// motion reaches, with what keeps it from them.
SteerAnswer steer(const SystemFile& file, const SteerRequest& request);

/// The file with the velocity and multiplier of a motion at its start, to simulate what was found.
SystemFile starting_with(const SystemFile& file, const SteeredMotion& motion);

}  // namespace hamel
