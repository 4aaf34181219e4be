// The groups of the library over NumPy arrays: every operation acts along the last axes and broadcasts over the others.
#include "library.hpp"

#include <cstdint>
#include <optional>
#include <pybind11/stl.h>
#include <string>
#include <type_traits>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/group/library.hpp>
#include <hamel/group/se2.hpp>

namespace hamel::python {

namespace {

/// The group of that name: SE2 wraps here, and its cover has a name of its own.
LibraryGroup library_group(const std::string& name) {
  LibraryGroup described;
  described.name = name;
  bool found = name == "SE2";
  if (found) describe(SE2{}, described);
  std::string all = "SE2, SE2Cover";
  for_each_library_group([&]<class G>(const GroupRow<G>& row) {
    const bool covers = std::is_same_v<G, SE2Cover>;
    if (!covers) all += ", " + row.shown();
    const auto group = row.called(covers && name == "SE2Cover" ? "SE2" : name);
    if (found || !group) return;
    describe(*group, described);
    found = true;
  });
  if (!found) throw InputError("group", name, "one of " + all);
  return described;
}

/// The operation of that name along the last axes of `arrays`, named for messages.
py::object apply(const LibraryGroup& g, const std::string& name, const py::kwargs& given) {
  const auto found = g.operations.find(name);
  if (found == g.operations.end())
    throw InputError("group", g.name, "a group with the operation " + name);
  const Operation& operation = found->second;
  std::vector<Numbers> arrays;
  std::vector<Shape> shapes;
  Shape whole;
  for (const auto& [argument, value] : given) {
    const auto word = py::cast<std::string>(argument);
    arrays.emplace_back(py::reinterpret_borrow<py::object>(value));  // or what NumPy raises
    shapes.push_back(leading(arrays.back(), operation.takes[shapes.size()], word.c_str()));
    whole = broadcast(whole, shapes.back());
  }
  py::tuple results(operation.gives.size());
  std::vector<double*> to;
  std::vector<py::ssize_t> widths;
  for (std::size_t k = 0; k < operation.gives.size(); ++k) {
    Shape shape = whole;
    shape.insert(shape.end(), operation.gives[k].begin(), operation.gives[k].end());
    py::array_t<double> result(shape);
    to.push_back(result.mutable_data());
    widths.push_back(count(operation.gives[k]));
    results[k] = result;
  }
  std::vector<const double*> starts, from;
  for (const auto& array : arrays) starts.push_back(array.data());
  from = starts;
  const auto n = count(whole);
  {
    const py::gil_scoped_release others;
    for (py::ssize_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < from.size(); ++k)
        from[k] = starts[k] + place(i, whole, shapes[k]) * operation.takes[k];
      operation.apply(from.data(), to.data());
      for (std::size_t k = 0; k < to.size(); ++k) to[k] += widths[k];
    }
  }
  if (results.size() == 1) return results[0];
  return results;
}

/// How many rows of that width an array has, which has two axes.
int rows_of(const Numbers& array, int width, const char* name) {
  const Shape shape = leading(array, width, name);
  if (shape.size() != 1)
    throw DimensionError(name, std::to_string(array.ndim()) + " axes", "2: rows of elements");
  return int(shape[0]);
}

py::tuple mean(const LibraryGroup& g, const Numbers& elements, const std::vector<double>& weights) {
  const int n = rows_of(elements, g.size, "elements");
  py::array_t<double> mean(g.size), covariance({g.dim, g.dim});
  const bool found =
      g.mean(elements.data(), weights, n, mean.mutable_data(), covariance.mutable_data());
  return py::make_tuple(mean, covariance, found);
}

py::tuple spline(const LibraryGroup& g, const Numbers& control, double spacing, double start,
                 const std::vector<double>& times) {
  const int n = rows_of(control, g.size, "control");
  const auto count = py::ssize_t(times.size());
  py::array_t<double> x({count, py::ssize_t(g.size)}), velocity({count, py::ssize_t(g.dim)}),
      acceleration({count, py::ssize_t(g.dim)});
  g.spline(control.data(), n, spacing, start, times, x.mutable_data(), velocity.mutable_data(),
           acceleration.mutable_data());
  return py::make_tuple(x, velocity, acceleration);
}

py::array_t<double> random(const LibraryGroup& g, std::uint64_t seed, int count,
                           const std::optional<Numbers>& near,
                           const std::optional<Numbers>& covariance) {
  py::array_t<double> result({count, g.size});
  if (!near || !covariance) {
    g.random(seed, count, result.mutable_data());
    return result;
  }
  if (!leading(*near, g.size, "near").empty())
    throw DimensionError("near", std::to_string(near->ndim()) + " axes", "one element");
  if (rows_of(*covariance, g.dim, "covariance") != g.dim)
    throw DimensionError("covariance", std::to_string(covariance->shape(0)) + " rows",
                         std::to_string(g.dim));
  g.random_near(near->data(), covariance->data(), seed, count, result.mutable_data());
  return result;
}

}  // namespace

void bind_library(py::module_& module) {
  using py::arg;
  py::class_<LibraryGroup>(module, "LibraryGroup", "What hamel.groups.LieGroup calls.")
      .def(py::init(&library_group), arg("name"))
      .def_readonly("name", &LibraryGroup::name, "Its name.")
      .def_readonly("dim", &LibraryGroup::dim, "Dimension of the algebra.")
      .def_readonly("size", &LibraryGroup::size, "Numbers stored for an element.")
      .def_readonly("coordinate_names", &LibraryGroup::coordinate_names,
                    "Names of the coordinates.")
      .def("apply", &apply, arg("name"), "An operation by name, of arrays by name.")
      .def("mean", &mean, arg("elements"), arg("weights"), "Mean, covariance, whether found.")
      .def("spline", &spline, arg("control"), arg("spacing"), arg("start"), arg("times"),
           "Elements, velocities and accelerations of a cubic B-spline.")
      .def("random", &random, arg("seed"), arg("count"), arg("near"), arg("covariance"),
           "Random elements in rows.");
}

}  // namespace hamel::python
