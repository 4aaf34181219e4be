// Question Q2 along one motion: what its multipliers would be, carried along it, and the fit of one to it.
#pragma once

#include <limits>
#include <vector>

#include <hamel/check/q2_trajectory.hpp>
#include <hamel/core/sizes.hpp>
#include <hamel/core/status.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/tableau.hpp>

namespace hamel {

/// How often the motions behind one fit may ask for a velocity, in all.
inline constexpr long q2_evaluations = 2000000;

/// The fit and how the runs it needs ended.
struct TrajectoryFit {
  MultiplierFit<dynamic> fit;
  Outcome outcome = Outcome::not_run;
  long allowed = 0;           ///< evaluations of the velocity
  bool within_budget = true;  ///< false when they ran out
};

/// A problem whose field may be asked so often: then it is not a number, which ends a run. Counts down `left`; both
/// must outlive it.
template <class P>
class Rationed {
 public:
  using Group = typename P::Group;
  static constexpr int dimension = P::dimension, variations = P::variations;
  template <class S>
  using State = typename P::template State<S>;

  Rationed(const P& problem, long& left) noexcept : problem_(problem), left_(left) {}

  const auto& group() const noexcept { return problem_.group(); }
  int dim() const noexcept { return group().dim(); }

  template <class X, class M>
  auto field(double t, const X& x, const M& m) const {
    auto velocity = problem_.field(t, x, m);
    if (--left_ < 0) velocity.a.setConstant(std::numeric_limits<double>::quiet_NaN());
    return velocity;
  }

 private:
  const P& problem_;
  long& left_;
};

/// The multiplier that comes closest to making the nonholonomic motion from `start` vakonomic on [0, t_end], each
/// equation asked at the ends of equal intervals. `Along` moves unknowns along the motion (`CovectorAlong` on groups,
/// `MultiplierAlong` in coordinates): once driven from 0, then without a drive from each unit vector, for a vakonomic
/// momentum is affine in its initial value. What the motions differ by tells their errors. `as_field(rationed)` is what
/// the method is given; at most `evaluations` velocities are asked for.
template <class Along, class P, class St, class AsField>
TrajectoryFit fit_along(const P& problem, const St& start, double t_end, int intervals,
                        long evaluations, const AsField& as_field) {
  using Unknown = typename Along::Unknown;
  using Equations = typename Along::template Equations<double>;
  const int n = Along(problem, false).unknowns();
  std::vector<std::vector<Equations>> seen;  // by motion
  TrajectoryFit result;
  result.allowed = evaluations;
  const auto moved = [&](bool driven, const Unknown& from) {
    const Along along(problem, driven);
    const Rationed<Along> rationed(along, evaluations);
    const auto field = as_field(rationed);
    const Adaptive<DormandPrince8> method;
    Adaptive<DormandPrince8>::Memory memory;
    auto state = along.start(start, from);
    std::vector<Unknown> unknowns;
    seen.emplace_back();
    const auto see = [&](double t) {
      unknowns.push_back(along.unknown(state.m));
      seen.back().push_back(along.equations(t, state));
    };
    see(0);
    result.outcome = Outcome::ok;
    for (int k = 0; k < (t_end > 0 ? intervals : 0); ++k) {
      const auto step = method.step(field, t_end * k / intervals, t_end / intervals, state, memory);
      result.outcome = step.outcome;
      if (!step) break;
      see(t_end * (k + 1) / intervals);
    }
    return unknowns;
  };
  const auto driven = moved(true, Unknown::Zero(n));
  std::vector<std::vector<Unknown>> homogeneous;
  for (int j = 0; j < n && result.outcome == Outcome::ok; ++j)
    homogeneous.push_back(moved(false, Unknown::Unit(n, j)));
  if (result.outcome == Outcome::ok) {
    const auto fit = Along::fit(seen, driven, homogeneous);
    result.fit = {fit.multiplier, fit.residual, fit.worst, fit.certain, fit.resolved};
  }
  result.within_budget = evaluations >= 0;
  return result;
}

/// The same with the method compiled for the problem itself.
template <class Along, class P, class St>
TrajectoryFit fit_along(const P& problem, const St& start, double t_end, int intervals = 200,
                        long evaluations = q2_evaluations) {
  return fit_along<Along>(problem, start, t_end, intervals, evaluations,
                          [](const auto& rationed) { return rationed; });
}

/// The same on a group.
template <class P, class St>
TrajectoryFit fit_along(const P& problem, const St& start, double t_end) {
  return fit_along<CovectorAlong<P>>(problem, start, t_end);
}

}  // namespace hamel
