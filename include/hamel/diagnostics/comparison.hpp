// Motions from one start under the three dynamics, and whether the nonholonomic one is vakonomic.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/check/q2_trajectory.hpp>
#include <hamel/check/verdict.hpp>
#include <hamel/core/error.hpp>
#include <hamel/diagnostics/q2_along.hpp>
#include <hamel/diagnostics/sample.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/integrator/trajectory.hpp>

namespace hamel {

/// One of the motions compared.
struct ComparedMotion {
  Dynamics dynamics = Dynamics::nonholonomic;
  std::vector<Sample> samples;
  RunStatus status;
};

/// The answer to Q2, by proof where possible, else by the residual of the fit.
struct MotionVerdict {
  Answer answer = Answer::undecided;
  bool exact = false;
  std::string reason;
  std::string proof;  ///< of a file: its kind, one of `proof_kinds`; empty where there is none
  double residual = std::numeric_limits<double>::quiet_NaN();  ///< NaN: nothing was fitted
  MultiplierFit<dynamic> fit;
  std::vector<double> multiplier;  ///< the best at the start
  /// With that multiplier velocities that the constraints allow have no inertia: vakonomic motion is not determined, and
  /// what follows is unknown.
  bool degenerate = false;
  /// Where the motion leaves the vakonomic one with that multiplier: a time, or never up to the end.
  std::optional<double> departs_at;
  double end_distance = std::numeric_limits<double>::quiet_NaN();
  /// The largest departure of a component, see `departure`.
  double departure = std::numeric_limits<double>::quiet_NaN();
};

/// What `compare` finds.
struct Comparison {
  std::string name;
  std::vector<std::string> names;  ///< of t, the coordinates and the velocities
  double t_end = 0;
  double projected = 0;    ///< how far the start was off its constraint before it was moved onto it
  std::string projection;  ///< the same in words; empty where it was not
  std::vector<ComparedMotion> motions;  ///< in the order of `compared_dynamics`
  MotionVerdict q2;

  bool complete() const {
    return std::all_of(motions.begin(), motions.end(),
                       [](const auto& m) { return bool(m.status); });
  }
};

/// The motions of a comparison; the others are measured against the first.
inline constexpr std::array compared_dynamics{Dynamics::nonholonomic, Dynamics::vakonomic,
                                              Dynamics::free};
/// Beyond this distance two motions count as parted.
inline constexpr double parting_distance = 1e-3;

/// Distance of two samples: Euclidean in the coordinates, in the velocities where there are none.
inline double distance(const Sample& left, const Sample& right) {
  const auto& p = left.x.empty() ? left.a : left.x;
  const auto& q = right.x.empty() ? right.a : right.x;
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += (p[i] - q[i]) * (p[i] - q[i]);
  return std::sqrt(sum);
}

/// Distance of two motions at the end, NaN when one did not get there.
inline double end_distance(const ComparedMotion& left, const ComparedMotion& right) {
  if (!left.status || !right.status) return std::numeric_limits<double>::quiet_NaN();
  return distance(left.samples.back(), right.samples.back());
}

/// The first time at which two motions are further apart than `parting_distance`.
inline std::optional<double> parting_time(const ComparedMotion& left, const ComparedMotion& right) {
  const std::size_t count = std::min(left.samples.size(), right.samples.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (distance(left.samples[i], right.samples[i]) > parting_distance) return left.samples[i].t;
  }
  return std::nullopt;
}

/// How far a motion departs from another: the largest difference of a coordinate or velocity, relative to
/// its own variation, or to 1e-6 of the largest among its like where that is more. Infinite where the
/// other did not get as far.
inline double departure(const ComparedMotion& motion, const ComparedMotion& other) {
  const auto& samples = motion.samples;
  const auto& others = other.samples;
  if (!other.status || others.size() != samples.size())
    return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (const auto part : {&Sample::x, &Sample::a}) {
    const std::size_t n = (samples[0].*part).size();
    std::vector<double> size(n, 0), off(n, 0);
    for (std::size_t k = 0; k < samples.size(); ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        const double value = (samples[k].*part)[i];
        const double from = part == &Sample::x ? (samples[0].*part)[i] : 0;
        size[i] = std::max(size[i], std::abs(value - from));
        off[i] = std::max(off[i], std::abs(value - (others[k].*part)[i]));
      }
    }
    const double largest = n > 0 ? *std::max_element(size.begin(), size.end()) : 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (off[i] > 0) worst = std::max(worst, off[i] / std::max(size[i], 1e-6 * largest));
    }
  }
  return worst;
}

/// The length of the path, the integral of |a| over the time.
inline double path_length(const ComparedMotion& motion) {
  double length = 0;
  for (std::size_t i = 1; i < motion.samples.size(); ++i) {
    double square = 0;
    for (const double a : motion.samples[i].a) square += a * a;
    length += std::sqrt(square) * (motion.samples[i].t - motion.samples[i - 1].t);
  }
  return length;
}

