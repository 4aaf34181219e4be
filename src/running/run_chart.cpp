// Motion of a system file in coordinates.
#include <type_traits>

#include <hamel/chart/chart_problem.hpp>
#include <hamel/chart/chart_variational.hpp>
#include <hamel/chart/constraint_forces.hpp>
#include <hamel/chart/rank_guard.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>

#include "any_chart.hpp"
#include "compositions.hpp"
#include "field_methods.hpp"
#include "running.hpp"

namespace hamel::running {

namespace {

template <Dynamics kind>
RunStatus run_problem(const ChartSystem& file, const RunPlan& plan, const Observer& observe) {
  const int n = file.dim();
  const ChartProblem<kind, AnyChart> problem(any_chart(file));
  const ChartProblem<Dynamics::nonholonomic, AnyChart> constrained(problem.system());
  const typename ChartProblem<kind, AnyChart>::template Multiplier<double> lambda =
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
    sample.off_constraint = constraint_drift(constrained, bare);
    return sample;
  };
  const auto run = [&](const auto& method) {
    return run_to_end(problem, start, RankGuard<std::decay_t<decltype(method)>>{method}, plan,
                      sample_of, observe);
  };
  if (const auto status = run_by_field(plan.method, run)) return *status;
  if (const auto status = run_compositions(plan.method, ChartVariational{}, run)) return *status;
  throw InputError("method", "'" + plan.method + "'",
                   "one for systems in coordinates, such as dop853");
}

}  // namespace

RunStatus run_chart(const ChartSystem& file, const RunPlan& plan, const Observer& observe) {
  switch (plan.dynamics) {
    case Dynamics::free:
      return run_problem<Dynamics::free>(file, plan, observe);
    case Dynamics::vakonomic:
      return run_problem<Dynamics::vakonomic>(file, plan, observe);
    case Dynamics::nonholonomic:
      break;
  }
  return run_problem<Dynamics::nonholonomic>(file, plan, observe);
}

}  // namespace hamel::running
