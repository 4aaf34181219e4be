// Choosing how to run a system file.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <hamel/core/answer_budget.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/simulate.hpp>

#include "allowance.hpp"
#include "base/nearest_name.hpp"
#include "cases/price.hpp"
#include "plan.hpp"
#include "running.hpp"

namespace hamel {

const char* text(Dynamics dynamics) {
  switch (dynamics) {
    case Dynamics::free:
      return "free";
    case Dynamics::nonholonomic:
      return "nonholonomic";
    case Dynamics::vakonomic:
      return "vakonomic";
  }
  return "unknown";
}

void FoundEvents::add(const RunEvent& event, const Sample& sample) {
  if (event.stop) ended_by = event.name;
  if (list.size() == most)
    ++left_off;
  else
    list.push_back({event.name, sample});
}

std::string FoundEvents::status(const RunStatus& run) const {
  if (run.outcome != Outcome::stopped || !ended_by) return text(run.outcome);
  return "ended by the event " + *ended_by;
}

std::vector<std::string> column_names(const SystemFile& file, Dynamics dynamics) {
  std::vector<std::string> names{"t"};
  const auto append = [&](const std::string& prefix, int count) {
    for (int i = 1; i <= count; ++i) names.push_back(prefix + std::to_string(i));
  };
  if (const auto* group = std::get_if<GroupSystem>(&file.system)) {
    names.insert(names.end(), group->coordinates.begin(), group->coordinates.end());
    append("a", group->dim());
    append("p", group->dim());
  } else {
    const auto& chart = std::get<ChartSystem>(file.system);
    names.insert(names.end(), chart.coordinates.begin(), chart.coordinates.end());
    for (const auto& name : chart.coordinates) names.push_back(name + "_dot");
    if (dynamics == Dynamics::vakonomic)
      append("lambda", static_cast<int>(chart.constraints.size()));
  }
  names.emplace_back("energy");
  return names;
}

std::vector<double> columns(const Sample& sample) {
  std::vector<double> row{sample.t};
  for (const auto* part : {&sample.x, &sample.a, &sample.p})
    row.insert(row.end(), part->begin(), part->end());
  row.push_back(sample.energy);
  return row;
}

namespace {

/// Refuses what a method for linear constraints does not serve.
void require_linear(const GroupSystem& file, const RunPlan& plan) {
  const bool moved = file.moved_by_inputs();
  if ((moved || !file.offset.empty()) && plan.dynamics == Dynamics::nonholonomic) {
    throw InputError("method",
                     "'" + plan.method + "' for a constraint with " +
                         (moved ? "velocities of inputs" : "an offset"),
                     "this method for a linear constraint");
  }
}

/// Refuses vakonomic motion under a constraint that does not integrate beside equations g = 0.
void require_one_law(const GroupSystem& file, const RunPlan& plan) {
  if (file.holonomic.empty() || plan.dynamics != Dynamics::vakonomic) return;
  if (file.constrained())
    throw InputError("$.constraint.holonomic", "equations beside an annihilator or a span",
                     "either of them for vakonomic motion, or nonholonomic motion");
}

/// Refuses a run that a table does not cover; rows count from the start, as formulas do.
void require_tables(const SystemFile& file, const RunPlan& plan) {
  const double start = file.start_time();
  const auto& inputs = std::visit(
      [](const auto& system) -> const auto& { return system.inputs; }, file.system);
  for (const auto& input : inputs) {
    if (!input.table || plan.t_end - start <= input.table->t.back()) continue;
    throw InputError("$.inputs." + input.name + ".signal",
                     "a table from " + text(start + input.table->t.front()) + " to " +
                         text(start + input.table->t.back()) + " for a run from " + text(start) +
                         " to " + text(plan.t_end),
                     "one that the run lies inside");
  }
}

}  // namespace

void running::require_motion(const SystemFile& file, const RunPlan& plan) {
  const auto is_chosen = [&](const MethodInfo& m) { return m.name == plan.method; };
  const auto method = std::find_if(methods().begin(), methods().end(), is_chosen);
  if (method == methods().end()) {
    std::vector<std::string> names;
    for (const auto& m : methods()) names.push_back(m.name);
    throw InputError("method", "'" + plan.method + "'" + nearest_hint(plan.method, names),
                     "one of " + comma_list(names));
  }
  const auto* group = std::get_if<GroupSystem>(&file.system);
  const bool starts =
      group != nullptr ? bool(group->start) : bool(std::get<ChartSystem>(file.system).start);
  if (!starts) throw InputError("$.initial", "nothing", "a start, to compute a motion");
  if (group != nullptr) require_one_law(*group, plan);
  if (group != nullptr && method->linear_constraints) require_linear(*group, plan);
  if (group == nullptr && !method->on_charts)
    throw InputError("method", "'" + plan.method + "'",
                     "one for systems in coordinates, such as dop853");
}

void running::require_plan(const SystemFile& file, const RunPlan& plan) {
  if (!(plan.step > 0) || !std::isfinite(plan.step)) {
    throw InputError("step h", text(plan.step), "a number above 0");
  }
  const double start = file.start_time(), length = plan.t_end - start;
  if (!(length > 0) || !std::isfinite(length)) {
    throw InputError(
        "end time", text(plan.t_end),
        "a number above " + text(start) + (start == 0 ? "" : ", where the motion starts"));
  }
  if (length / plan.step > 1e12) {
    throw InputError("number of steps", text(length / plan.step), "at most 1e12");
  }
  if (plan.every < 1) throw InputError("every", text(plan.every), "a whole number from 1 on");
  double before = start;
  for (std::size_t i = 0; i < plan.at.size(); before = plan.at[i++]) {
    const double t = plan.at[i];
    if (!(t >= start && t <= plan.t_end))
      throw InputError("at", text(t),
                       "times from " + text(start) + ", the start, to " + text(plan.t_end) +
                           ", the end of the run");
    if (i > 0 && !(t > before))
      throw InputError("at", text(t) + " after " + text(before), "times that grow");
  }
  require_motion(file, plan);
  require_tables(file, plan);
}

namespace {

/// An event of a file: its formula in coordinates, velocities and t.
RunEvent as_run_event(const FileEvent& event) {
  return {event.name,
          [&event, values = std::vector<double>()](const Sample& sample) mutable {
            values.assign(sample.x.begin(), sample.x.end());
            values.insert(values.end(), sample.a.begin(), sample.a.end());
            values.push_back(sample.t);
            return event.when.evaluate<double>(std::span<const double>(values));
          },
          event.rising, event.stop};
}

/// The times of a motion that is run from 0 on, and begins at `start`.
class Shifted {
 public:
  Shifted(const RunPlan& plan, double start) : plan_(plan), start_(start), from_0_(plan) {
    from_0_.t_end -= start;
    for (double& t : from_0_.at) t -= start;
    for (auto& event : from_0_.events)
      event.when = [this, when = event.when](const Sample& sample) { return when(later(sample)); };
    if (plan.at_event)
      from_0_.at_event = [this](const RunEvent& event, const Sample& sample) {
        plan_.at_event(event, later(sample));
      };
  }
  Shifted(const Shifted&) = delete;
  Shifted& operator=(const Shifted&) = delete;

