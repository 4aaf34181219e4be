// Systems of files, their runs as arrays, and motions step by step.
#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <pybind11/functional.h>
#include <pybind11/stl.h>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/algebra/rational_text.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/model.hpp>
#include <hamel/io/schema.hpp>

#include "base/nearest_name.hpp"
#include "bindings.hpp"

namespace hamel::python {

Dynamics dynamics_called(const std::string& name) {
  for (const auto d : {Dynamics::free, Dynamics::nonholonomic, Dynamics::vakonomic})
    if (name == text(d)) return d;
  throw InputError("dynamics", "'" + name + "'", "free, nonholonomic or vakonomic");
}

void Signals::look() {
  using clock = std::chrono::steady_clock;
  if (++seen_ % 64 != 0 || clock::now() < next_) return;
  next_ = clock::now() + std::chrono::milliseconds(50);
  const py::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

namespace {

using py::arg;

/// The name of an event, the columns that its function takes, this, whether it rises, whether it stops the run.
using Watched =
    std::tuple<std::string, std::vector<std::string>,
               std::function<double(const std::vector<double>&)>, std::optional<bool>, bool>;

/// An event as a plan has it.
RunEvent as_run_event(const Watched& watched, const std::vector<std::string>& known) {
  const auto& [name, taken, when, rising, stop] = watched;
  std::vector<std::size_t> places;
  for (const auto& column : taken) {
    const auto place = std::find(known.begin(), known.end(), column);
    if (place == known.end())
      throw InputError("events, " + name, "the argument '" + column + "'",
                       "columns: " + comma_list(known));
    places.push_back(static_cast<std::size_t>(place - known.begin()));
  }
  const auto of_sample = [places, &when = when](const Sample& sample) {
    const auto row = columns(sample);
    std::vector<double> values;
    for (const std::size_t place : places) values.push_back(row[place]);
    return when(values);
  };
  return {name, of_sample, rising, stop};
}

Run run(const Model& model, const std::string& dynamics, const std::string& method, double h,
        double t_end, long every, std::vector<double> at, const std::vector<Watched>& events) {
  RunPlan plan;
  plan.dynamics = dynamics_called(dynamics);
  plan.method = method;
  plan.step = h;
  plan.t_end = t_end;
  plan.every = every;
  plan.at = std::move(at);
  const auto names = column_names(model.file(), plan.dynamics);
  for (const auto& event : events) plan.events.push_back(as_run_event(event, names));
  FoundEvents found;
  plan.at_event = [&](const RunEvent& event, const Sample& sample) { found.add(event, sample); };
  Run result =
      collected(names, [&](const auto& observe) { return simulate(model.file(), plan, observe); });
  result.events = std::move(found);
  return result;
}

/// The name of each event that happened, and its row.
py::list events_of(const Run& run) {
  py::list all;
  for (const auto& [name, sample] : run.events.list)
    all.append(py::make_tuple(name, columns(sample)));
  return all;
}

py::tuple step(Simulation& simulation, double h, const std::optional<std::vector<double>>& inputs) {
  if (inputs && inputs->size() != simulation.inputs().size())
    throw DimensionError("inputs", {inputs->size(), " numbers"},
                         {simulation.inputs().size(), ", one for each input of the file"});
  const StepStatus status =
      inputs ? simulation.step(h, std::span<const double>(*inputs)) : simulation.step(h);
  return py::make_tuple(bool(status), text(status.outcome));
}

py::dict look(const Simulation& simulation) {
  Sample sample = simulation.look();
  const auto array = [](std::vector<double>& v) {
    const auto n = static_cast<py::ssize_t>(v.size());
    return owned(std::move(v), {n});
  };
  py::dict result;
  result["t"] = sample.t;
  result["x"] = array(sample.x);
  result["a"] = array(sample.a);
  result["p"] = array(sample.p);
  result["energy"] = sample.energy;
  return result;
}

std::vector<std::string> coordinates(const Model& model) {
  return std::visit([](const auto& system) { return system.coordinates; }, model.file().system);
}

std::vector<std::string> inputs(const Model& model) {
  std::vector<std::string> names;
  std::visit(
      [&](const auto& system) {
        for (const auto& input : system.inputs) names.push_back(input.name);
      },
      model.file().system);
  return names;
}

py::object as_object(const Number& number) {
  return number.exact ? py::object(py::str(number.exact->str()))
                      : py::object(py::float_(number.value));
}

py::list as_list(const std::vector<Number>& numbers) {
  py::list all;
  for (const auto& number : numbers) all.append(as_object(number));
  return all;
}

/// Empty where the file has no start.
py::dict start(const Model& model) {
  py::dict result;
  if (const auto* group = std::get_if<GroupSystem>(&model.file().system)) {
    if (!group->start) return result;
    result["x"] = as_list(group->start->coordinates);
    result["a"] = as_list(group->start->a);
    result["mu"] = as_list(group->start->mu);
  } else if (const auto& at = std::get<ChartSystem>(model.file().system).start) {
    result["x"] = as_list(at->q);
    result["a"] = as_list(at->q_dot);
    result["mu"] = as_list(at->lambda);
  }
  return result;
}

int dim(const Model& model) {
  return std::visit([](const auto& system) { return system.dim(); }, model.file().system);
}

int rank(const Model& model) {
  if (const auto* group = std::get_if<GroupSystem>(&model.file().system))
    return group->constrained() ? static_cast<int>(group->span.size()) : group->dim();
  const auto& chart = std::get<ChartSystem>(model.file().system);
  return chart.dim() - static_cast<int>(chart.constraints.size());
}

void bind_model(py::module_& module) {
  py::class_<Model>(module, "Model", "A system whose parameters may be set.")
      .def_static("read", &Model::read, arg("path"),
                  "Reads a system file; InputError names the place.")
      .def_static("parse", &Model::parse, arg("json"), "The same for its text.")
      .def_property_readonly(
          "name", [](const Model& m) { return m.file().name; }, "The name of the system.")
      .def_property_readonly("coordinates", &coordinates, "Names of the coordinates.")
      .def_property_readonly("inputs", &inputs, "Names of the inputs.")
      .def_property_readonly("parameters", &Model::parameters, "Names of the parameters.")
      .def(
          "parameter",
          [](const Model& m, const std::string& name) -> py::object {
            return as_object(m.parameter(name));
          },
          arg("name"),
          "The value of a parameter: a fraction as text where it is exact, else a float.")
      .def(
          "set",
          [](Model& m, const std::vector<std::pair<std::string, std::string>>& values) {
            std::vector<std::pair<std::string, Rational>> exact;
            for (const auto& [name, value] : values)
              exact.emplace_back(name, parse_rational(value));
            m.set(exact);
          },
          arg("values"),
          "Sets parameters and numbers of the start, pairs of a name and a fraction written as "
          "p/q.")
      .def_property_readonly("settable", &Model::settable, "The names that `set` takes.")
      .def_property_readonly("dim", &dim, "How many numbers a velocity has.")
      .def_property_readonly("rank", &rank, "How many of them are free under the constraint.")
      .def("start", &start, "x, a and mu of the start, each number as `parameter` gives it.")
      .def_property_readonly(
          "constrained",
          [](const Model& m) {
            const auto* group = std::get_if<GroupSystem>(&m.file().system);
            return group != nullptr ? group->constrained()
                                    : !std::get<ChartSystem>(m.file().system).constraints.empty();
          },
          "Whether it has a constraint.")
      .def_property_readonly(
          "is_holonomic", [](const Model& m) { return m.file().is_holonomic(); },
          "Whether equations g = 0 hold along its motions.")
      .def("run", &run, arg("dynamics"), arg("method"), arg("h"), arg("t_end"), arg("every"),
           arg("at"), arg("events"), "The motion from its start; other threads run meanwhile.");
}

void bind_runs(py::module_& module) {
  py::class_<Run>(module, "Run", "The outputs of a run: numbers[row, column].")
      .def_readonly("columns", &Run::columns, "Names of the columns.")
      .def_readonly("numbers", &Run::numbers, "One row for each output.")
      .def_property_readonly(
          "ok", [](const Run& r) { return bool(r.status); }, "Whether the end was reached.")
      .def_property_readonly(
          "status", [](const Run& r) { return r.events.status(r.status); },
          "How it ended, in words.")
      .def_property_readonly("events", &events_of, "Name and row of each event that happened.")
      .def_property_readonly(
          "t_reached", [](const Run& r) { return r.status.t; }, "The time reached.");
  py::class_<Simulation>(module, "Simulation", "A motion taken step by step.")
      .def(py::init([](const Model& model, const std::string& dynamics, const std::string& method) {
             return Simulation(model.file(), dynamics_called(dynamics), method);
           }),
           arg("model"), arg("dynamics"), arg("method"))
      .def_property_readonly(
          "inputs", [](const Simulation& s) { return s.inputs(); }, "Names of the inputs.")
      .def_property_readonly("t", &Simulation::time, "The time reached.")
      .def("step", &step, arg("h"), arg("inputs") = py::none(),
           "A step of length h, inputs held over it; (True, 'ok') or (False, why). On a failure "
           "the motion stays.")
      .def("look", &look, "t, coordinates x, velocity a, momentum p, energy.")
      .def("restart", &Simulation::restart, "Back to the start.");
  module.def(
      "method_names",
      [] {
        std::vector<std::string> names;
        for (const auto& method : methods()) names.push_back(method.name);
        return names;
      },
      "Names of the methods; the first is the default.");
  module.def("schema_names", &schema_names, "Names of the schemas.");
  module.def("schema", &schema, arg("name"), "The text of a JSON Schema.");
}

}  // namespace

void bind_systems(py::module_& module) {
  bind_model(module);
  bind_runs(module);
}

}  // namespace hamel::python
