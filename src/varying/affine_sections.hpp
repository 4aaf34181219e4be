// Sections of systems whose constraint has an offset or moves, or with a force.
#pragma once

#include "parametric_questions.hpp"

namespace hamel::varying {

/// A section on a subalgebra by linear elimination, with columns of constants first, then with the monomials of M a in
/// the numbers of a point, then with products of two of these; `degree` counts that. Nothing where there is none or
/// there are too many unknowns.
std::optional<Finding> affine_section(const Part& part, const Matrix& subalgebra, int degree);

}  // namespace hamel::varying
