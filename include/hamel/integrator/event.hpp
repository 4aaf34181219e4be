// Events: the moments at which functions of the state cross zero.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/core/root.hpp>
#include <hamel/core/status.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/integrator/fixed_strides.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/strides.hpp>
#include <hamel/integrator/trajectory.hpp>

namespace hamel {

/// What a run looks for: the moments at which `when`, a number of the state's type, crosses zero.
template <class State>
struct Event {
  using Scalar = typename decltype(State::m)::Scalar;

  std::function<Scalar(const Scalar& t, const State& state)> when;
  std::optional<bool> rising = {};  ///< as the run goes, from below to above zero, or from above;
                                    ///< without, both
  bool stop = false;                ///< the run ends there
};

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

/// What is looked for on the way of a run, and what is told of it: `happen(i, t, state)` for event i, and for -1 at the
/// times asked for, which grow as the run goes.
template <class State>
struct LookedFor {
  using S = typename Event<State>::Scalar;

  std::vector<Event<State>> events;
  std::vector<S> times;
  std::function<void(int, const S&, const State&)> happen;
  S tolerance;  ///< of the time of an event
  S way;        ///< the length of the run
  int parts;    ///< of a stride, at whose ends signs are compared
};

/// Strides (the class Walk) on which events and times are met. What is met is told in the order of the motion, before the
/// outputs at the same time or later. An event with `stop` ends the walk: Outcome::stopped.
template <class Walk>
class SearchedStrides : public Walk {
 public:
  using State = typename Walk::State;
  using S = typename Event<State>::Scalar;

  template <class... Arguments>
  explicit SearchedStrides(LookedFor<State> what, Arguments&&... arguments)
      : Walk(std::forward<Arguments>(arguments)...),
        what_(std::move(what)),
        start_(Walk::now()),
        state_(Walk::state()) {
    for (const auto& event : what_.events) values_.push_back(event.when(start_, state_));
  }

  /// Where an event has ended the walk.
  const std::optional<S>& stopped() const noexcept { return stopped_; }

  bool ahead(const S& t) const {
    if (!stopped_) return Walk::ahead(t);
    return t != *stopped_ && earlier(*stopped_, t);
  }

  StepStatus next() {
    if (!tell(Walk::now())) return {Outcome::stopped, 0, 0};
    const StepStatus status = Walk::next();
    return status ? look(status) : status;
  }

  StepStatus at(const S& t, State& state) {
    if (!tell(t)) return {Outcome::stopped, 0, 0};
    return Walk::at(t, state);
  }

 private:
  struct Met {
    S t;
    int what;
  };

  /// Is `a` met before `b`, as the run goes?
  bool earlier(const S& a, const S& b) const { return (a < b) == (Walk::before() < Walk::now()); }

  /// Tells what is met up to t; false where that ends the walk.
  bool tell(const S& t) {
    while (told_ < met_.size() && (met_[told_].t == t || earlier(met_[told_].t, t))) {
      const Met met = met_[told_++];
      if (!Walk::at(met.t, state_)) continue;  // which was reached when it was found
      what_.happen(met.what, met.t, state_);
      if (met.what < 0 || !what_.events[std::size_t(met.what)].stop) continue;
      stopped_ = met.t;
      return false;
    }
    return true;
  }

  /// Finds what is met on the last stride.
  StepStatus look(const StepStatus& stride) {
    met_.clear();
    told_ = 0;
    for (; asked_ < what_.times.size() && !Walk::ahead(what_.times[asked_]); ++asked_)
      met_.push_back({what_.times[asked_], -1});
    const S from = Walk::before(), to = Walk::now();
    S a = from;
    for (int part = 1; part <= what_.parts && !what_.events.empty(); ++part) {
      const S b = part == what_.parts ? to : from + S(part) / S(what_.parts) * (to - from);
      for (std::size_t i = 0; i < what_.events.size(); ++i) {
        if (!inside_) return inside_;
        const S value = value_at(i, b);
        search(int(i), a, b, value);
        values_[i] = value;
      }
      a = b;
    }
    std::stable_sort(met_.begin(), met_.end(),
                     [&](const Met& x, const Met& y) { return x.t != y.t && earlier(x.t, y.t); });
    return inside_ ? stride : inside_;
  }

  S value_at(std::size_t event, const S& t) {
    inside_ = Walk::at(t, state_);
    return inside_ ? what_.events[event].when(t, state_) : S(0);
  }