/// What a fit along a motion of that length says, with the departure of the motion it gives. A yes needs both:
/// equations that hold, each against its own terms, and a motion that follows. A no needs an equation that errors of
/// the motion cannot explain. Some multiplier fits a short enough stretch of any motion: the answer needs one of some
/// length.
inline void answer_from_fit(double length, MotionVerdict& q2) {
  constexpr double least_length = 0.1, following = 1e-8;
  char reason[240];
  const auto say = [&](const char* form, auto... values) {
    std::snprintf(reason, sizeof reason, form, values...);
    q2.reason = reason;
  };
  const double worst = q2.fit.worst;
  if (length < least_length) {
    say("the motion is too short to tell: its path has the length %.2g (needed: %.2g)", length,
        least_length);
  } else if (q2.fit.certain > q2_no_above) {
    q2.answer = Answer::fails;
    say("relative residual %.1e of the best fit (yes below %.0e, no above %.0e)", worst,
        q2_yes_below, q2_no_above);
  } else if (worst > q2_no_above) {
    say("relative residual %.1e of the best fit, which errors of the motion may "
        "explain",
        worst);
  } else if (!(worst < q2_yes_below)) {
    say("relative residual %.1e of the best fit (yes below %.0e, no above %.0e)", worst,
        q2_yes_below, q2_no_above);
  } else if (!q2.fit.resolved) {
    q2.reason = "an equation has terms of less than 1e-12 of another's: beyond double precision";
  } else if (q2.degenerate) {
    say("relative residual %.1e of the best fit (yes below %.0e), but its "
        "vakonomic motion is not determined",
        worst, q2_yes_below);
  } else if (!(q2.departure <= following)) {
    say("relative residual %.1e of the best fit (yes below %.0e), but its motion "
        "departs by %.1e (yes up to %.0e)",
        worst, q2_yes_below, q2.departure, following);
  } else {
    q2.answer = Answer::holds;
    say("relative residual %.1e of the best fit (yes below %.0e), and its motion "
        "follows to %.1e (yes up to %.0e)",
        worst, q2_yes_below, q2.departure, following);
  }
}

/// Compares the motions of `run(dynamics, multiplier)`, where a null multiplier means that of the start. `fit()` fits a
/// multiplier to the nonholonomic one; `prove()` may decide Q2 beyond rounding, and brings a multiplier with a yes.
template <class Run, class Fit, class Prove>
void compare_motions(Comparison& result, const Run& run, const Fit& fit, const Prove& prove) {
  for (const Dynamics dynamics : compared_dynamics) {
    const std::vector<double>* const as_given = nullptr;
    result.motions.push_back(run(dynamics, as_given));
  }
  const ComparedMotion& motion = result.motions.front();
  MotionVerdict& q2 = result.q2;
  const auto follow = [&] {
    q2.departs_at.reset();
    q2.end_distance = q2.departure = std::numeric_limits<double>::quiet_NaN();
    q2.degenerate = false;
    try {
      const ComparedMotion best = run(Dynamics::vakonomic, &q2.multiplier);
      q2.departs_at = parting_time(motion, best);
      q2.end_distance = end_distance(motion, best);
      q2.departure = departure(motion, best);
    } catch (const DegenerateMetric&) {
      q2.degenerate = true;
    }
  };
  const auto numerically = [&] {
    const auto cannot = [&](Outcome outcome) {
      q2.reason = std::string("the motion could not be computed: ") + text(outcome);
    };
    if (!motion.status) return cannot(motion.status.outcome);
    if (result.t_end == 0) {
      q2.reason = "the motion has no length: any multiplier fits it";
      return;
    }
    const TrajectoryFit found = fit();
    if (!found.within_budget) {
      q2.reason = "the motion takes more than " + std::to_string(found.allowed) +
                  " evaluations of the velocity to compute";
      return;
    }
    if (found.outcome != Outcome::ok) return cannot(found.outcome);
    q2.fit = found.fit;
    q2.residual = found.fit.residual;
    q2.multiplier.assign(found.fit.multiplier.data(),
                         found.fit.multiplier.data() + found.fit.multiplier.size());
    follow();
    answer_from_fit(path_length(motion), q2);
  };
  numerically();
  const std::optional<Verdict> proof = prove();
  if (!proof) return;
  q2.answer = proof->answer;
  q2.exact = true;
  q2.reason = proof->reason;
  if (proof->answer != Answer::holds) return;
  const auto multiplier = proof->evidence.template get_matrix<Rational>("multiplier_at_0");
  if (multiplier.size() == 0) return;
  q2.multiplier.clear();
  for (Eigen::Index i = 0; i < multiplier.size(); ++i)
    q2.multiplier.push_back(to_double(multiplier(i)));
  if (motion.status && result.t_end > 0) follow();
}

}  // namespace hamel
