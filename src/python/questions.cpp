// The questions: conditions, Q1, Q2, steering.
#include <pybind11/stl.h>
#include <string>
#include <utility>
#include <vector>

#include <hamel/io/comparison.hpp>
#include <hamel/io/model.hpp>
#include <hamel/io/report.hpp>
#ifdef HAMEL_STEERING
#include <hamel/io/steer.hpp>
#endif

#include "bindings.hpp"

namespace hamel::python {

namespace {

std::string check(const Model& model) {
  const py::gil_scoped_release others;
  return as_json(report_on(model.file()));
}

std::string compared(const Model& model, double t_end) {
  const py::gil_scoped_release others;
  return as_json(compare(model.file(), t_end));
}

#ifdef HAMEL_STEERING
using Named = std::vector<std::pair<std::string, double>>;

py::list steered(const Model& model, const Named& to, const std::vector<std::string>& free,
                 const std::vector<std::string>& wrap, double t_end, int candidates) {
  SteerAnswer answer;
  {
    const py::gil_scoped_release others;
    answer = steer(model.file(), {to, free, wrap, t_end, candidates});
  }
  py::list all;
  for (const auto& motion : answer.motions) {
    py::dict found;
    found["cost"] = motion.cost;
    found["residual"] = motion.residual;
    found["a"] = motion.a;
    found["mu"] = motion.mu;
    found["end"] = motion.end;
    found["optimality"] = text(motion.conjugacy.optimality);
    found["conjugate_time"] = motion.conjugacy.first;
    found["abnormality"] = motion.conjugacy.abnormality;
    all.append(found);
  }
  return all;
}
#endif

}  // namespace

void bind_questions(py::module_& module) {
  using py::arg;
  module.def("check", &check, arg("model"), "The report of `hamel check --json`.");
  module.def("compare", &compared, arg("model"), arg("t_end"),
             "The comparison of `hamel compare --json`.");
#ifdef HAMEL_STEERING
  module.def("steer", &steered, arg("model"), arg("to"), arg("free"), arg("wrap"), arg("t_end"),
             arg("candidates"));
#endif
}

}  // namespace hamel::python