  /// The crossing of an event between a and b, where its values are values_[i] and `value`. A function that is much
  /// larger there than at both ends has a pole and no zero, and a zero of the start is none that is met.
  void search(int i, const S& a, const S& b, const S& value) {
    using std::abs;
    using std::max;
    const Event<State>& event = what_.events[std::size_t(i)];
    const S known = values_[std::size_t(i)];
    if (!inside_ || !crossed(known, value)) return;
    if (event.rising && *event.rising != (known < S(0))) return;
    const auto value_there = [&](const S& t) { return value_at(std::size_t(i), t); };
    const S t = zero_between(value_there, a, b, known, value, what_.tolerance);
    if (abs(t - start_) <= S(start_part) * abs(what_.way)) return;
    if (t != b && abs(value_there(t)) > S(pole) * max(abs(known), abs(value))) return;
    met_.push_back({t, i});
  }

  /// A zero nearer to the start, as a part of the run, is that of the start, from which rounding tells it apart.
  static constexpr double start_part = 1e-12;
  static constexpr double pole = 1000;

  LookedFor<State> what_;
  S start_;
  State state_;
  std::vector<S> values_;  // of the events, at the last place looked at
  StepStatus inside_{Outcome::ok, 0, 0};
  std::vector<Met> met_;
  std::size_t told_ = 0, asked_ = 0;
  std::optional<S> stopped_;
};

/// Parts of a stride at whose ends the signs of events are compared, where the method knows the motion inside it.
inline constexpr int parts_of_stride = 4;

}  // namespace detail

/// Runs as observe_run does and looks for events on the way: `happened(i, t, state)` sees event i, in the order of time
/// with the outputs. Signs are compared at the ends of steps, and of methods with error control at quarters of their
/// steps too; each change of sign is located to `tolerance` in time (zero_between, on states within the step). Two
/// crossings of one event between two such places go unseen: choose the step for it. A start on a zero does not count,
/// and a pole is no zero. An event with `stop` ends the run, with Outcome::stopped and its time. Throws InputError as
/// observe_run, and on a tolerance without meaning.
template <class P, class M, class Observer, class Happened, class G, class S, int W>
RunStatus observe_events(const P& problem, const State<G, S, W>& initial, const M& method,
                         const std::type_identity_t<RunOptionsIn<S>>& options,
                         std::vector<Event<State<G, S, W>>> events, Observer&& observe,
                         Happened&& happened, std::type_identity_t<S> tolerance = S(1e-12)) {
  using Point = State<G, S, W>;
  if (!(tolerance > 0)) refuse<InputError>("event tolerance", {tolerance}, "a number > 0");
  detail::require_inputs_given(problem);
  detail::require_options(options);
  RunStatus run;
  detail::arrive(0, options.start, run);
  if (!detail::goes_on(observe, options.start, initial, run)) return run;
  const auto time = [&](long k) { return detail::time_of(options, k); };
  const S end = time(options.steps);
  const auto walk_on = [&](auto&& walk) {
    Point state = initial;
    detail::show_inside(
        walk, state, time, options.steps, options.every, run,
        [&](const S& t, const Point& at) { return detail::goes_on(observe, t, at, run); });
    if (walk.stopped()) run.t = static_cast<double>(*walk.stopped());
  };
  detail::LookedFor<Point> what{std::move(events),      {}, happened, tolerance,
                                S(end - options.start), 1};
  if constexpr (Striding<M, P, S>) {
    what.parts = detail::parts_of_stride;
    walk_on(detail::SearchedStrides<Strides<P, M, S>>(std::move(what), problem, method, initial,
                                                      options.start, end));
  } else {
    using Walk = FixedStrides<P, M, S, EqualSteps<S>>;
    walk_on(detail::SearchedStrides<Walk>(std::move(what), problem, method, initial,
                                          EqualSteps<S>{options}));
  }
  return run;
}

/// Runs `problem` as `integrate` does until g(t, state), a number of the state's type, crosses zero: the event of
/// observe_events that ends a run.
template <class P, class M, class F, class G, class S, int W>
auto integrate_until(const P& problem, const State<G, S, W>& initial, const M& method,
                     const std::type_identity_t<RunOptionsIn<S>>& options, const F& g,
                     std::type_identity_t<S> tolerance = S(1e-12)) {
  using Point = State<G, S, W>;
  EventRun<Point> run;
  Event<Point> event;
  event.when = [&](const S& t, const Point& state) { return S(g(t, state)); };
  event.stop = true;
  run.trajectory.status = observe_events(
      problem, initial, method, options, {event}, detail::keep_in(run.trajectory),
      [&](int, const S& t, const Point& state) {
        run.happened = true;
        run.t = t;
        run.value = event.when(t, state);
        run.keep(t, state);
      },
      tolerance);
  if (run.happened) run.trajectory.status.outcome = Outcome::ok;
  return run;
}

}  // namespace hamel
