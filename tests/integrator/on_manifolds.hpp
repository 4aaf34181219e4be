// How far runs under holonomic constraints leave the surface and the energy.
#pragma once

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include <hamel/dynamics/on_manifold.hpp>
#include <hamel/hamel.hpp>
#include <hamel/integrator/holonomic.hpp>

namespace hamel {

inline constexpr double gravity = 9.81;

/// The largest |g| and energy error of a run.
struct Worst {
  double g = 0, energy = 0;
};
template <class P, class State, class Method>
Worst worst_of(const P& problem, const State& start, const Method& method, double h, long steps) {
  Worst worst;
  const auto energy = [&](const State& s) {
    return problem.system().energy(s.x, problem.velocity(0., s.x, s.m));
  };
  const double first = energy(start);
  const auto status =
      observe_run(problem, start, method, {.step = h, .steps = steps},
                  [&](double t, const State& s, const RunStatus&) {
                    worst.g = std::max(worst.g, P::length(problem.constraint().value(t, s.x)));
                    worst.energy = std::max(worst.energy, std::abs(energy(s) - first));
                  });
  REQUIRE(status);
  return worst;
}

using Variational4 = Composition<Suzuki4, Variational<>>;
using Variational6 = Composition<KahanLi6, Variational<>>;

}  // namespace hamel
