// Where motions in coordinates start, and what is shown of them.
#pragma once

#include <hamel/chart/constraint_forces.hpp>
#include <hamel/core/types.hpp>
#include <hamel/io/simulate.hpp>

#include "chart_problems.hpp"

namespace hamel::running {

/// The state that the file starts at.
template <class P>
auto start_of(const ChartSystem& file, const P& problem) {
  const int n = file.dim();
  const typename P::template Multiplier<double> lambda =
      as_vector(file.start->lambda, problem.number_of_constraints());
  const Vector<double, dynamic> q = as_vector(file.start->q, n),
                                q_dot = as_vector(file.start->q_dot, n);
  return file.start->is_admissible ? problem.admissible_start(q, q_dot, lambda)
                                   : problem.start(q, q_dot, lambda);
}

/// Makes samples of the motions of a file.
class ChartSampler {
 public:
  /// `constrained` is the file with its constraints, which free motion is measured against; it must outlive this.
  explicit ChartSampler(const ChartSystem& constrained) : against_(any_chart(constrained)) {}

  template <class P, class State>
  void look(const P& problem, double t, const State& state, Sample& sample) const {
    const int n = problem.dim();
    const Vector<double, dynamic> v = state.m.head(n);
    sample.t = t;
    sample.x.assign(state.x.data.data(), state.x.data.data() + n);
    sample.a.assign(v.data(), v.data() + n);
    sample.p.assign(state.m.data() + n, state.m.data() + state.m.size());
    sample.energy = problem.system().energy(state.x, v);
    hamel::State<Euclidean<>, double, dynamic> bare;
    bare.x = state.x;
    bare.m = v;
    sample.off_constraint = constraint_drift(against_, bare);
  }

 private:
  NonholonomicChart against_;
};

}  // namespace hamel::running
