// Motion of a system file in coordinates.
#include <span>
#include <vector>

#include <hamel/chart/chart.hpp>
#include <hamel/chart/chart_problem.hpp>
#include <hamel/chart/constraint_forces.hpp>
#include <hamel/core/types.hpp>

#include "running.hpp"

namespace hamel::running {

namespace {

/// The values of q, then those of v, as the formulas of a chart want them.
template <class V>
std::vector<typename V::Scalar> joined(const V& q, const V& v) {
  std::vector<typename V::Scalar> all(q.data(), q.data() + q.size());
  all.insert(all.end(), v.data(), v.data() + v.size());
  return all;
}

/// L(q,v): the Lagrangian of the file, or kinetic minus potential energy.
struct ExpressionLagrangian {
  const ChartSystem* file;

  template <class V>
  typename V::Scalar operator()(const V& q, const V& v) const {
    using S = typename V::Scalar;
    const std::vector<S> all = joined(q, v);
    const std::span<const S> point(all);
    if (file->lagrangian) return file->lagrangian->evaluate(point);
    const int n = file->dim();
    S twice(0);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        const Expression& entry = file->metric[i * n + j];
        if (!entry.is_zero()) twice += entry.evaluate(point) * v[i] * v[j];
      }
    }
    return S(0.5) * twice - file->potential.evaluate(point);
  }
};

/// phi(q,v).
struct ExpressionConstraints {
  const ChartSystem* file;

  template <class V>
  Vector<typename V::Scalar, dynamic> operator()(const V& q, const V& v) const {
    using S = typename V::Scalar;
    const std::vector<S> all = joined(q, v);
    Vector<S, dynamic> phi(static_cast<int>(file->constraints.size()));
    for (int i = 0; i < phi.size(); ++i)
      phi[i] = file->constraints[i].evaluate(std::span<const S>(all));
    return phi;
  }
};

using AnyChart = Chart<dynamic, dynamic, ExpressionLagrangian, ExpressionConstraints>;

template <Dynamics kind>
RunStatus run_problem(const ChartSystem& file, const RunPlan& plan, const Observer& observe) {
  const int n = file.dim(), m = static_cast<int>(file.constraints.size());
  const ChartProblem<kind, AnyChart> problem(AnyChart(n, m, {&file}, {&file}));
  const ChartProblem<Dynamics::nonholonomic, AnyChart> constrained(problem.system());
  State<Euclidean<>, double, dynamic> start;
  start.x.data.resize(n);
  start.m.resize(problem.state_dim());
  for (int i = 0; i < n; ++i) {
    start.x.data[i] = file.start->q[i].value;
    start.m[i] = file.start->q_dot[i].value;
  }
  for (int i = n; i < problem.state_dim(); ++i) start.m[i] = file.start->lambda[i - n].value;
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
  return with_common_method(plan.method, [&](const auto& method) {
    return run_to_end(problem, start, method, plan, sample_of, observe);
  });
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
