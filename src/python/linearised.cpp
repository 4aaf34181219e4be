// Steps and their derivatives as arrays.
#include <optional>
#include <pybind11/stl.h>
#include <string>
#include <utility>
#include <vector>

#ifdef HAMEL_STEERING
#include <hamel/algebra/rational_text.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/linear_family.hpp>
#include <hamel/io/linear_flow.hpp>
#include <hamel/io/linear_map.hpp>
#include <hamel/io/linearised_step.hpp>
#include <hamel/io/reactions.hpp>
#endif
#include <hamel/io/model.hpp>

#include "bindings.hpp"

namespace hamel::python {

#ifdef HAMEL_STEERING
namespace {

py::array_t<double> array(const DynamicMatrix<double>& matrix) {
  py::array_t<double> result({matrix.rows(), matrix.cols()});
  auto entries = result.mutable_unchecked<2>();
  for (int i = 0; i < matrix.rows(); ++i)
    for (int j = 0; j < matrix.cols(); ++j) entries(i, j) = matrix(i, j);
  return result;
}

py::array_t<double> array(std::vector<double>&& numbers) {
  const auto n = static_cast<py::ssize_t>(numbers.size());
  return owned(std::move(numbers), {n});
}

py::dict linearised(const Model& model, const std::string& dynamics, const StepStart& start) {
  LinearisedStep step;
  {
    const py::gil_scoped_release others;
    step = linearised_step(model.file(), dynamics_called(dynamics), start);
  }
  py::dict result;
  result["ok"] = bool(step.status);
  result["status"] = text(step.status.outcome);
  result["x"] = array(std::move(step.x));
  result["a"] = array(std::move(step.a));
  result["D"] = array(step.D);
  result["A"] = array(step.A);
  result["B"] = array(step.B);
  return result;
}

/// Matrices of one shape, one after the other.
template <class Range, class Of>
py::array_t<double> stacked(const Range& range, const Of& of, int rows, int columns) {
  const auto count = static_cast<py::ssize_t>(range.size());
  py::array_t<double> result({count, py::ssize_t(rows), py::ssize_t(columns)});
  auto entries = result.template mutable_unchecked<3>();
  py::ssize_t k = 0;
  for (const auto& one : range) {
    const auto& matrix = of(one);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) entries(k, i, j) = matrix(i, j);
    ++k;
  }
  return result;
}

py::array_t<double> table(const LinearisedRun& run, std::vector<double> LinearisedNode::*part) {
  const auto width = static_cast<py::ssize_t>((run.nodes.front().*part).size());
  std::vector<double> numbers;
  for (const auto& node : run.nodes)
    numbers.insert(numbers.end(), (node.*part).begin(), (node.*part).end());
  return owned(std::move(numbers), {static_cast<py::ssize_t>(run.nodes.size()), width});
}

py::dict linearised_steps(const Model& model, const std::string& dynamics, const StepStart& start,
                          int steps, const std::vector<std::vector<double>>& inputs) {
  LinearisedRun run;
  {
    const py::gil_scoped_release others;
    run = linearised_run(model.file(), dynamics_called(dynamics), start, steps, inputs);
  }
  const auto& first = run.nodes.front();
  const int n = static_cast<int>(first.X.cols()), all = static_cast<int>(first.V.cols());
  const int k = run.B.empty() ? 0 : static_cast<int>(run.B.front().cols());
  const auto itself = [](const auto& matrix) -> const auto& {
    return matrix;
  };
  py::dict result;
  result["ok"] = bool(run.status);
  result["status"] = text(run.status.outcome);
  std::vector<double> t;
  for (const auto& node : run.nodes) t.push_back(node.t);
  result["t"] = array(std::move(t));
  result["x"] = table(run, &LinearisedNode::x);
  result["a"] = table(run, &LinearisedNode::a);
  result["X"] = stacked(
      run.nodes, [](const auto& node) -> const auto& { return node.X; },
      static_cast<int>(first.x.size()), n);
  result["V"] = stacked(
      run.nodes, [](const auto& node) -> const auto& { return node.V; }, n, all);
  result["A"] = stacked(run.A, itself, all, all);
  result["B"] = stacked(run.B, itself, all, k);
  result["start_by_u"] = array(run.start_by_u);
  return result;
}

/// Rows of t, coordinates, velocities and momenta or multipliers to rows of forces.
py::array_t<double> reactions(const Model& model, const std::string& dynamics, const Numbers& t,
                              const Numbers& x, const Numbers& a, const Numbers& p) {
  for (const Numbers* rows : {&x, &a, &p})
    if (t.ndim() != 1 || rows->ndim() != 2 || rows->shape(0) != t.size())
      throw DimensionError("outputs", "arrays that do not match",
                           "t, x, a and p with a row for each output");
  std::vector<Sample> samples(static_cast<std::size_t>(t.size()));
  for (std::size_t k = 0; k < samples.size(); ++k) {
    const auto row = static_cast<py::ssize_t>(k);
    const auto list = [row](const Numbers& rows) {
      return std::vector<double>(rows.data(row), rows.data(row) + rows.shape(1));
    };
    samples[k].t = t.data()[k];
    samples[k].x = list(x);
    samples[k].a = list(a);
    if (p.shape(1) > 0) samples[k].p = list(p);
  }
  const Dynamics kind = dynamics_called(dynamics);
  std::vector<double> numbers;
  {
    const py::gil_scoped_release others;
    for (const auto& one : reactions_of(model.file(), kind, samples))
      numbers.insert(numbers.end(), one.begin(), one.end());
  }
  return owned(std::move(numbers), {t.size(), a.shape(1)});
}

std::string flow(const Model& model, const std::string& dynamics, std::optional<double> at) {
  const py::gil_scoped_release others;
  return as_json(linear_flow(model.file(), dynamics_called(dynamics), at));
}

std::string map_over(const Model& model, const std::string& dynamics, double h,
                     const std::string& method, std::optional<double> at) {
  const py::gil_scoped_release others;
  const LinearMap map = linear_map(model.file(), dynamics_called(dynamics), h, method, at);
  if (!map.status)
    throw InputError("h", std::string("a motion that ends early: ") + text(map.status.outcome),
                     "a time that the motion reaches");
  return as_json(map);
}

std::string orbit(const Model& model, const std::string& dynamics, double period) {
  const py::gil_scoped_release others;
  const PeriodicOrbit found = periodic_orbit(model.file(), dynamics_called(dynamics), period);
  if (!found.map.status)
    throw InputError("period",
                     std::string("a motion that ends early: ") + text(found.map.status.outcome),
                     "a time that the motion reaches");
  return as_json(found);
}

std::string flows_of(Model& model, const std::string& name, const std::vector<std::string>& values,
                     const std::string& dynamics) {
  const py::gil_scoped_release others;
  Signals signals;
  std::vector<Rational> exact;
  for (const auto& value : values) exact.push_back(parse_rational(value));
  return as_json(
      linear_family(model, name, exact, dynamics_called(dynamics), [&] { signals.look(); }));
}

}  // namespace

