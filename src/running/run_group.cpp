// Motion of a system file on a group.
#include <hamel/core/status.hpp>

#include "group_samples.hpp"
#include "manifold_motion.hpp"
#include "motion.hpp"
#include "running.hpp"
#include "stepper.hpp"
#include "whole_turns.hpp"

namespace hamel::running {

namespace {

const Allowance& allowance_of(const Allowance& motion) {
  return motion;
}
const Allowance& allowance_of(const ManifoldMotion& motion) {
  return motion.unconstrained();
}

/// Runs a motion of the file.
template <class P, class Method>
RunStatus run_motion(const GroupSystem& file, const P& motion, const Method& method,
                     const RunPlan& plan, long between_looks, const Observer& observe) {
  const auto start = start_of(file, motion, plan.dynamics);
  const GroupSampler sampler(file, motion.shared_signals());
  const auto sample_of = [&](double t, const typename P::template State<double>& state) {
    Sample sample;
    sampler.look(motion, t, state, sample);
    return sample;
  };
  const Allowance& allowance = allowance_of(motion);
  allowance.allow(plan.evaluations, between_looks);
  RunStatus status = run_to_end(motion, start, method, plan, allowance, sample_of, observe);
  if (!status) status.outcome = allowance.why(status.outcome);
  return status;
}

/// Runs it by the method of the plan.
template <class P>
RunStatus run_by_name(const GroupSystem& file, const P& motion, const RunPlan& plan,
                      long between_looks, const Observer& observe) {
  const auto run = [&]<bool adaptive>() {
    const WholeTurns<P, Named<P, adaptive>> method{{plan.method}, periods(file)};
    return run_motion(file, motion, method, plan, between_looks, observe);
  };
  return is_adaptive(plan.method) ? run.template operator()<true>()
                                  : run.template operator()<false>();
}

}  // namespace

RunStatus run_group(const GroupSystem& file, const RunPlan& plan, long between_looks,
                    const Observer& observe) {
  if (!file.holonomic.empty() && plan.dynamics != Dynamics::free)
    return run_by_name(file, ManifoldMotion(file), plan, between_looks, observe);
  if (!file.moves() || plan.dynamics == Dynamics::free)
    return run_by_name(file, Motion(file, plan.dynamics), plan, between_looks, observe);
  if (plan.dynamics == Dynamics::vakonomic)
    return run_by_name(file, MovingMotion<Dynamics::vakonomic>(file), plan, between_looks, observe);
  return run_by_name(file, MovingMotion<Dynamics::nonholonomic>(file), plan, between_looks,
                     observe);
}

}  // namespace hamel::running
