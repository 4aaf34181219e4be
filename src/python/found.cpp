// Motions that were found: the runs of steered ones, inputs of least effort and their runs.
#include <pybind11/stl.h>
#include <span>
#include <string>
#include <utility>
#include <vector>

#ifdef HAMEL_STEERING
#include <hamel/io/steer.hpp>
#endif
#ifdef HAMEL_EFFORT
#include <hamel/io/effort.hpp>
#endif
#include <hamel/io/model.hpp>

#include "bindings.hpp"

namespace hamel::python {

namespace {

using py::arg;

#ifdef HAMEL_STEERING
bool constrained(const SystemFile& file) {
  if (const auto* group = std::get_if<GroupSystem>(&file.system)) return group->constrained();
  return !std::get<ChartSystem>(file.system).constraints.empty();
}

Run steered_run(const Model& model, const std::vector<double>& start, const std::vector<double>& a,
                const std::vector<double>& mu, double length, double h) {
  SteeredLeg leg;
  leg.start = start;
  leg.a = a;
  leg.mu = mu;
  RunPlan plan;
  plan.dynamics = constrained(model.file()) ? Dynamics::vakonomic : Dynamics::free;
  plan.t_end = length;
  plan.step = h;
  plan.events_of_file = false;
  return collected(column_names(model.file(), plan.dynamics), [&](const auto& observe) {
    return simulate(starting_with(model.file(), leg), plan, observe);
  });
}
#endif

#ifdef HAMEL_EFFORT
using Named = std::vector<std::pair<std::string, double>>;
using Limits = std::vector<std::tuple<std::string, double, double>>;

py::dict effort(const Model& model, const Named& to, const std::vector<std::string>& free,
                const std::vector<std::string>& wrap, const Limits& within, bool at_rest,
                double t_end, int steps) {
  EffortAnswer answer;
  {
    const py::gil_scoped_release others;
    EffortRequest request{to, free, wrap, {}, at_rest, t_end, steps};
    for (const auto& [name, least, greatest] : within)
      request.within.push_back({name, least, greatest});
    answer = least_effort(model.file(), request);
  }
  py::dict found;
  found["solved"] = answer.solved;
  found["status"] = answer.solved ? "solved" : answer.status;
  found["iterations"] = answer.iterations;
  found["cost"] = answer.cost;
  found["cost_error"] = answer.cost_error;
  found["residual"] = answer.residual;
  found["miss"] = answer.miss;
  found["t_end"] = answer.t_end;
  found["names"] = answer.names;
  found["inputs"] = answer.inputs;
  found["end"] = answer.end;
  return found;
}

Run effort_run(const Model& model, double t_end, const std::vector<std::vector<double>>& inputs) {
  EffortAnswer answer;
  answer.t_end = t_end;
  answer.inputs = inputs;
  const Dynamics dynamics = constrained(model.file()) ? Dynamics::nonholonomic : Dynamics::free;
  return collected(column_names(model.file(), dynamics), [&](const auto& observe) {
    RunStatus status;
    follow(model.file(), answer, [&](const Sample& sample, std::span<const double>) {
      status.t = sample.t;
      ++status.steps;
      observe(sample);
    });
    const bool whole = status.steps == static_cast<long>(inputs.size()) + 1;
    status.outcome = whole ? Outcome::ok : Outcome::not_converged;
    return status;
  });
}
#endif

}  // namespace

void bind_found([[maybe_unused]] py::module_& module) {
#ifdef HAMEL_STEERING
  module.def("steered_run", &steered_run, arg("model"), arg("start"), arg("a"), arg("mu"),
             arg("length"), arg("h"), "The motion from the start of a leg that `steer` found.");
#endif
#ifdef HAMEL_EFFORT
  module.def("effort", &effort, arg("model"), arg("to"), arg("free"), arg("wrap"), arg("within"),
             arg("at_rest"), arg("t_end"), arg("steps"), "The inputs of `hamel steer --effort`.");
  module.def("effort_run", &effort_run, arg("model"), arg("t_end"), arg("inputs"),
             "The motion under the inputs that `effort` found.");
#endif
}

}  // namespace hamel::python
