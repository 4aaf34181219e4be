// Systems of files, their runs as arrays, and motions step by step.
#include <optional>
#include <pybind11/stl.h>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/algebra/rational_text.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/model.hpp>

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

/// The outputs of a run, its columns by name.
struct Run {
  std::vector<std::string> columns;
  py::array_t<double> numbers;
  RunStatus status;
};

Run run(const Model& model, const std::string& dynamics, const std::string& method, double h,
        double t_end, long every) {
  RunPlan plan;
  plan.dynamics = dynamics_called(dynamics);
  plan.method = method;
  plan.step = h;
  plan.t_end = t_end;
  plan.every = every;
  Run result;
  std::vector<double> numbers;
  result.columns = column_names(model.file(), plan.dynamics);
  {
    const py::gil_scoped_release others;
    Signals signals;
    result.status = simulate(model.file(), plan, [&](const Sample& sample) {
      const auto row = columns(sample);
      numbers.insert(numbers.end(), row.begin(), row.end());
      signals.look();
    });
  }
  const auto width = static_cast<py::ssize_t>(result.columns.size());
  const auto rows = static_cast<py::ssize_t>(numbers.size()) / width;
  result.numbers = owned(std::move(numbers), {rows, width});
  return result;
}

py::tuple step(Simulation& simulation, double h, const std::optional<std::vector<double>>& inputs) {
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
            const Number number = m.parameter(name);
            return number.exact ? py::object(py::str(number.exact->str()))
                                : py::object(py::float_(number.value));
          },
          arg("name"),
          "The value of a parameter: a fraction as text where it is exact, else a float.")
      .def(
          "set", [](Model& m, const std::string& name, double value) { m.set(name, value); },
          arg("name"), arg("value"), "Sets a parameter to a float.")
      .def(
          "set_exactly",
          [](Model& m, const std::string& name, const std::string& value) {
            m.set(name, parse_rational(value));
          },
          arg("name"), arg("value"), "Sets a parameter to a fraction written as p/q.")
      .def_property_readonly(
          "constrained",
          [](const Model& m) {
            const auto* group = std::get_if<GroupSystem>(&m.file().system);
            return group != nullptr ? group->constrained()
                                    : !std::get<ChartSystem>(m.file().system).constraints.empty();
          },
          "Whether it has a constraint.")
      .def("run", &run, arg("dynamics"), arg("method"), arg("h"), arg("t_end"), arg("every"),
           "The motion from its start; other threads run meanwhile.");
}

void bind_runs(py::module_& module) {
  py::class_<Run>(module, "Run", "The outputs of a run: numbers[row, column].")
      .def_readonly("columns", &Run::columns, "Names of the columns.")
      .def_readonly("numbers", &Run::numbers, "One row for each output.")
      .def_property_readonly(
          "ok", [](const Run& r) { return bool(r.status); }, "Whether the end was reached.")
      .def_property_readonly(
          "status", [](const Run& r) { return text(r.status.outcome); }, "How it ended, in words.")
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
}

}  // namespace

void bind_systems(py::module_& module) {
  bind_model(module);
  bind_runs(module);
}

}  // namespace hamel::python
