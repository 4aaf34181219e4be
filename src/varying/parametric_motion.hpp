// The nonholonomic motions of a system with parameters, and the sections and consequences they have.
#pragma once

#include "parameters/transport.hpp"
#include "parametric_questions.hpp"

namespace hamel::varying {

/// The field without the divisor that it has in common with the determinant: where it is quadratic it is
/// rate_scale sum forms_kij u_i u_j, symmetric in i, j, and what a potential adds.
struct ParametricMotion : Transport {
  Matrix gram;
  std::vector<Matrix> forms;   ///< none where the field is not quadratic
  ParameterPolynomial common;  ///< what both were divided by

  explicit ParametricMotion(const ParameterFamily& family);

 private:
  void divide();
};

/// The equations of a section, where the field is quadratic, as rows [A | b], unknown n r numbers, momentum(k, c) at
/// n c + k; and what they are called.
Matrix section_equations(const Part& part, const ParametricMotion& motion, const Matrix& subalgebra,
                         std::vector<SectionRow>* names = nullptr);

/// A refutation by rows whose determinant is not 0 at some places, where the field is not quadratic.
std::optional<Refutation> minor_that_refutes(const Part& part, const ParametricMotion& motion,
                                             const Matrix& subalgebra);

/// What differentiating the constraint D^T p = D^T M a along generic motions ends in: a refutation, or, where it
/// closes, the polynomials (in parameters and u) that were divided by.
struct Consequences {
  std::optional<Refutation> refutation;
  Vector divisors;
};
Consequences consequences(const Part& part, const ParametricMotion& motion);

}  // namespace hamel::varying
