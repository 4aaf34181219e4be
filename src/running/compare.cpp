// The three motions of a system file, and question Q2 along the nonholonomic one.
#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <hamel/core/answer_budget.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/status.hpp>
#include <hamel/diagnostics/comparison.hpp>
#include <hamel/diagnostics/q2_along.hpp>
#include <hamel/io/comparison.hpp>
#include <hamel/io/report.hpp>
#include <hamel/io/simulate.hpp>

#include "allowance.hpp"
#include "any_field.hpp"
#include "cases/any_system.hpp"
#include "cases/input_signals.hpp"
#include "cases/price.hpp"
#include "chart_problems.hpp"
#include "chart_q2.hpp"
#include "chart_samples.hpp"
#include "claims/named_proof.hpp"
#include "group_samples.hpp"
#include "motion.hpp"

namespace hamel {

namespace {

constexpr int outputs = 500;                // per motion
constexpr long most_evaluations = 1000000;  // of the velocity, per motion

/// The fit with the method compiled once for all fields with such momenta.
template <class Along, class P, class St>
TrajectoryFit fit_by_field(const P& problem, const St& start, double t_end, long evaluations) {
  return fit_along<Along>(problem, start, t_end, 200, evaluations, [](const auto& rationed) {
    return running::AnyField<typename P::Group, Along::variations>(rationed);
  });
}

template <class Motion>
TrajectoryFit fit_motion(const GroupSystem& file, const Motion& motion, double t_end,
                         long evaluations, long between_looks) {
  motion.allow(std::numeric_limits<long>::max(), between_looks);
  const auto start = running::start_of(file, motion, Dynamics::nonholonomic);
  return fit_by_field<CovectorAlong<Motion>>(motion, start, t_end, evaluations);
}

TrajectoryFit fit(const GroupSystem& file, double t_end, long evaluations, long between_looks) {
  if (file.moves())
    return fit_motion(file, running::MovingMotion<Dynamics::nonholonomic>(file), t_end, evaluations,
                      between_looks);
  return fit_motion(file, running::Motion(file, Dynamics::nonholonomic), t_end, evaluations,
                    between_looks);
}

TrajectoryFit fit(const ChartSystem& file, double t_end, long evaluations, long between_looks) {
  const running::Allowance allowance;
  allowance.allow(std::numeric_limits<long>::max(), between_looks);
  const running::ChartInMotion moving(file);
  const running::NonholonomicChart problem(running::any_chart(moving.system, &allowance));
  const auto start = running::start_of(moving.system, problem);
  TrajectoryFit found =
      fit_by_field<MultiplierAlong<running::NonholonomicChart>>(problem, start, t_end, evaluations);
  if (found.outcome == Outcome::ok)  // those of the clock and of g = 0 are behind
    found.fit.multiplier.conservativeResize(static_cast<int>(file.constraints.size()));
  return found;
}

/// Does g = 0 alone constrain a system that is compared?
bool is_on_manifold(const GroupSystem& file) {
  return !file.holonomic.empty();
}
bool is_on_manifold(const ChartSystem& file) {
  return !file.holonomic.empty() && file.constraints.empty();
}

/// Refuses d = 0, and on a group g = 0 beside another constraint, under which vakonomic motion is not computed.
void require_three_motions(const SystemFile& file) {
  const auto* group = std::get_if<GroupSystem>(&file.system);
  if (group != nullptr && (group->kinematic || (file.is_holonomic() && group->constrained())))
    file.refuse_uncovered("compare");
}

std::vector<Number>& multiplier_of(GroupStart& start) {
  return start.mu;
}
std::vector<Number>& multiplier_of(ChartStart& start) {
  return start.lambda;
}

/// All times of the comparison, which was made from 0 on.
void begin_at(Comparison& result, double start) {
  if (start == 0) return;
  result.t_end += start;
  for (auto& motion : result.motions) {
    motion.status.t += start;
    for (Sample& sample : motion.samples) sample.t += start;
  }
  if (result.q2.departs_at) *result.q2.departs_at += start;
}

}  // namespace

Comparison compare(const SystemFile& file, double until,
                   const std::function<void(Dynamics, double)>& seen, double work) {
  require_three_motions(file);
  const AnswerBudget answer;
  const bool has_start = std::visit([](const auto& s) { return bool(s.start); }, file.system);
  if (!has_start) throw InputError("$.initial", "nothing", "a start, to compute a motion");
  const double start = file.start_time(), t_end = until - start;
  if (!(t_end >= 0))
    throw InputError("end time", text(until),
                     "a time from " + text(start) + " on, where the motions start");
  Comparison result;
  result.name = file.name;
  result.projected = file.projected().most();
  result.projection = file.projection();
  result.t_end = t_end;
  result.names = column_names(file, Dynamics::nonholonomic);
  const auto run = [&](Dynamics dynamics, const std::vector<double>* multiplier) {
    SystemFile from = file;
    std::visit(
        [&](auto& system) {
          system.start->t = Number{};
          if (multiplier == nullptr) return;
          auto& mu = multiplier_of(*system.start);
          for (std::size_t i = 0; i < mu.size(); ++i) mu[i] = {(*multiplier)[i], std::nullopt};
          system.start->is_admissible = true;  // what the fit leaves of it on d is its rounding
        },
        from.system);
    ComparedMotion motion{dynamics, {}, {}};
    RunPlan plan;
    plan.dynamics = dynamics;
    plan.t_end = t_end > 0 ? t_end : 1e-9;  // of which only the start is kept
    plan.step = t_end > 0 ? t_end / outputs : plan.t_end;
    plan.events_of_file = false;
    plan.evaluations = std::min(most_evaluations, velocities_for(file, work));
    motion.status = simulate(from, plan, [&](const Sample& sample) {
      motion.samples.push_back(sample);
      if (seen) seen(dynamics, start + sample.t);
    });
    if (t_end == 0) {
      motion.samples.resize(1);
      motion.status = {};
      motion.status.outcome = Outcome::ok;
    }
    return motion;
  };
  std::visit(
      [&](const auto& system) {
        compare_motions(
            result, run,
            [&] {
              if (follow_tables(system.inputs) || is_on_manifold(system)) return TrajectoryFit{};
              TrajectoryFit found =
                  fit(system, t_end, std::min(q2_evaluations, velocities_for(file, 3 * work)),
                      velocities_for(file, running::work_between_looks));
              if (found.outcome != Outcome::ok && AnswerBudget::has_ended()) {
                found.outcome = Outcome::budget_ended;
                found.within_budget = true;  // of evaluations
              }
              return found;
            },
            [&] {
              auto proof = prove_q2(file);
              if (proof) result.q2.proof = kind_of(named_proof(file, *proof)).id;
              return proof;
            });
      },
      file.system);
  if (!result.q2.exact && result.motions.front().status &&
      std::visit([](const auto& system) { return follow_tables(system.inputs); }, file.system))
    result.q2.reason = "an input follows a table, which is not covered";
  const Sample& first = result.motions.front().samples.front();
  result.names.resize(1 + first.x.size() + first.a.size());
  begin_at(result, start);
  return result;
}

}  // namespace hamel
