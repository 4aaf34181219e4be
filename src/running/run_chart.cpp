// Motion of a system file in coordinates.
#include <hamel/chart/constraint_forces.hpp>
#include <hamel/chart/rank_guard.hpp>
#include <hamel/core/types.hpp>

#include "chart_problems.hpp"
#include "running.hpp"
#include "stepper.hpp"
#include "whole_turns.hpp"

namespace hamel::running {

namespace {

/// `constrained` is the file with its constraints, which free motion is measured against.
template <class P>
RunStatus run_problem(const ChartSystem& file, const ChartSystem& constrained, const RunPlan& plan,
                      const Observer& observe) {
  const int n = file.dim();
  long left = plan.evaluations;
  const P problem(any_chart(file, &left));
  const NonholonomicChart against(any_chart(constrained));
  const typename P::template Multiplier<double> lambda =
      as_vector(file.start->lambda, problem.number_of_constraints());
  const auto start =
      problem.start(as_vector(file.start->q, n), as_vector(file.start->q_dot, n), lambda);
  const auto sample_of = [&](double t, const auto& state) {
    const Vector<double, dynamic> v = state.m.head(n);
    Sample sample;
    sample.t = t;
    sample.x.assign(state.x.data.data(), state.x.data.data() + n);
    sample.a.assign(v.data(), v.data() + n);
    sample.p.assign(state.m.data() + n, state.m.data() + state.m.size());
    sample.energy = problem.system().energy(state.x, v);
    State<Euclidean<>, double, dynamic> bare;
    bare.x = state.x;
    bare.m = v;
    sample.off_constraint = constraint_drift(against, bare);
    return sample;
  };
  const auto run = [&]<bool adaptive>() {
    using Guarded = RankGuard<Named<P, adaptive>>;
    const WholeTurns<P, Guarded> method{Guarded{{plan.method}}, periods(file)};
    return run_to_end(problem, start, method, plan, sample_of, observe);
  };
  RunStatus status = is_adaptive(plan.method) ? run.template operator()<true>()
                                              : run.template operator()<false>();
  if (!status && left < 0) status.outcome = Outcome::budget_spent;
  return status;
}

}  // namespace

RunStatus run_chart(const ChartSystem& file, const RunPlan& plan, const Observer& observe) {
  if (plan.dynamics == Dynamics::vakonomic)
    return run_problem<VakonomicChart>(file, file, plan, observe);
  if (plan.dynamics == Dynamics::nonholonomic)
    return run_problem<NonholonomicChart>(file, file, plan, observe);
  ChartSystem bare = file;
  bare.constraints.clear();
  return run_problem<NonholonomicChart>(bare, file, plan, observe);
}

}  // namespace hamel::running
