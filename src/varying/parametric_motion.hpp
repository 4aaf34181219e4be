// The nonholonomic motions of a system with parameters, and the sections and consequences they have.
#pragma once

#include "parametric_questions.hpp"

namespace hamel::varying {

/// delta u' = F(u) with polynomials without common divisor: F_k = `field[k]` = sum forms_kij u_i u_j, symmetric in i,
/// j, and what a potential adds. Where the field is not quadratic rate_scale delta u' = F(u), and forms are not told.
struct ParametricMotion {
  Matrix gram;
  ParameterPolynomial delta;
  std::vector<Matrix> forms;
  Vector field;
  Vector velocity;  ///< D u + v0
  Vector push;      ///< the force there, and - dU
  ParameterPolynomial
      common;  ///< what F and the determinant were divided by, where the field is not quadratic

  explicit ParametricMotion(const ParameterFamily& family);

 private:
  void set_field(const ParameterFamily& family);
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
