// How an example decides whether one nonholonomic motion is vakonomic: it fits the multiplier.
#pragma once

#include <vector>

#include <hamel/check/q2_trajectory.hpp>

#include "motion.hpp"

/// The multiplier that brings the vakonomic motion with the same start closest to a nonholonomic motion
/// over [0, t], with the relative residual that is left.
template <class P, class State>
auto best_multiplier(const P& problem, const State& start, double t, long samples = 200) {
  constexpr int n = P::dimension;
  using Covector = hamel::Vector<double, n>;
  std::vector<Covector> kinetic;
  std::vector<hamel::Matrix<double, n, P::velocities>> bases;
  const auto transported = [&](bool driven, const Covector& q) {
    const hamel::CovectorAlong<P> along(problem, driven);
    std::vector<Covector> covectors;
    kinetic.clear();
    bases.clear();
    for (const auto& state : motion(along, along.start(start, q), t, samples).states) {
      covectors.push_back(along.covector(state.m));
      bases.push_back(problem.basis(state.x));
      kinetic.push_back(problem.metric(state.x) * along.velocity(state.x, state.m));
    }
    return covectors;
  };
  const auto driven = transported(true, Covector::Zero());
  std::vector<std::vector<Covector>> homogeneous;
  for (int j = 0; j < n; ++j) homogeneous.push_back(transported(false, Covector::Unit(j)));
  return hamel::fit_multiplier<n, P::velocities>(bases, kinetic, driven, homogeneous);
}
