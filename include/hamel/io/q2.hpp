// Question Q2 for the motion of a system file, by least squares along its trajectory.
#pragma once

#include <hamel/check/q2_trajectory.hpp>
#include <hamel/core/status.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// How often the motions behind one fit may ask for a velocity, in all.
inline constexpr long q2_evaluations = 2000000;

/// The fit and how the runs it needs ended.
struct TrajectoryFit {
  MultiplierFit<dynamic> fit;
  Outcome outcome = Outcome::not_run;
  bool within_budget = true;  ///< false when `q2_evaluations` ended a run
};

/// The multiplier that comes closest to making the nonholonomic motion of the file vakonomic on
/// [0, t_end]. Throws InputError when the file has no start.
TrajectoryFit fit_along(const GroupSystem& file, double t_end, int samples = 200);
/// The same for a system in coordinates: the multiplier is lambda at the start.
TrajectoryFit fit_along(const ChartSystem& file, double t_end, int samples = 200);

}  // namespace hamel
