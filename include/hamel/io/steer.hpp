// Steering the system of a file: the admissible motions to a state that cost least.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hamel/io/system_file.hpp>
#include <hamel/steer/optimality.hpp>

namespace hamel {

/// Coordinates, by name, that a motion is to have at a time on its way; the others are free there.
struct SteerVia {
  double t;
  std::vector<std::pair<std::string, double>> at;
};

/// Where to, and how. Coordinates that are not named keep their value at the start, or in the target of the
/// file where `to` is empty.
struct SteerRequest {
  std::vector<std::pair<std::string, double>> to{};  ///< coordinates of the end by name
  std::vector<std::string> free{};                   ///< coordinates that the end leaves free
  std::vector<std::string> wrap{};  ///< angles that may end any number of turns away
  double t_end = 1;                 ///< time of the motion
  int candidates = 3;               ///< motions asked for
  /// Places on the way, in the order of time. What is asked of the way in the file's target counts where `to`, `via`
  /// and `periodic` are empty.
  std::vector<SteerVia> via{};
  /// Coordinates that are to end where they begin, or as far from there as `to` says, wherever the motion that costs
  /// least begins: with a periodic momentum, as a gait that is repeated.
  std::vector<std::string> periodic{};
};

/// A part of a motion, from one place on the way to the next; the momentum jumps there.
struct SteeredLeg {
  double t = 0, length = 0;        ///< when it begins, and for how long it goes
  double cost = 0;                 ///< the integral of L
  std::vector<double> start, end;  ///< coordinates
  std::vector<double> a, mu;       ///< velocity and multiplier (lambda in coordinates) at its start
};

/// A motion to the target.
struct SteeredMotion {
  double cost = 0;               ///< the integral of L
  double residual = 0;           ///< of the end, along an independent run
  std::vector<double> a, mu;     ///< velocity and multiplier (lambda in coordinates) at the start
  std::vector<double> end;       ///< coordinates at the end
  std::vector<SteeredLeg> legs;  ///< one where there are no places on the way
  Conjugacy conjugacy;
  /// False for a gait whose cost is stationary, though others cost less that begin elsewhere: without end, or the
  /// search found none where it stops to fall.
  bool is_least = true;
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

/// Steers the vakonomic motions of a system (the free ones where there is no constraint), inputs 0. Throws InputError
/// on systems with a force or a signal, for which this is not done, on names that are no coordinates, and on targets
/// that no motion reaches, with what keeps it from them.
SteerAnswer steer(const SystemFile& file, const SteerRequest& request);

/// The file with the place, the velocity and the multiplier at the start of a motion, to simulate what was found (its
/// first leg).
SystemFile starting_with(const SystemFile& file, const SteeredMotion& motion);
/// The same for a part of it.
SystemFile starting_with(const SystemFile& file, const SteeredLeg& leg);

}  // namespace hamel
