// States inside a step, and the moment at which a function of the state crosses zero.
#pragma once

#include <cmath>
#include <type_traits>
#include <utility>

#include <hamel/core/error.hpp>
#include <hamel/core/root.hpp>
#include <hamel/core/status.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/strides.hpp>
#include <hamel/integrator/trajectory.hpp>

namespace hamel {

/// The state at time t, t0 <= t <= t0 + h, within the step of size h that starts from `state` at t0:
/// dense output on the group by one step of the partial size, as accurate as the step itself.
/// `status` receives how that step went; on failure the state at t0 is returned.
template <class P, class M, class G, class S, int W>
auto state_within(const P& problem, const M& method, const std::type_identity_t<S>& t0,
                  const State<G, S, W>& state, const std::type_identity_t<S>& t,
                  StepStatus& status) {
  using std::abs;
  auto inside = state;
  typename M::Memory memory{};
  if constexpr (requires { memory.h; }) memory.h = static_cast<double>(abs(t - t0));
  status =
      t == t0 ? StepStatus{Outcome::ok, 0, 0} : method.step(problem, t0, S(t - t0), inside, memory);
  return inside;
}

/// A run that ends where an event happens.
template <class State>
struct EventRun {
  using Scalar = typename Trajectory<State>::Scalar;

  Trajectory<State>
      trajectory;  ///< the states kept before the event, and the one at the event last
  bool happened = false;
  Scalar t = 0;      ///< time of the event
  Scalar value = 0;  ///< of the event function there

  /// Adds a state to the trajectory.
  void keep(const Scalar& time, const State& state) {
    trajectory.times.push_back(time);
    trajectory.states.push_back(state);
  }
};

namespace detail {

/// True where a function with the values a and then b has crossed zero; from 0 it has not.
template <class S>
bool crossed(const S& a, const S& b) {
  return a < S(0) ? b >= S(0) : a > S(0) && b <= S(0);
}

/// The search between steps of a fixed size.
template <class P, class M, class Point, class S, class F>
void search_steps(const P& problem, const Point& initial, const M& method,
                  const RunOptionsIn<S>& options, const F& g, const S& tolerance,
                  EventRun<Point>& run) {
  S t0 = options.start, g0 = g(options.start, initial), g1 = g0;  // before and after the last step
  Point before = initial;
  long count = 0;
  RunOptionsIn<S> each = options;
  each.every = 1;
  run.trajectory.status = observe_run(problem, initial, method, each,
                                      [&](const S& t, const Point& state, const RunStatus&) {
                                        g1 = g(t, state);
                                        run.happened = count > 0 && crossed(g0, g1);
                                        if (run.happened) return false;
                                        if (count % options.every == 0 || count == options.steps)
                                          run.keep(t, state);
                                        ++count;
                                        t0 = t;
                                        g0 = g1;
                                        before = state;
                                        return true;
                                      });
  if (!run.happened) return;

  StepStatus status;
  const auto value = [&](const S& t) {
    return S(g(t, state_within(problem, method, t0, before, t, status)));
  };
  run.t = zero_between(value, t0, S(t0 + options.step), g0, g1, tolerance);
  const Point at = state_within(problem, method, t0, before, run.t, status);
  run.value = g(run.t, at);
  run.keep(run.t, at);
  run.trajectory.status.outcome = status.outcome;
  run.trajectory.status.t = static_cast<double>(run.t);
}

/// The search in strides of the method: signs are compared at their ends and at outputs. Where the ends of a stride
/// differ in sign the crossing is located between them, wherever outputs lie.
template <class Walk, class Point, class S, class F>
void search_inside(Walk walk, const Point& initial, const RunOptionsIn<S>& options, const F& g,
                   const S& tolerance, EventRun<Point>& run) {
  RunStatus& status = run.trajectory.status;
  Point state = initial;
  StepStatus inside;
  const auto value_at = [&](const S& t) {
    inside = walk.at(t, state);
    return S(g(t, state));
  };
  S t = options.start, value = g(t, initial);
  S from = t, value_from = value;  // where the stride starts
  arrive(0, t, status);
  run.keep(t, initial);
  for (long k = 1; k <= options.steps;) {
    if (t == walk.now()) {
      if (!count(walk.next(), status)) return;
      from = t, value_from = value;
    }
    const bool is_output = !walk.ahead(time_of(options, k));
    const S next = is_output ? time_of(options, k) : walk.now();
    const S value_next = value_at(next);
    status.outcome = inside.outcome;
    if (!inside) return;
    run.happened = crossed(value, value_next);
    if (run.happened) {
      const S end = walk.now(), value_end = value_at(end);
      bool found = crossed(value_from, value_end);
      if (found) run.t = zero_between(value_at, from, end, value_from, value_end, tolerance);
      found = found && (t < next ? t <= run.t && run.t <= next : next <= run.t && run.t <= t);
      if (!found) run.t = zero_between(value_at, t, next, value, value_next, tolerance);
      run.value = value_at(run.t);
      run.keep(run.t, state);
      status.outcome = inside.outcome;
      status.t = static_cast<double>(run.t);
      return;
    }
    t = next, value = value_next;
    if (!is_output) continue;
    arrive(k, t, status);
    if (k % options.every == 0 || k == options.steps) run.keep(t, state);
    ++k;
  }
}

}  // namespace detail

/// Runs `problem` as `integrate` does until g(t, state), a number of the state's type, changes sign from one step to
/// the next (with error control: its own steps, and outputs); the crossing is then located to `tolerance` in time
/// (zero_between, on states within the step). A double crossing inside one step goes unseen: choose the step for g.
/// A start with g = 0 does not count. Throws InputError on options or a tolerance without meaning.
template <class P, class M, class F, class G, class S, int W>
auto integrate_until(const P& problem, const State<G, S, W>& initial, const M& method,
                     const std::type_identity_t<RunOptionsIn<S>>& options, const F& g,
                     std::type_identity_t<S> tolerance = S(1e-12)) {
  if (!(tolerance > 0)) refuse<InputError>("event tolerance", {tolerance}, "a number > 0");
  detail::require_inputs_given(problem);
  detail::require_options(options);
  EventRun<State<G, S, W>> run;
  if constexpr (Striding<M, P, S>) {
    const S end = detail::time_of(options, options.steps);
    detail::search_inside(Strides<P, M, S>(problem, method, initial, options.start, end), initial,
                          options, g, S(tolerance), run);
  } else {
    detail::search_steps(problem, initial, method, options, g, S(tolerance), run);
  }
  return run;
}

}  // namespace hamel
