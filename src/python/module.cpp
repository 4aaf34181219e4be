// The Python module hamel._core. The package hamel dresses it.
#include <exception>

#include <hamel/core/error.hpp>

#include "bindings.hpp"

namespace hamel::python {

namespace {

/// InputError is a ValueError with the attributes where, found, expected.
void bind_errors(py::module_& module) {
  static py::object type = py::reinterpret_steal<py::object>(PyErr_NewExceptionWithDoc(
      "hamel.InputError",
      "Input without meaning: where it stands, what was found, what was expected.",
      PyExc_ValueError, nullptr));
  module.attr("InputError") = type;
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      std::rethrow_exception(thrown);
    } catch (const InputError& error) {
      const py::object object = type(error.what());
      object.attr("where") = error.where();
      object.attr("found") = error.found();
      object.attr("expected") = error.expected();
      PyErr_SetObject(type.ptr(), object.ptr());
    }
  });
}

}  // namespace

}  // namespace hamel::python

PYBIND11_MODULE(_core, module) {
  module.doc() = "Mechanics with constraints on Lie groups: the compiled part of hamel.";
  // NumPy is looked up here, before there are threads: the first look is a static of pybind11, whose guard a second
  // thread would wait for with Python's lock in hand.
  pybind11::detail::npy_api::get();
  hamel::python::bind_errors(module);
  hamel::python::bind_groups(module);
  hamel::python::bind_systems(module);
  hamel::python::bind_questions(module);
  hamel::python::bind_linearised(module);
}
