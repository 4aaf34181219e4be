// The integration loop, one for all methods and dynamics.
#pragma once

#include <cmath>
#include <concepts>

#include <hamel/core/error.hpp>
#include <hamel/core/status.hpp>
#include <hamel/integrator/trajectory.hpp>

namespace hamel {

/// A one-step method: `step(problem, t, h, state, memory)` advances `state` in place, noexcept and
/// without allocation, and leaves it untouched when it fails.
template <class M, class P>
concept Method = requires(const M& method, const P& problem,
                          typename P::template State<double>& state, typename M::Memory& memory) {
  { method.step(problem, 0., 0., state, memory) }
  noexcept->std::same_as<StepStatus>;
  { M::order } -> std::convertible_to<int>;
};

/// Length of a run: `steps` steps of size `step` from `start`, of which every `every`-th is kept,
/// and the last one always. Adaptive methods cross each step in as many of their own as it takes.
struct RunOptions {
  double step = 1e-2;
  long steps = 100;
  long every = 1;
  double start = 0;
};

/// Runs `problem` from `initial`. `observe(t, state, status)` sees every state that is kept, the
/// start included; when it returns bool, false ends the run. Throws InputError on options without
/// meaning. Numerical failure ends the run with its status, never with an exception.
template <class P, class M, class Observer>
requires Method<M, P> RunStatus observe_run(const P& problem,
                                            typename P::template State<double> state,
                                            const M& method, const RunOptions& options,
                                            Observer&& observe) {
  if (!std::isfinite(options.step) || options.step == 0) {
    throw InputError("step", text(options.step), "a finite number other than 0");
  }
  if (options.steps < 0) throw InputError("steps", text(options.steps), "a number of steps >= 0");
  if (options.every < 1) throw InputError("every", text(options.every), "a number >= 1");
  typename M::Memory memory{};
  RunStatus run;
  run.t = options.start;
  const auto goes_on = [&] {
    if constexpr (std::same_as<decltype(observe(run.t, state, run)), bool>) {
      return observe(run.t, state, run);
    } else {
      observe(run.t, state, run);
      return true;
    }
  };
  if (!goes_on()) return run;
  for (long k = 1; k <= options.steps; ++k) {
    const StepStatus step = method.step(problem, run.t, options.step, state, memory);
    run.iterations += step.iterations;
    run.most_iterations = std::max(run.most_iterations, step.iterations);
    run.residual = step.residual;
    if (!step) {
      run.outcome = step.outcome;
      return run;
    }
    run.steps = k;
    run.t = options.start + static_cast<double>(k) * options.step;
    if ((k % options.every == 0 || k == options.steps) && !goes_on()) return run;
  }
  run.outcome = Outcome::ok;
  return run;
}

/// The same, with the states kept in a trajectory.
template <class P, class M>
auto integrate(const P& problem, const typename P::template State<double>& initial, const M& method,
               const RunOptions& options) {
  Trajectory<typename P::template State<double>> trajectory;
  trajectory.status = observe_run(problem, initial, method, options,
                                  [&](double t, const auto& state, const RunStatus&) {
                                    trajectory.times.push_back(t);
                                    trajectory.states.push_back(state);
                                  });
  return trajectory;
}

}  // namespace hamel
