// What the runs on groups and in charts share: steps up to the end, samples.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

#include <hamel/core/status.hpp>
#include <hamel/integrator/event.hpp>
#include <hamel/integrator/fixed_strides.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/strides.hpp>
#include <hamel/io/simulate.hpp>
#include <hamel/io/system_file.hpp>

#include "allowance.hpp"

namespace hamel::running {

using Observer = std::function<void(const Sample&)>;

/// The intervals of a plan: `whole` ones of plan.step, equal parts of the way where they divide it, then the rest.
class Intervals {
 public:
  explicit Intervals(const RunPlan& plan) : plan_(plan) {
    const double parts = plan.t_end / plan.step;
    divides_ = parts >= 0.5 && std::abs(parts - std::round(parts)) <= 1e-9 * parts;
    whole_ = static_cast<long>(divides_ ? std::round(parts) : std::floor(parts));
  }
  long count() const { return whole_ + (divides_ ? 0 : 1); }
  double length() const { return divides_ ? plan_.t_end / double(whole_) : plan_.step; }
  /// The k-th as a step of a fixed size, see FixedStrides.
  double from(long k) const { return length() * double(k); }
  double size(long k) const { return k < whole_ ? length() : plan_.t_end - from(k); }
  double end(long k) const { return time(k + 1); }
  /// The end of interval k, the same for whatever divisions share it.
  double time(long k) const {
    if (k == count()) return plan_.t_end;
    return divides_ ? plan_.t_end * double(k) / double(whole_) : plan_.step * double(k);
  }

 private:
  const RunPlan& plan_;
  bool divides_;
  long whole_;
};

/// The work of a step of fixed size, in velocities.
inline constexpr long velocities_of_a_step = 8;

/// Strides with a look at the plan before each, which has the work of so many velocities.
template <class Walk, long velocities>
class WatchedStrides : public Walk {
 public:
  template <class... Arguments>
  WatchedStrides(const RunPlan& plan, const Allowance& allowance, Arguments&&... arguments)
      : Walk(std::forward<Arguments>(arguments)...), plan_(plan), allowance_(allowance) {}

  StepStatus next() {
    if (plan_.at_step) plan_.at_step();
    if (!allowance_.pass(velocities)) return {Outcome::budget_ended, 0, 0};
    return Walk::next();
  }

 private:
  const RunPlan& plan_;
  const Allowance& allowance_;
};

/// What a run looks for: the times of the plan behind its start, and its events.
template <class State, class SampleOf, class Show>
hamel::detail::LookedFor<State> looked_for(const RunPlan& plan, const SampleOf& sample_of,
                                           const Show& show) {
  hamel::detail::LookedFor<State> what;
  const double rounding = 4 * std::numeric_limits<double>::epsilon();
  what.way = plan.t_end;
  what.tolerance = rounding * plan.t_end;
  std::copy_if(plan.at.begin(), plan.at.end(), std::back_inserter(what.times),
               [](double t) { return t > 0; });
  for (const auto& event : plan.events)
    what.events.push_back({[&](double t, const State& at) { return event.when(sample_of(t, at)); },
                           event.rising, event.stop});
  what.happen = [&plan, &sample_of, &show](int i, double t, const State& at) {
    if (i < 0) {
      show(t, at);
      return;
    }
    const RunEvent& event = plan.events[std::size_t(i)];
    if (plan.at_event) plan.at_event(event, sample_of(t, at));
    if (event.stop && (plan.at.empty() || !std::binary_search(plan.at.begin(), plan.at.end(), t)))
      show(t, at);
  };
  return what;
}

/// Runs from t = 0 to plan.t_end. `sample_of(t, state)` is called for each output.
template <class P, class M, class SampleOf>
RunStatus run_to_end(const P& problem, const typename P::template State<double>& start,
                     const M& method, const RunPlan& plan, const Allowance& allowance,
                     const SampleOf& sample_of, const Observer& observe) {
  using State = typename P::template State<double>;
  const Intervals intervals(plan);
  RunStatus status;
  const auto show = [&](double t, const State& state) {
    observe(sample_of(t, state));
    return allowance.pass(1);
  };
  const auto walk_on = [&](auto&& walk) {
    State state = start;
    const bool all = plan.at.empty();
    if (all || plan.at.front() == 0) show(0, state);
    hamel::detail::show_inside(
        walk, state, [&](long k) { return intervals.time(k); }, intervals.count(),
        all ? plan.every : intervals.count(), status,
        [&](double t, const State& at) { return all ? show(t, at) : allowance.pass(1); });
    if (walk.stopped()) status.t = *walk.stopped();
  };
  auto what = looked_for<State>(plan, sample_of, show);
  using hamel::detail::SearchedStrides;
  if constexpr (Striding<M, P>) {
    what.parts = hamel::detail::parts_of_stride;
    walk_on(SearchedStrides<WatchedStrides<Strides<P, M, double>, 1>>(
        std::move(what), plan, allowance, problem, method, start, 0, plan.t_end));
  } else {
    what.parts = 1;
    using Walk = FixedStrides<P, M, double, Intervals>;
    walk_on(SearchedStrides<WatchedStrides<Walk, velocities_of_a_step>>(
        std::move(what), plan, allowance, problem, method, start, intervals));
  }
  return status;
}

/// Refuses a method that there is not or that does not serve the system, and a file without a start.
void require_motion(const SystemFile& file, const RunPlan& plan);

/// Does the method of that name control its error?
bool is_adaptive(const std::string& method);

/// After about `between_looks` velocities the run looks whether the budget around it has ended.
RunStatus run_group(const GroupSystem& file, const RunPlan& plan, long between_looks,
                    const Observer& observe);
RunStatus run_chart(const ChartSystem& file, const RunPlan& plan, long between_looks,
                    const Observer& observe);

}  // namespace hamel::running