  const RunPlan& from_0() const { return from_0_; }
  double time(double t) const {
    if (t == from_0_.t_end) return plan_.t_end;
    const auto asked = std::lower_bound(from_0_.at.begin(), from_0_.at.end(), t);
    if (asked != from_0_.at.end() && *asked == t) return plan_.at[asked - from_0_.at.begin()];
    return start_ + t;
  }
  Sample later(Sample sample) const {
    sample.t = time(sample.t);
    return sample;
  }

 private:
  const RunPlan& plan_;
  double start_;
  RunPlan from_0_;
};

}  // namespace

RunStatus simulate(const SystemFile& file, const RunPlan& asked,
                   const std::function<void(const Sample&)>& observe) {
  running::require_plan(file, asked);
  RunPlan plan = asked;
  if (plan.events_of_file)
    for (const auto& event : file.events) plan.events.push_back(as_run_event(event));
  std::optional<AnswerBudget> budget;
  if (plan.seconds) budget.emplace(*plan.seconds);
  const double start = file.start_time();
  const long between_looks = velocities_for(file, running::work_between_looks);
  const auto run = [&](const RunPlan& from_0, const std::function<void(const Sample&)>& see) {
    if (const auto* group = std::get_if<GroupSystem>(&file.system))
      return running::run_group(*group, from_0, between_looks, see);
    return running::run_chart(std::get<ChartSystem>(file.system), from_0, between_looks, see);
  };
  if (start == 0) return run(plan, observe);
  const Shifted shifted(plan, start);
  RunStatus status =
      run(shifted.from_0(), [&](const Sample& sample) { observe(shifted.later(sample)); });
  status.t = shifted.time(status.t);
  return status;
}

}  // namespace hamel
