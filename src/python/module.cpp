// The Python module hamel._core. The package hamel dresses it.
#include <exception>

#include <hamel/core/error.hpp>

#include "bindings.hpp"
#include "version.hpp"

namespace hamel::python {

namespace {

/// The class of that name in hamel, which has where, found and expected.
py::object error_called(const char* name) {
  return py::module_::import("hamel._errors").attr(name);
}

/// Errors are those of the package. The kinds of InputError come before InputError itself.
template <class Error>
bool raised_as(const char* name, const InputError& error) {
  if (dynamic_cast<const Error*>(&error) == nullptr) return false;
  const py::object type = error_called(name);
  const py::object object = type(error.where(), error.found(), error.expected());
  PyErr_SetObject(type.ptr(), object.ptr());
  return true;
}

void bind_errors() {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      std::rethrow_exception(thrown);
    } catch (const InputError& error) {
      raised_as<DimensionError>("DimensionError", error) ||
          raised_as<NotALieAlgebra>("NotALieAlgebra", error) ||
          raised_as<DegenerateMetric>("DegenerateMetric", error) ||
          raised_as<ConstraintViolation>("ConstraintViolation", error) ||
          raised_as<OffGroup>("OffGroup", error) || raised_as<InputError>("InputError", error);
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
  module.attr("version") = hamel::version;
  hamel::python::bind_errors();
  hamel::python::bind_groups(module);
  hamel::python::bind_library(module);
  hamel::python::bind_systems(module);
  hamel::python::bind_questions(module);
  hamel::python::bind_linearised(module);
  hamel::python::bind_found(module);
}
