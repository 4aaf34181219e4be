// Where motions in coordinates start, and what is shown of them.
#pragma once

#include <algorithm>

#include <hamel/chart/constraint_forces.hpp>
#include <hamel/core/types.hpp>
#include <hamel/io/simulate.hpp>

#include "chart_in_motion.hpp"
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
  /// `moving` is the system as it moves; `constrained` has the constraints of the file, which free motion is measured
  /// against, and must outlive this.
  ChartSampler(const ChartInMotion& moving, const ChartInMotion& constrained)
      : coordinates_(moving.coordinates),
        constraints_(moving.constraints),
        has_clock_(moving.has_clock),
        against_clock_(constrained.has_clock),
        against_(any_chart(constrained.system)),
        places_(constrained) {}

  template <class P, class State>
  void look(const P& problem, double t, const State& state, Sample& sample) const {
    const int n = problem.dim();
    const Vector<double, dynamic> v = state.m.head(n);
    sample.t = t;
    sample.x.assign(state.x.data.data(), state.x.data.data() + coordinates_);
    sample.a.assign(v.data(), v.data() + coordinates_);
    const int multipliers = std::min<int>(constraints_, int(state.m.size()) - n);
    sample.p.assign(state.m.data() + n, state.m.data() + n + multipliers);
    sample.energy = problem.system().energy(state.x, v) - (has_clock_ ? 0.5 : 0.);
    hamel::State<Euclidean<>, double, dynamic> bare;
    bare.x.data = of_file(state.x.data, t);
    bare.m = of_file(v, 1);
    sample.off_constraint = constraint_drift(against_, bare);
    sample.off_manifold = places_.any() ? places_.off(t, state.x.data) : 0;
  }

 private:
  /// The numbers of the coordinates, and the clock's where the constraints read one.
  Vector<double, dynamic> of_file(const Vector<double, dynamic>& numbers, double clock) const {
    if (has_clock_ == against_clock_) return numbers;
    Vector<double, dynamic> all(against_.dim());
    all.head(coordinates_) = numbers.head(coordinates_);
    if (against_clock_) all[coordinates_] = clock;
    return all;
  }

  int coordinates_, constraints_;
  bool has_clock_, against_clock_;
  NonholonomicChart against_;
  HeldPlaces places_;
};

}  // namespace hamel::running
