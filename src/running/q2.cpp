// Moving multipliers along a nonholonomic motion, on groups and in coordinates, and fitting one to them.
#include <limits>
#include <vector>

#include <hamel/chart/chart_q2.hpp>
#include <hamel/core/error.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/io/any_system.hpp>
#include <hamel/io/q2.hpp>

#include "any_field.hpp"
#include "chart_problems.hpp"
#include "motion.hpp"

namespace hamel {

namespace {

using V = Vector<double, dynamic>;

/// A vector field that may be asked so often: then it is not a number, which ends a run.
template <class P>
class Rationed {
 public:
  Rationed(const P& problem, long& left) : problem_(problem), left_(left) {}

  const auto& group() const noexcept { return problem_.group(); }

  template <class X, class M>
  auto field(double t, const X& x, const M& m) const {
    auto velocity = problem_.field(t, x, m);
    if (--left_ < 0) velocity.a.setConstant(std::numeric_limits<double>::quiet_NaN());
    return velocity;
  }

 private:
  const P& problem_;
  long& left_;
};

/// Equal intervals of a motion.
struct Stretch {
  double end;
  int samples;
  long left = q2_evaluations;

  /// Shows the states of a motion at the ends of the intervals.
  template <class P, class State, class See>
  Outcome follow(const P& problem, State state, const See& see) {
    const Rationed rationed(problem, left);
    const running::AnyField<typename P::Group, P::variations> field(rationed);
    const Adaptive<DormandPrince8> method;
    Adaptive<DormandPrince8>::Memory memory;
    see(state);
    const int count = end > 0 ? samples : 0;
    for (int k = 0; k < count; ++k) {
      const StepStatus step = method.step(field, end * k / samples, end / samples, state, memory);
      if (!step) return step.outcome;
      see(state);
    }
    return Outcome::ok;
  }
};

}  // namespace

TrajectoryFit fit_along(const GroupSystem& file, double t_end, int samples) {
  if (!file.start) throw InputError("$.initial", "nothing", "a start, to compute a motion");
  using Along = CovectorAlong<running::Motion>;
  using State = Along::State<double>;
  const running::Motion motion(file, Dynamics::nonholonomic);
  const int n = motion.dim();
  V a(n);
  for (int i = 0; i < n; ++i) a[i] = file.start->a[i].value;
  const auto start = motion.start(any_start(file), a, V(V::Zero(n)));

  TrajectoryFit result;
  Stretch stretch{t_end, samples};
  std::vector<Matrix<double, dynamic>> bases;
  std::vector<V> kinetic, errors;
  const auto transported = [&](bool driven, const V& q) {
    const Along along(motion, driven);
    std::vector<V> covectors;
    result.outcome = stretch.follow(along, along.start(start, q), [&](const State& state) {
      const std::size_t k = covectors.size();
      covectors.push_back(along.covector(state.m));
      const V now = motion.metric(state.x) * along.velocity(state.x, state.m);
      if (driven) {
        bases.push_back(motion.basis(state.x));
        kinetic.push_back(now);
        errors.push_back(V::Zero(n));
      } else {
        errors[k] = errors[k].cwiseMax((now - kinetic[k]).cwiseAbs());
      }
    });
    return covectors;
  };
  const auto driven = transported(true, V::Zero(n));
  std::vector<std::vector<V>> homogeneous;
  for (int j = 0; j < n && result.outcome == Outcome::ok; ++j)
    homogeneous.push_back(transported(false, V::Unit(n, j)));
  if (result.outcome == Outcome::ok)
    result.fit = fit_multiplier<dynamic, dynamic>(bases, kinetic, driven, homogeneous, errors);
  result.within_budget = stretch.left >= 0;
  return result;
}

TrajectoryFit fit_along(const ChartSystem& file, double t_end, int samples) {
  if (!file.start) throw InputError("$.initial", "nothing", "a start, to compute a motion");
  using Problem = running::NonholonomicChart;
  using Along = MultiplierAlong<Problem>;
  using State = Along::State<double>;
  const Problem problem(running::any_chart(file));
  const int n = problem.dim(), m = problem.number_of_constraints();
  const auto start =
      problem.start(running::as_vector(file.start->q, n), running::as_vector(file.start->q_dot, n));

  TrajectoryFit result;
  Stretch stretch{t_end, samples};
  std::vector<Along::Equations<double>> equations, again;
  const auto moved = [&](bool driven, const V& lambda) {
    const Along along(problem, driven);
    auto& seen = driven ? equations : again;
    std::vector<V> multipliers;
    seen.clear();
    result.outcome = stretch.follow(along, along.start(start, lambda), [&](const State& state) {
      multipliers.push_back(along.multiplier(state.m));
      seen.push_back(along.equations(state));
    });
    return multipliers;
  };
  const auto driven = moved(true, V::Zero(m));
  std::vector<std::vector<V>> homogeneous;
  for (int k = 0; k < m && result.outcome == Outcome::ok; ++k)
    homogeneous.push_back(moved(false, V::Unit(m, k)));
  if (result.outcome == Outcome::ok)
    result.fit = fit_chart_multiplier<dynamic, dynamic>(equations, driven, homogeneous, again);
  result.within_budget = stretch.left >= 0;
  return result;
}

}  // namespace hamel
