// Choosing how to run a system file.
#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/io/simulate.hpp>

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

const std::vector<MethodInfo>& methods() {
  static const std::vector<MethodInfo> list{
      {"dop853", "Runge-Kutta-Munthe-Kaas of order 8 with step-size control to 1e-13",
       "Dormand & Prince 1981; Hairer, Norsett & Wanner 1993; Munthe-Kaas 1999", 8, true, true},
      {"dopri5", "Runge-Kutta-Munthe-Kaas of order 5 with step-size control to 1e-13",
       "Dormand & Prince 1980; Munthe-Kaas 1999", 5, true, true},
      {"rk4", "classical Runge-Kutta-Munthe-Kaas of order 4, fixed step",
       "Kutta 1901; Munthe-Kaas 1999", 4, false, true},
      {"cf4", "commutator-free of order 4, fixed step", "Celledoni, Marthinsen & Owren 2003", 4,
       false, true},
      {"gauss4", "Gauss collocation of order 4, fixed step", "Hammer & Hollingsworth 1955", 4,
       false, true},
      {"gauss6", "Gauss collocation of order 6, fixed step", "Kuntzmann 1961; Butcher 1964", 6,
       false, true},
      {"variational",
       "discrete Euler-Poincare and d'Alembert equations with the exponential, order 2, fixed step",
       "Bou-Rabee & Marsden 2009; Cortes & Martinez 2001", 2, false, true},
      {"variational-cayley", "the same with the Cayley map, order 2, fixed step",
       "Bou-Rabee & Marsden 2009", 2, false, false},
      {"variational-midpoint",
       "the same with the exponential and the midpoint discrete Lagrangian, order 2, fixed step",
       "Marsden & West 2001", 2, false, false},
      {"variational4", "symmetric composition of variational, order 4, 5 stages, fixed step",
       "Suzuki 1990", 4, false, true},
      {"variational6", "symmetric composition of variational, order 6, 9 stages, fixed step",
       "Kahan & Li 1997", 6, false, true},
      {"variational8", "symmetric composition of variational, order 8, 17 stages, fixed step",
       "Kahan & Li 1997", 8, false, true},
      {"energy-midpoint",
       "midpoint rule with a discrete gradient, energy to rounding, order 2, fixed step; constant "
       "metric",
       "Gonzalez 1996", 2, false, false}};
  return list;
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

RunStatus simulate(const SystemFile& file, const RunPlan& plan,
                   const std::function<void(const Sample&)>& observe) {
  const auto is_chosen = [&](const MethodInfo& m) { return m.name == plan.method; };
  const auto method = std::find_if(methods().begin(), methods().end(), is_chosen);
  if (method == methods().end()) {
    std::string names;
    for (const auto& m : methods()) names += (names.empty() ? "" : ", ") + m.name;
    throw InputError("method", "'" + plan.method + "'", "one of " + names);
  }
  if (!(plan.step > 0) || !std::isfinite(plan.step)) {
    throw InputError("step h", text(plan.step), "a number above 0");
  }
  if (!(plan.t_end >= 0) || !std::isfinite(plan.t_end)) {
    throw InputError("end time", text(plan.t_end), "a number that is at least 0");
  }
  if (plan.t_end / plan.step > 1e12) {
    throw InputError("number of steps", text(plan.t_end / plan.step), "at most 1e12");
  }
  if (plan.every < 1) throw InputError("every", text(plan.every), "a whole number from 1 on");

  if (const auto* group = std::get_if<GroupSystem>(&file.system)) {
    if (!group->start) throw InputError("$.initial", "nothing", "a start, to compute a motion");
    switch (plan.dynamics) {
      case Dynamics::free:
        return running::run_free(*group, plan, observe);
      case Dynamics::nonholonomic:
        return running::run_nonholonomic(*group, plan, observe);
      case Dynamics::vakonomic:
        return running::run_vakonomic(*group, plan, observe);
    }
  }
  const auto& chart = std::get<ChartSystem>(file.system);
  if (!chart.start) throw InputError("$.initial", "nothing", "a start, to compute a motion");
  if (!method->on_charts)
    throw InputError("method", "'" + plan.method + "'",
                     "one for systems in coordinates, such as dop853");
  return running::run_chart(chart, plan, observe);
}

}  // namespace hamel
