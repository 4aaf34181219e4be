// The questions: conditions, Q1, Q2, steering.
#include <pybind11/stl.h>
#include <string>
#include <utility>
#include <vector>

#include <hamel/io/comparison.hpp>
#include <hamel/io/model.hpp>
#include <hamel/io/report.hpp>
#ifdef HAMEL_STUDY
#include <hamel/io/certificate.hpp>
#include <hamel/io/convergence.hpp>
#include <hamel/io/study.hpp>
#include <hamel/io/study_certificate.hpp>
#endif
#ifdef HAMEL_FAMILIES
#include <hamel/io/parameter_pieces.hpp>
#ifdef HAMEL_STUDY
#include <hamel/io/inverse.hpp>
#include <hamel/io/inverse_certificate.hpp>
#endif
#endif
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

#ifdef HAMEL_STUDY
std::string certificate(const Model& model) {
  const py::gil_scoped_release others;
  return certificate_of(model.file(), report_on(model.file()));
}

py::list verified(const Model& model, const std::string& json) {
  std::vector<VerifiedVerdict> verdicts;
  {
    const py::gil_scoped_release others;
    verdicts = verify_certificate(model.file(), json);
  }
  py::list all;
  for (const auto& verdict : verdicts) {
    const bool asked = verdict.id == "q1" || verdict.id == "q2";
    py::dict one;
    one["id"] = verdict.id;
    one["answer"] = asked ? yes_or_no(verdict.answer) : text(verdict.answer);
    one["generic"] = verdict.generic;
    one["status"] = text(kind_of(verdict.proof).status);
    all.append(one);
  }
  return all;
}

std::string studied(const Model& model) {
  const py::gil_scoped_release others;
  return as_json(*study_of(model.file()));
}

std::string study_certificate(const Model& model) {
  const py::gil_scoped_release others;
  return study_certificate_of(model.file(), *study_of(model.file()));
}

/// Claims in words with the status of each.
py::list as_list(const std::vector<VerifiedClaim>& claims) {
  py::list all;
  for (const auto& claim : claims) {
    py::dict one;
    one["claim"] = claim.words;
    one["status"] = text(claim.status());
    all.append(one);
  }
  return all;
}

py::list study_verified(const Model& model, const std::string& json) {
  std::vector<VerifiedClaim> claims;
  {
    const py::gil_scoped_release others;
    claims = verify_study_certificate(model.file(), json);
  }
  return as_list(claims);
}

std::string converged(const Model& model, const std::string& dynamics,
                      const std::vector<std::string>& methods, double t_end, long steps) {
  const py::gil_scoped_release others;
  Signals signals;
  const Convergence found = convergence_of(
      model.file(), {dynamics_called(dynamics), t_end, steps, methods, [&] { signals.look(); }});
  if (!found.reference)
    throw InputError("t_end",
                     std::string("a reference that ends early: ") + text(found.reference.outcome),
                     "a time that the default method reaches");
  return as_json(found);
}
#endif

#ifdef HAMEL_FAMILIES
std::string varied(const std::string& file, const std::vector<std::string>& parameters) {
  const py::gil_scoped_release others;
  return as_json(decide_text_in_parameters(file, parameters));
}

std::string vary_certificate(const std::string& file, const std::vector<std::string>& parameters) {
  const py::gil_scoped_release others;
  return certificate_of_text_in_parameters(file, parameters);
}

std::string vary_verified(const std::string& file, const std::string& json) {
  const py::gil_scoped_release others;
  return as_json(verify_text_in_parameters(file, json));
}

#ifdef HAMEL_STUDY
std::string inverted(const std::string& file) {
  const py::gil_scoped_release others;
  return as_json(inverse_of_text(file));
}

std::string inverse_certificate(const Model& model, const std::string& file) {
  const py::gil_scoped_release others;
  return inverse_certificate_of(model.file(), inverse_of_text(file));
}

py::list inverse_verified(const Model& model, const std::string& json) {
  std::vector<VerifiedClaim> claims;
  {
    const py::gil_scoped_release others;
    claims = verify_inverse_certificate(model.file(), json);
  }
  return as_list(claims);
}
#endif
#endif

#ifdef HAMEL_STEERING
using Named = std::vector<std::pair<std::string, double>>;

py::list steered(const Model& model, const Named& to, const std::vector<std::string>& free,
                 const std::vector<std::string>& wrap, double t_end, int candidates,
                 const std::vector<std::pair<double, Named>>& via,
                 const std::vector<std::string>& periodic) {
  SteerAnswer answer;
  {
    const py::gil_scoped_release others;
    SteerRequest request{to, free, wrap, t_end, candidates, {}, periodic};
    for (const auto& [t, at] : via) request.via.push_back({t, at});
    answer = steer(model.file(), request);
  }
  py::list all;
  for (const auto& motion : answer.motions) {
    py::list legs;
    for (const auto& leg : motion.legs) {
      py::dict part;
      part["t"] = leg.t;
      part["length"] = leg.length;
      part["cost"] = leg.cost;
      part["start"] = leg.start;
      part["end"] = leg.end;
      part["a"] = leg.a;
      part["mu"] = leg.mu;
      legs.append(part);
    }
    py::dict found;
    found["cost"] = motion.cost;
    found["residual"] = motion.residual;
    found["a"] = motion.a;
    found["mu"] = motion.mu;
    found["end"] = motion.end;
    found["optimality"] = text(motion.conjugacy.optimality);
    found["conjugate_time"] = motion.conjugacy.first;
    found["abnormality"] = motion.conjugacy.abnormality;
    found["legs"] = legs;
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
#ifdef HAMEL_STUDY
  module.def("certificate", &certificate, arg("model"), "The file of `hamel check --certificate`.");
  module.def("verify", &verified, arg("model"), arg("json"),
             "Proves the answers of a certificate again, and lists them.");
  module.def("study", &studied, arg("model"), "The study of `hamel study --json`.");
  module.def("study_certificate", &study_certificate, arg("model"),
             "The file of `hamel study --certificate`.");
  module.def("verify_study", &study_verified, arg("model"), arg("json"),
             "Proves the claims of such a certificate again, and lists them.");
  module.def("converge", &converged, arg("model"), arg("dynamics"), arg("methods"), arg("t_end"),
             arg("steps"), "The orders of `hamel converge --json`.");
#endif
#ifdef HAMEL_FAMILIES
  module.def("vary", &varied, arg("file"), arg("parameters"),
             "The pieces of `hamel check --vary l,J,m --json`, of the text of a file.");
  module.def("vary_certificate", &vary_certificate, arg("file"), arg("parameters"),
             "The file of `hamel check --vary l,J,m --certificate`, of the text of a file.");
  module.def("verify_vary", &vary_verified, arg("file"), arg("json"),
             "Proves the answers of such a certificate again, and gives them as `vary` does.");
#ifdef HAMEL_STUDY
  module.def("inverse", &inverted, arg("file"),
             "The answers of `hamel inverse --json`, of the text of a file.");
  module.def("inverse_certificate", &inverse_certificate, arg("model"), arg("file"),
             "The file of `hamel inverse --certificate`, of the model and the text of its file.");
  module.def("verify_inverse", &inverse_verified, arg("model"), arg("json"),
             "Proves the claims of such a certificate again, and lists them.");
#endif
#endif
#ifdef HAMEL_STEERING
  module.def("steer", &steered, arg("model"), arg("to"), arg("free"), arg("wrap"), arg("t_end"),
             arg("candidates"), arg("via"), arg("periodic"),
             "The motions of `hamel steer --json`.");
#endif
}

}  // namespace hamel::python
