// The nonholonomic motions of a system with parameters, and the sections and consequences they have.
#pragma once

#include "parametric_questions.hpp"

namespace hamel::varying {

/// delta u' = F(u) with polynomials without common divisor: F_k = `field[k]` = sum forms_kij u_i u_j, symmetric in i,
/// j, and what a potential adds.
struct ParametricMotion {
  Matrix gram;
  ParameterPolynomial delta;
  std::vector<Matrix> forms;
  Vector field;
  Vector velocity;  ///< D u

  explicit ParametricMotion(const ParameterFamily& family);
};

/// Vectors that span the subalgebra Lie(d) where `denominators` do not vanish.
struct Generated {
  Matrix vectors;
  Vector denominators;
};
Generated generated_subalgebra(const Part& part);

/// The equations of a linear section as rows [A | b], unknown n r numbers, momentum(k, c) at n c + k; and what they are
/// called.
Matrix section_equations(const Part& part, const ParametricMotion& motion, const Matrix& subalgebra,
                         std::vector<SectionRow>* names = nullptr);

/// What differentiating the constraint D^T p = D^T M a along generic motions ends in: a refutation, or, where it
/// closes, the polynomials (in parameters and u) that were divided by.
struct Consequences {
  std::optional<Refutation> refutation;
  Vector divisors;
};
Consequences consequences(const Part& part, const ParametricMotion& motion);

}  // namespace hamel::varying
