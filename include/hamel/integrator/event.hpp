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
};

/// Runs `problem` as `integrate` does until g(t, state), a number of the state's type, changes sign from one step
/// to the next; the crossing is then located to `tolerance` in time (zero_between, on states_within the step). A
/// double crossing inside one step goes unseen: choose the step for g. A start with g = 0 does not count. Throws
/// InputError on options or a tolerance without meaning.
template <class P, class M, class F, class G, class S, int W>
auto integrate_until(const P& problem, const State<G, S, W>& initial, const M& method,
                     const std::type_identity_t<RunOptionsIn<S>>& options, const F& g,
                     std::type_identity_t<S> tolerance = S(1e-12)) {
  using Point = State<G, S, W>;
  if (!(tolerance > 0)) throw InputError("event tolerance", text(tolerance), "a number > 0");
  detail::require_options(options);
  EventRun<Point> run;
  S t0 = options.start, g0 = g(options.start, initial), g1 = g0;  // before and after the last step
  Point before = initial;
  long count = 0;
  RunOptionsIn<S> each = options;
  each.every = 1;
  const auto keep = [&](const S& t, const Point& state) {
    run.trajectory.times.push_back(t);
    run.trajectory.states.push_back(state);
  };
  run.trajectory.status = observe_run(problem, initial, method, each,
                                      [&](const S& t, const Point& state, const RunStatus&) {
                                        g1 = g(t, state);
                                        if (count > 0 && (g0 < 0 ? g1 >= 0 : g0 > 0 && g1 <= 0)) {
                                          run.happened = true;
                                          return false;
                                        }
                                        if (count % options.every == 0 || count == options.steps)
                                          keep(t, state);
                                        ++count;
                                        t0 = t;
                                        g0 = g1;
                                        before = state;
                                        return true;
                                      });
  if (!run.happened) return run;

  StepStatus status;
  const auto value = [&](const S& t) {
    return S(g(t, state_within(problem, method, t0, before, t, status)));
  };
  run.t = zero_between(value, t0, S(t0 + options.step), g0, g1, tolerance);
  const Point at = state_within(problem, method, t0, before, run.t, status);
  run.value = g(run.t, at);
  keep(run.t, at);
  run.trajectory.status.outcome = status.outcome;
  run.trajectory.status.t = static_cast<double>(run.t);
  return run;
}

}  // namespace hamel
