// What the runs on groups and in charts share: steps up to the end, samples.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/core/status.hpp>
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
  bool divides() const { return divides_; }
  long whole() const { return whole_; }
  long count() const { return whole_ + (divides_ ? 0 : 1); }
  double length() const { return divides_ ? plan_.t_end / double(whole_) : plan_.step; }
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

/// The steps of a fixed size.
template <class P, class M, class State, class Show>
RunStatus run_steps(const P& problem, const State& start, const M& method,
                    const Intervals& intervals, const RunPlan& plan, const Allowance& allowance,
                    const Show& show) {
  auto state = start;
  RunStatus status;
  long k = 0;
  if (intervals.whole() > 0) {
    RunOptions options;
    options.steps = intervals.whole();
    options.step = intervals.length();
    status = observe_run(problem, start, method, options,
                         [&](double, const State& reached, const RunStatus& run) {
                           if (plan.at_step) plan.at_step();
                           k = run.steps;
                           state = reached;
                           if (k == intervals.count() || k % plan.every == 0)
                             show(intervals.time(k), reached);
                           return allowance.pass(velocities_of_a_step);
                         });
    if (status.outcome == Outcome::stopped) status.outcome = Outcome::budget_ended;
    if (!status || intervals.divides()) return status;
  } else {
    show(0, start);
  }
  RunOptions rest;
  rest.start = status.t;
  rest.step = plan.t_end - status.t;
  rest.steps = 1;
  RunStatus last = observe_run(problem, state, method, rest,
                               [&](double, const State& reached, const RunStatus& run) {
                                 if (run.steps == 1) show(plan.t_end, reached);
                               });
  last.steps += status.steps;
  last.iterations += status.iterations;
  last.most_iterations = std::max(last.most_iterations, status.most_iterations);
  return last;
}

/// Strides with a look at the plan before each.
template <class Walk>
class WatchedStrides : public Walk {
 public:
  template <class... Arguments>
  WatchedStrides(const RunPlan& plan, const Allowance& allowance, Arguments&&... arguments)
      : Walk(std::forward<Arguments>(arguments)...), plan_(plan), allowance_(allowance) {}

  StepStatus next() {
    if (plan_.at_step) plan_.at_step();
    if (!allowance_.pass(1)) return {Outcome::budget_ended, 0, 0};
    return Walk::next();
  }

 private:
  const RunPlan& plan_;
  const Allowance& allowance_;
};

/// Runs from t = 0 to plan.t_end. `sample_of(t, state)` is called for each output.
template <class P, class M, class SampleOf>
RunStatus run_to_end(const P& problem, const typename P::template State<double>& start,
                     const M& method, const RunPlan& plan, const Allowance& allowance,
                     const SampleOf& sample_of, const Observer& observe) {
  using State = typename P::template State<double>;
  const Intervals intervals(plan);
  const auto show = [&](double t, const State& state) {
    observe(sample_of(t, state));
    return allowance.pass(1);
  };
  if constexpr (Striding<M, P>) {
    RunStatus status;
    WatchedStrides<Strides<P, M, double>> walk(plan, allowance, problem, method, start, 0,
                                               plan.t_end);
    State state = start;
    show(0, state);
    hamel::detail::show_inside(
        walk, state, [&](long k) { return intervals.time(k); }, intervals.count(), plan.every,
        status, show);
    return status;
  } else {
    return run_steps(problem, start, method, intervals, plan, allowance, show);
  }
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
