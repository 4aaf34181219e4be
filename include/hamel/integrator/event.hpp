// States inside a step, and the moment at which a function of the state crosses zero.
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>

#include <boost/math/tools/toms748_solve.hpp>

#include <hamel/core/error.hpp>
#include <hamel/core/status.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/trajectory.hpp>

namespace hamel {

/// The state at time t, t0 <= t <= t0 + h, within the step of size h that starts from `state` at t0:
/// dense output on the group by one step of the partial size, as accurate as the step itself.
/// `status` receives how that step went; on failure the state at t0 is returned.
template <class P, class M>
auto state_within(const P& problem, const M& method, double t0,
                  const typename P::template State<double>& state, double t, StepStatus& status) {
  auto inside = state;
  typename M::Memory memory{};
  if constexpr (requires { memory.h; }) memory.h = std::abs(t - t0);
  status =
      t == t0 ? StepStatus{Outcome::ok, 0, 0} : method.step(problem, t0, t - t0, inside, memory);
  return inside;
}

/// A run that ends where an event happens.
template <class State>
struct EventRun {
  Trajectory<State>
      trajectory;  ///< the states kept before the event, and the one at the event last
  bool happened = false;
  double t = 0;      ///< time of the event
  double value = 0;  ///< of the event function there
};

/// Runs `problem` as `integrate` does until g(t, state), a double, changes sign from one step to the
/// next; the crossing is then located to `tolerance` in time (Alefeld, Potra & Shi 1995, algorithm 748)
/// on states_within the step. A double crossing inside one step goes unseen: choose the step for g.
/// A start with g = 0 does not count. Throws InputError on options or a tolerance without meaning.
template <class P, class M, class G>
requires Method<M, P>
auto integrate_until(const P& problem, const typename P::template State<double>& initial,
                     const M& method, const RunOptions& options, const G& g,
                     double tolerance = 1e-12) {
  using State = typename P::template State<double>;
  if (!(tolerance > 0)) throw InputError("event tolerance", text(tolerance), "a number > 0");
  if (options.every < 1) throw InputError("every", text(options.every), "a number >= 1");
  EventRun<State> run;
  double t0 = options.start, g0 = g(options.start, initial);
  State before = initial;
  long count = 0;
  RunOptions each = options;
  each.every = 1;
  const auto keep = [&](double t, const State& state) {
    run.trajectory.times.push_back(t);
    run.trajectory.states.push_back(state);
  };
  run.trajectory.status = observe_run(problem, initial, method, each,
                                      [&](double t, const State& state, const RunStatus&) {
                                        const double now = g(t, state);
                                        if (count > 0 && (g0 < 0 ? now >= 0 : g0 > 0 && now <= 0)) {
                                          run.happened = true;
                                          return false;
                                        }
                                        if (count % options.every == 0 || count == options.steps)
                                          keep(t, state);
                                        ++count;
                                        t0 = t;
                                        g0 = now;
                                        before = state;
                                        return true;
                                      });
  if (!run.happened) return run;

  StepStatus status;
  const auto value = [&](double t) {
    return g(t, state_within(problem, method, t0, before, t, status));
  };
  std::uintmax_t iterations = 100;
  const auto close = [&](double a, double b) { return std::abs(a - b) <= tolerance; };
  double low = t0, high = t0 + options.step;
  double g_low = g0, g_high = value(high);
  if (options.step < 0) {
    std::swap(low, high);
    std::swap(g_low, g_high);
  }
  const auto bracket =
      g_high == 0 || g_low == 0
          ? std::pair(g_low == 0 ? low : high, g_low == 0 ? low : high)
          : boost::math::tools::toms748_solve(value, low, high, g_low, g_high, close, iterations);
  run.t = 0.5 * (bracket.first + bracket.second);
  const State at = state_within(problem, method, t0, before, run.t, status);
  run.value = g(run.t, at);
  keep(run.t, at);
  run.trajectory.status.outcome = status.outcome;
  run.trajectory.status.t = run.t;
  return run;
}

}  // namespace hamel
