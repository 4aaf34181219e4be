// The integration loop, one for all methods, dynamics and scalars.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <type_traits>

#include <hamel/core/error.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/status.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/integrator/trajectory.hpp>

namespace hamel {

/// A problem as methods need it, in numbers of type S: its states, and the velocity of a state at a time.
template <class P, class S = double>
concept MechanicalProblem = requires(const P& problem, const S& t,
                                     const typename P::template State<S>& state) {
  { P::dimension } -> std::convertible_to<int>;
  { P::variations } -> std::convertible_to<int>;
  { problem.dim() } -> std::same_as<int>;
  problem.group();
  problem.field(t, state.x, state.m).a;
  problem.field(t, state.x, state.m).m_dot;
};

/// A one-step method for a problem in numbers of type S: `step(problem, t, h, state, memory)` advances `state` in
/// place, noexcept and without allocation, and leaves it untouched when it fails.
template <class M, class P, class S = double>
concept Method = requires(const M& method, const P& problem, const S& t,
                          typename P::template State<S>& state, typename M::Memory& memory) {
  { method.step(problem, t, t, state, memory) }
  noexcept->std::same_as<StepStatus>;
  { M::order } -> std::convertible_to<int>;
};

/// A method that is its own adjoint: a step of -h undoes one of h.
template <class M>
concept SymmetricMethod = requires { requires M::symmetric; };

/// Length of a run in numbers of type S: `steps` steps of size `step` from `start`, of which every `every`-th is
/// kept, and the last one always. Adaptive methods cross each step in as many of their own as it takes.
template <class S>
struct RunOptionsIn {
  S step = S(1e-2);
  long steps = 100;
  long every = 1;
  S start = S(0);

  /// The same in numbers of another type.
  template <class T>
  operator RunOptionsIn<T>() const {
    return {T(step), steps, every, T(start)};
  }
};

/// Length of a run in doubles.
using RunOptions = RunOptionsIn<double>;

namespace detail {

/// Whether a problem and a method are what they have to be; else the compiler says what is missing.
template <class P, class M, class S>
constexpr bool require_run() {
  constexpr bool is_problem = MechanicalProblem<P, S>;
  static_assert(is_problem,
                "integrate: the first argument is not a problem (made by free, "
                "nonholonomic or vakonomic), see the concept MechanicalProblem");
  if constexpr (is_problem) {
    constexpr bool is_method = Method<M, P, S>;
    static_assert(is_method,
                  "integrate: the third argument is not a method for this problem: it needs a "
                  "noexcept step(problem, t, h, state, memory), see the concept Method");
    return is_method;
  } else {
    return false;
  }
}

/// Refuses options without meaning.
template <class S>
void require_options(const RunOptionsIn<S>& options) {
  using std::isfinite;
  if (!isfinite(plain(options.step)) || plain(options.step) == 0) {
    throw InputError("step", text(plain(options.step)), "a finite number other than 0");
  }
  if (options.steps < 0) throw InputError("steps", text(options.steps), "a number of steps >= 0");
  if (options.every < 1) throw InputError("every", text(options.every), "a number >= 1");
}

}  // namespace detail

namespace detail {

/// The loop of a run: `step(k, t, state)` is the k-th step, from time t.
template <class Step, class Observer, class State, class S>
RunStatus run_steps(State state, const RunOptionsIn<S>& options, const Step& step,
                    Observer&& observe) {
  require_options(options);
  RunStatus run;
  S t = options.start;
  const auto goes_on = [&] {
    run.t = static_cast<double>(plain(t));
    if constexpr (std::same_as<decltype(observe(t, state, run)), bool>) {
      return observe(t, state, run);
    } else {
      observe(t, state, run);
      return true;
    }
  };
  if (!goes_on()) return run;
  for (long k = 1; k <= options.steps; ++k) {
    const StepStatus taken = step(k - 1, t, state);
    run.iterations += taken.iterations;
    run.most_iterations = std::max(run.most_iterations, taken.iterations);
    run.residual = taken.residual;
    if (!taken) {
      run.outcome = taken.outcome;
      return run;
    }
    run.steps = k;
    t = options.start + S(static_cast<Plain<S>>(k)) * options.step;
    run.t = static_cast<double>(plain(t));
    if ((k % options.every == 0 || k == options.steps) && !goes_on()) return run;
  }
  run.outcome = Outcome::ok;
  return run;
}

/// What observes a run to keep it.
template <class Trajectory>
auto keep_in(Trajectory& trajectory) {
  return [&trajectory](const auto& t, const auto& state, const RunStatus&) {
    trajectory.times.push_back(t);
    trajectory.states.push_back(state);
  };
}

}  // namespace detail

/// Runs `problem` from `initial`, in the numbers of `initial`. `observe(t, state, status)` sees every state that is
/// kept, the start included; when it returns bool, false ends the run. Throws InputError on options without
/// meaning. Numerical failure ends the run with its status, never with an exception.
template <class P, class M, class Observer, class G, class S, int W>
RunStatus observe_run(const P& problem, State<G, S, W> state, const M& method,
                      const std::type_identity_t<RunOptionsIn<S>>& options, Observer&& observe) {
  if constexpr (detail::require_run<P, M, S>()) {
    typename M::Memory memory{};
    const auto step = [&](long, const S& t, State<G, S, W>& at) {
      return method.step(problem, t, options.step, at, memory);
    };
    return detail::run_steps(state, options, step, observe);
  } else {
    return {};
  }
}

/// The same, with the states kept in a trajectory.
template <class P, class M, class G, class S, int W>
auto integrate(const P& problem, const State<G, S, W>& initial, const M& method,
               const std::type_identity_t<RunOptionsIn<S>>& options) {
  Trajectory<State<G, S, W>> trajectory;
  trajectory.status = observe_run(problem, initial, method, options, detail::keep_in(trajectory));
  return trajectory;
}

}  // namespace hamel
