// Moving multipliers along a nonholonomic motion, on groups and in coordinates, and fitting one to them.
#include <utility>
#include <vector>

#include <hamel/chart/chart_problem.hpp>
#include <hamel/chart/chart_q2.hpp>
#include <hamel/core/error.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/io/any_system.hpp>
#include <hamel/io/q2.hpp>

#include "any_chart.hpp"
#include "motion.hpp"

namespace hamel {

namespace {

using Covector = Vector<double, dynamic>;

template <class P>
TrajectoryFit fit_problem(const P& problem, const GroupSystem& file, double t_end, int samples) {
  const int n = file.dim();
  Covector a(n);
  for (int i = 0; i < n; ++i) a[i] = file.start->a[i].value;
  const auto start = problem.start(any_start(file), a, Covector(Covector::Zero(n)));
  RunOptions options;
  options.steps = t_end > 0 ? samples : 0;
  options.step = t_end > 0 ? t_end / samples : 1;

  TrajectoryFit result;
  std::vector<Covector> kinetic;
  const auto transported = [&](bool driven, const Covector& q) {
    const CovectorAlong<P> along(problem, driven);
    std::vector<Covector> covectors;
    kinetic.clear();
    const RunStatus status =
        observe_run(along, along.start(start, q), Adaptive<DormandPrince8>{}, options,
                    [&](double, const auto& state, const RunStatus&) {
                      covectors.push_back(along.covector(state.m));
                      kinetic.push_back(problem.metric(state.x) * along.velocity(state.x, state.m));
                    });
    if (!status) result.outcome = status.outcome;
    return covectors;
  };
  result.outcome = Outcome::ok;
  const auto driven = transported(true, Covector::Zero(n));
  std::vector<std::vector<Covector>> homogeneous;
  for (int j = 0; j < n && result.outcome == Outcome::ok; ++j) {
    homogeneous.push_back(transported(false, Covector::Unit(n, j)));
  }
  if (result.outcome == Outcome::ok) {
    result.fit =
        fit_multiplier<dynamic, dynamic>(any_distribution(file), kinetic, driven, homogeneous);
  }
  return result;
}

}  // namespace

TrajectoryFit fit_along(const GroupSystem& file, double t_end, int samples) {
  if (!file.start) throw InputError("$.initial", "nothing", "a start, to compute a motion");
  return fit_problem(running::Motion(file, Dynamics::nonholonomic), file, t_end, samples);
}

TrajectoryFit fit_along(const ChartSystem& file, double t_end, int samples) {
  using Problem = ChartProblem<Dynamics::nonholonomic, running::AnyChart>;
  using Along = MultiplierAlong<Problem>;
  using Multiplier = Vector<double, dynamic>;
  if (!file.start) throw InputError("$.initial", "nothing", "a start, to compute a motion");
  const Problem problem(running::any_chart(file));
  const int n = problem.dim(), m = problem.number_of_constraints();
  const auto start =
      problem.start(running::as_vector(file.start->q, n), running::as_vector(file.start->q_dot, n));
  RunOptions options;
  options.steps = t_end > 0 ? samples : 0;
  options.step = t_end > 0 ? t_end / samples : 1;

  TrajectoryFit result;
  result.outcome = Outcome::ok;
  std::vector<Along::Equations<double>> equations;
  const auto moved = [&](bool driven, const Multiplier& lambda) {
    const Along along(problem, driven);
    std::vector<Multiplier> multipliers;
    equations.clear();
    const RunStatus status =
        observe_run(along, along.start(start, lambda), Adaptive<DormandPrince8>{}, options,
                    [&](double, const Along::State<double>& state, const RunStatus&) {
                      multipliers.push_back(along.multiplier(state.m));
                      equations.push_back(along.equations(state));
                    });
    if (!status) result.outcome = status.outcome;
    return multipliers;
  };
  const auto driven = moved(true, Multiplier::Zero(m));
  std::vector<std::vector<Multiplier>> homogeneous;
  for (int k = 0; k < m && result.outcome == Outcome::ok; ++k) {
    homogeneous.push_back(moved(false, Multiplier::Unit(m, k)));
  }
  if (result.outcome == Outcome::ok) {
    result.fit = fit_chart_multiplier<dynamic, dynamic>(equations, driven, homogeneous);
  }
  return result;
}

}  // namespace hamel
