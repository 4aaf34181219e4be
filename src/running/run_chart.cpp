// Motion of a system file in coordinates.
#include <hamel/chart/rank_guard.hpp>

#include "chart_in_motion.hpp"
#include "chart_problems.hpp"
#include "chart_samples.hpp"
#include "held_method.hpp"
#include "running.hpp"
#include "stepper.hpp"
#include "whole_turns.hpp"

namespace hamel::running {

namespace {

/// `constrained` is the file with its constraints, which free motion is measured against.
template <class P>
RunStatus run_problem(const ChartInMotion& moving, const ChartInMotion& constrained,
                      const RunPlan& plan, long between_looks, const Observer& observe) {
  const ChartSystem& file = moving.system;
  const Allowance allowance;
  allowance.allow(plan.evaluations, between_looks);
  const P problem(any_chart(file, &allowance));
  auto start = start_of(file, problem);
  const ChartSampler sampler(moving, constrained);
  const HeldPlaces places(moving);
  const auto sample_of = [&](double t, const auto& state) {
    Sample sample;
    sampler.look(problem, t, state, sample);
    return sample;
  };
  const auto run = [&]<bool adaptive>() {
    using Held = HeldMethod<P, RankGuard<Named<P, adaptive>>>;
    if (places.any()) Held::restore(problem, places, 0, start);
    const WholeTurns<P, Held> method{Held{{{plan.method}}, &places}, periods(file)};
    return run_to_end(problem, start, method, plan, allowance, sample_of, observe);
  };
  RunStatus status =
      is_adaptive(plan.method) ? run.template operator()<true>() : run.template operator()<false>();
  if (!status) status.outcome = allowance.why(status.outcome);
  return status;
}

}  // namespace

RunStatus run_chart(const ChartSystem& file, const RunPlan& plan, long between_looks,
                    const Observer& observe) {
  const ChartInMotion whole(file);
  if (plan.dynamics == Dynamics::vakonomic)
    return run_problem<VakonomicChart>(whole, whole, plan, between_looks, observe);
  if (plan.dynamics == Dynamics::nonholonomic)
    return run_problem<NonholonomicChart>(whole, whole, plan, between_looks, observe);
  return run_problem<NonholonomicChart>(ChartInMotion(file, false), whole, plan, between_looks,
                                        observe);
}

}  // namespace hamel::running
