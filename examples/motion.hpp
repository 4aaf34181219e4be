// How an example follows a motion where it does not care about the method (adaptively, to 1e-13), and its coordinates.
#pragma once

#include <vector>

#include <Eigen/Core>

#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/tableau.hpp>

/// The motion from `start` up to time t, kept at `samples` equal intervals.
template <class P, class State>
auto motion(const P& problem, const State& start, double t, long samples = 200) {
  return hamel::integrate(problem, start, hamel::Adaptive<hamel::DormandPrince8>{},
                          {.step = t / static_cast<double>(samples), .steps = samples});
}

/// The state at time t.
template <class P, class State>
auto state_at(const P& problem, const State& start, double t) {
  return motion(problem, start, t, 20).states.back();
}

/// The coordinates of a state on `group`.
template <class G, class State>
Eigen::VectorXd coordinates(const G& group, const State& state) {
  const std::vector<double> c = group.coordinates(state.x);
  return Eigen::VectorXd::Map(c.data(), static_cast<Eigen::Index>(c.size()));
}