void bind_linearised(py::module_& module) {
  using py::arg;
  py::class_<StepStart>(module, "StepStart", "Where a step starts, and what is held over it.")
      .def(py::init([](const Model& model) { return step_start(model.file()); }), arg("model"))
      .def_readwrite("t", &StepStart::t, "Time.")
      .def_readwrite("h", &StepStart::h, "Length of the step.")
      .def_readwrite("x", &StepStart::x, "Coordinates.")
      .def_readwrite("a", &StepStart::a, "Velocity.")
      .def_readwrite("u", &StepStart::u, "Where there are any, a = v0 + D u in place of a.")
      .def_readwrite("inputs", &StepStart::inputs, "Inputs, held over the step.");
  module.def(
      "linearise", &linearised, arg("model"), arg("dynamics"), arg("start"),
      "A variational step: ok, status, its end x and a, D at its start, its derivative A, B.");
  module.def(
      "linearised_run", &linearised_steps, arg("model"), arg("dynamics"), arg("start"),
      arg("steps"), arg("inputs"),
      "Variational steps: ok, status, t, x, a, their derivatives X, V at each node, A, B of each "
      "step, start_by_u.");
  module.def("linear_flow", &flow, arg("model"), arg("dynamics"), arg("at"),
             "The equations of `hamel linearise --json`.");
  module.def("linear_map", &map_over, arg("model"), arg("dynamics"), arg("h"), arg("method"),
             arg("at"), "The map of `hamel linearise --step --json`.");
  module.def("periodic_orbit", &orbit, arg("model"), arg("dynamics"), arg("period"),
             "The map of `hamel linearise --orbit --json`.");
  module.def("linear_family", &flows_of, arg("model"), arg("name"), arg("values"), arg("dynamics"),
             "The table of `hamel linearise --vary --json`.");
  module.def("reactions", &reactions, arg("model"), arg("dynamics"), arg("t"), arg("x"), arg("a"),
             arg("p"), "The forces that keep the constraint at outputs of a motion.");
}
#else
void bind_linearised(py::module_&) {}
#endif

}  // namespace hamel::python
