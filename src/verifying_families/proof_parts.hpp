// What proofs about systems with parameters have in common; nothing of the search.
#pragma once

#include "findings.hpp"
#include "parameters/transport.hpp"

namespace hamel::varying {

/// Whether the subalgebra has D and is stable under the transport, but for what is left out.
bool carries(const Part& part, const Transport& motion, const Matrix& subalgebra, Vector& left_out);

/// det(G) times the parts of vectors in d_perp: det(G) v - D adj(G) D^T M v.
Matrix in_perp(const ParameterFamily& family, const Matrix& vectors);
/// The polarised S(D_i, D_j, b) = g(D_i, [D_j, b]) + g(D_j, [D_i, b]), those that are not 0.
Vector polarised(const ParameterFamily& family, const Matrix& perp);

/// Where the field is quadratic, these and <dU, b> of the parts b of a subalgebra in d_perp: motions are unconstrained
/// ones iff all vanish.
Vector free_equations(const ParameterFamily& family, const Matrix& subalgebra);

/// Where not all of these vanish D and [D u, D] span the subalgebra for generic u, so that D^T mu = 0 and its
/// derivative, <mu, [a, D]> = 0, leave mu = 0 there. None where they cannot span it, or are too many.
Vector multiplier_minors(const ParameterFamily& family, const Matrix& subalgebra);
/// In parameters, u and f: where it is not 0 there is no multiplier.
ParameterPolynomial refuting_polynomial(const ParameterFamily& family, const NoMultiplier& proof);

/// A row at a place, times a number.
Vector value_at(const ParameterFamily& family, Vector row, const Minor::Place& place);
/// Of values of rows [w | c], in columns of w and in c.
ParameterPolynomial minor_of(const ParameterFamily& family, const Matrix& values,
                             const std::vector<int>& columns);
ParameterPolynomial minor_at(const ParameterFamily& family, const Refutation& refutation,
                             const Minor::Place& place);
/// Polynomials with the common zeros of the minors at all places.
Vector determinants_of(const ParameterFamily& family, const Refutation& refutation);

/// What the columns of a section are multiplied by: velocities, beside an offset or a force also 1, times monomials.
Vector functions_of(const ParameterFamily& family, const Vector& monomials);

bool is_in_parameters(const ParameterFamily& family, const Vector& polynomials);

/// Real parameters of the part at which p is 0 join what is left out, by irreducible polynomials; false where p is 0 on
/// all of it.
bool leave_out_zeros(const Part& part, const ParameterPolynomial& p, Vector& left_out);

/// The same of those at which all of the polynomials are 0.
bool leave_out_common_zeros(const Part& part, const Vector& polynomials, Vector& left_out);

/// Whether equations [A | b] have solutions, which are multiplied out, but for what is left out.
bool have_solutions(const Part& part, const Matrix& equations, Vector& left_out);

}  // namespace hamel::varying
