// What the runs on groups and in charts share: steps up to the end, samples.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/io/simulate.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel::running {

using Observer = std::function<void(const Sample&)>;

/// Runs from t = 0 to plan.t_end: whole steps, then a shorter one where the end is not a multiple.
/// `sample_of(t, state)` is called for each output.
template <class P, class M, class SampleOf>
RunStatus run_to_end(const P& problem, const typename P::template State<double>& start,
                     const M& method, const RunPlan& plan, const SampleOf& sample_of,
                     const Observer& observe) {
  const double count = plan.t_end / plan.step;
  const bool divides = std::abs(count - std::round(count)) <= 1e-9 * std::max(1., count);
  RunOptions options;
  options.steps = static_cast<long>(divides ? std::round(count) : std::floor(count));
  options.step =
      divides && options.steps > 0 ? plan.t_end / static_cast<double>(options.steps) : plan.step;
  options.every = plan.every;
  auto state = start;
  const auto see = [&](double t, const auto& reached, const RunStatus&) {
    state = reached;
    const long k = std::lround(t / options.step);
    const bool is_end = divides && k == options.steps;
    if (is_end || k % plan.every == 0) observe(sample_of(is_end ? plan.t_end : t, reached));
  };
  RunStatus status = observe_run(problem, start, method, options, see);
  if (!status || divides) return status;
  RunOptions rest;
  rest.start = status.t;
  rest.step = plan.t_end - status.t;
  rest.steps = 1;
  RunStatus last = observe_run(problem, state, method, rest,
                               [&](double t, const auto& reached, const RunStatus&) {
                                 if (t > rest.start) observe(sample_of(plan.t_end, reached));
                               });
  last.steps += status.steps;
  last.iterations += status.iterations;
  last.most_iterations = std::max(last.most_iterations, status.most_iterations);
  return last;
}

RunStatus run_group(const GroupSystem& file, const RunPlan& plan, const Observer& observe);
RunStatus run_chart(const ChartSystem& file, const RunPlan& plan, const Observer& observe);

}  // namespace hamel::running
