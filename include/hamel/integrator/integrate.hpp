// The integration loop, one for all methods, dynamics and scalars.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <type_traits>
#include <utility>

#include <hamel/core/error.hpp>
#include <hamel/core/pivots.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/status.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/integrator/rank_loss.hpp>
#include <hamel/integrator/strides.hpp>
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
concept SymmetricMethod = requires {
  requires M::symmetric;
};

/// Length of a run in numbers of type S: `steps` steps of size `step` from `start`, of which every `every`-th is
/// kept, and the last one always. Methods with error control take steps of their own: these are the times of outputs.
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

/// Refuses options without meaning, and steps that no time of the run would show.
template <class S>
void require_options(const RunOptionsIn<S>& options) {
  using std::isfinite;
  const auto step = plain(options.step), start = plain(options.start);
  const auto end = start + static_cast<Plain<S>>(options.steps) * step;
  const auto require = [](bool good, const char* where, const Word& found, const char* expected) {
    if (!good) refuse<InputError>(where, {found}, expected);
  };
  require(isfinite(step) && step != 0, "step", wide(step), "a finite number other than 0");
  require(options.steps >= 1, "steps", options.steps, "a number of steps >= 1");
  require(options.every >= 1, "every", options.every, "a number >= 1");
  require(isfinite(start), "start", wide(start), "a finite time");
  require(isfinite(end), "end of the run", wide(end), "a finite time");
  if (start + step == start || end - step == end)
    refuse<InputError>("step", {wide(step), " between the times ", wide(start), " and ", wide(end)},
                       "one that the numbers of time resolve");
}

/// Output k of a run.
template <class S>
S time_of(const RunOptionsIn<S>& options, long k) {
  return options.start + S(static_cast<Plain<S>>(k)) * options.step;
}

/// Adds a step to the counts of a run; false where it failed.
inline bool count(const StepStatus& step, RunStatus& run) {
  run.iterations += step.iterations;
  run.most_iterations = std::max(run.most_iterations, step.iterations);
  run.residual = step.residual;
  if (!step) run.outcome = step.outcome;
  return static_cast<bool>(step);
}

/// The output k is reached.
template <class S>
void arrive(long k, const S& t, RunStatus& run) {
  run.steps = k;
  run.t = static_cast<double>(plain(t));
}

/// Shows a state to the observer of a run; false where it ends the run, which is stopped then.
template <class Observer, class S, class State>
bool goes_on(Observer& observe, const S& t, const State& state, RunStatus& run) {
  if constexpr (std::same_as<decltype(observe(t, state, std::as_const(run))), bool>) {
    if (observe(t, state, std::as_const(run))) return true;
    run.outcome = Outcome::stopped;
    return false;
  } else {
    observe(t, state, std::as_const(run));
    return true;
  }
}

/// Refuses to run a system with inputs (with_inputs) that nobody gives.
template <class P>
void require_inputs_given(const P& problem) {
  if constexpr (requires { problem.system().inputs(); })
    if (const int m = problem.system().inputs(); m > 0)
      refuse<InputError>("signal", {"none for a system with ", m, m == 1 ? " input" : " inputs"},
                         "a signal of the inputs, a column for each step, or a run of "
                         "under(problem, w), w a vector or a function of time");
}

/// The outputs time(1) to time(last), of which every `every`-th is shown and the last, in the strides of the method.
template <class Walk, class State, class Time, class Show>
void show_inside(Walk& walk, State& state, const Time& time, long last, long every, RunStatus& run,
                 const Show& show) {
  for (long k = 0; k < last;) {
    k = std::min(k + every, last);
    const auto t = time(k);
    bool good = true;
    while (good && walk.ahead(t)) good = count(walk.next(), run);
    if (good) {
      const StepStatus inside = walk.at(t, state);
      run.iterations += inside.iterations;
      if (!inside) run.outcome = inside.outcome;
      good = static_cast<bool>(inside);
    }
    if (!good) {
      long reached = run.steps, beyond = k;
      while (beyond - reached > 1) {
        const long middle = reached + (beyond - reached) / 2;
        (walk.ahead(time(middle)) ? beyond : reached) = middle;
      }
      if (reached > run.steps) arrive(reached, time(reached), run);
      return;
    }
    arrive(k, t, run);
    if (!show(t, state) && k < last) return;
  }
  run.outcome = Outcome::ok;
}

/// The loop of a run in steps of a fixed size: `step(k, t, state)` is the k-th step, from time t.
template <class Step, class Observer, class State, class S>
RunStatus run_steps(State state, const RunOptionsIn<S>& options, const Step& step,
                    Observer&& observe) {
  require_options(options);
  RunStatus run;
  arrive(0, options.start, run);
  if (!goes_on(observe, options.start, state, run)) return run;
  for (long k = 1; k <= options.steps; ++k) {
    if (!count(step(k - 1, time_of(options, k - 1), state), run)) return run;
    const S t = time_of(options, k);
    arrive(k, t, run);
    const bool shown = k % options.every == 0 || k == options.steps;
    if (shown && !goes_on(observe, t, state, run) && k < options.steps) return run;
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
/// kept, the start included; when it returns bool, false ends the run, with Outcome::stopped where it was not at its end.
/// The steps of a method with error control are its own (Strides), so that a state does not depend on which others are
/// asked for. Throws InputError on options without meaning, and for a system with inputs: signal.hpp takes their signal.
/// Numerical failure ends the run with its status, never with an exception.
template <class P, class M, class Observer, class G, class S, int W>
RunStatus observe_run(const P& problem, State<G, S, W> state, const M& method,
                      const std::type_identity_t<RunOptionsIn<S>>& options, Observer&& observe) {
  if constexpr (!detail::require_run<P, M, S>()) {
    return {};
  } else if constexpr (Striding<M, P, S>) {
    detail::require_inputs_given(problem);
    detail::require_options(options);
    RunStatus run;
    const auto time = [&](long k) { return detail::time_of(options, k); };
    const auto show = [&](const S& t, const State<G, S, W>& at) {
      return detail::goes_on(observe, t, at, run);
    };
    detail::arrive(0, options.start, run);
    if (!show(options.start, state)) return run;
    Strides<P, M, S> walk(problem, method, state, options.start, time(options.steps));
    detail::show_inside(walk, state, time, options.steps, options.every, run, show);
    return run;
  } else {
    detail::require_inputs_given(problem);
    typename M::Memory memory{};
    auto rank = detail::rank_memory<P>();
    const auto step = [&](long, const S& t, State<G, S, W>& at) {
      return watching_rank(
          problem, t, options.step, at,
          [&] { return method.step(problem, t, options.step, at, memory); }, rank);
    };
    return detail::run_steps(state, options, step, observe);
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
