// One output of a run, in numbers that can be listed and drawn.
#pragma once

#include <vector>

#include <hamel/core/types.hpp>
#include <hamel/diagnostics/observables.hpp>
#include <hamel/dynamics/state.hpp>

namespace hamel {

/// One output of a run.
struct Sample {
  double t = 0;
  std::vector<double> x;  ///< coordinates of the element, or q
  std::vector<double> a;  ///< velocity in the algebra, or q_dot
  std::vector<double>
      p;              ///< momentum M a + mu (vakonomic) or M a; charts: lambda (vakonomic) or none
  double energy = 0;  ///< of the motion alone, 1/2 g(a,a) + U or L_v v - L
  double off_constraint = 0;    ///< distance of the velocity from the constraint, relative
  double off_manifold = 0;      ///< the largest |g| of holonomic constraints g = 0
  std::vector<double> spatial;  ///< Ad*_{x^-1} p, groups with elements only
};

/// A state of a problem on a group at time t; `off_constraint` is left to those who know the constraint.
template <class P, int W>
Sample sample_of(const P& problem, double t, const State<typename P::Group, double, W>& state) {
  using V = Vector<double, P::dimension>;
  const auto list = [](const V& v) { return std::vector<double>(v.data(), v.data() + v.size()); };
  const auto& group = problem.group();
  const V a = problem.velocity(t, state.x, state.m);
  const V p = problem.momentum(state.x, a, state.m);
  const auto x = group.coordinates(state.x);
  Sample sample;
  sample.t = t;
  sample.x.assign(x.begin(), x.end());
  sample.a = list(a);
  sample.p = list(p);
  sample.energy = energy(problem, t, state);
  if (!sample.x.empty()) sample.spatial = list(group.Ad_star(group.inverse(state.x), p));
  return sample;
}

}  // namespace hamel
