// What proofs about systems with parameters have in common; nothing of the search.
#pragma once

#include "parametric_questions.hpp"

namespace hamel::varying {

/// The nonholonomic field: scale u' = field, by Cramer's rule.
struct Field {
  ParameterPolynomial scale;
  Vector value;
};
Field field_of(const ParameterFamily& family, const Vector& a);

/// a = D u.
Vector velocity_of(const ParameterFamily& family);

bool is_in_parameters(const ParameterFamily& family, const Vector& polynomials);

/// Real parameters of the part at which p is 0 join what is left out, by irreducible polynomials; false where p is 0 on
/// all of it.
bool leave_out_zeros(const Part& part, const ParameterPolynomial& p, Vector& left_out);

/// The same of those at which all of the polynomials are 0.
bool leave_out_common_zeros(const Part& part, const Vector& polynomials, Vector& left_out);

}  // namespace hamel::varying
