// The Python module hamel._core: what its parts share.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <utility>
#include <vector>

namespace hamel::python {

namespace py = pybind11;

/// Numbers from Python: any array-like, made contiguous.
using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// An array that owns `numbers`: nothing is copied.
inline py::array_t<double> owned(std::vector<double>&& numbers, std::vector<py::ssize_t> shape) {
  auto* kept = new std::vector<double>(std::move(numbers));
  const py::capsule owner(kept, [](void* p) { delete static_cast<std::vector<double>*>(p); });
  return py::array_t<double>(std::move(shape), kept->data(), owner);
}

void bind_groups(py::module_& module);
void bind_systems(py::module_& module);
void bind_questions(py::module_& module);

}  // namespace hamel::python
