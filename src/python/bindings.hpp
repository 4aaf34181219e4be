// The Python module hamel._core: what its parts share.
#pragma once

#include <chrono>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <string>
#include <utility>
#include <vector>

#include <hamel/io/simulate.hpp>

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

/// Lets Python act on signals, Ctrl-C among them, while work goes on without its lock.
class Signals {
 public:
  void look();

 private:
  long seen_ = 0;
  std::chrono::steady_clock::time_point next_{};
};

/// The outputs of a run, its columns by name.
struct Run {
  std::vector<std::string> columns;
  py::array_t<double> numbers;
  RunStatus status;
  FoundEvents events = {};
};

/// What `go(observe)` shows of a motion, other threads running meanwhile; its status is returned by go.
template <class Go>
Run collected(std::vector<std::string> columns_of_it, const Go& go) {
  Run result;
  std::vector<double> numbers;
  result.columns = std::move(columns_of_it);
  {
    const py::gil_scoped_release others;
    Signals signals;
    result.status = go([&](const Sample& sample) {
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

/// The dynamics of that name. Throws InputError.
Dynamics dynamics_called(const std::string& name);

void bind_groups(py::module_& module);
void bind_library(py::module_& module);
void bind_systems(py::module_& module);
void bind_questions(py::module_& module);
void bind_linearised(py::module_& module);
void bind_found(py::module_& module);

}  // namespace hamel::python
