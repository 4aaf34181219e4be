// Planes with a vector of an abelian ideal, by the cyclic space that the other acts on.
#pragma once

#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/check/algebraic_system.hpp>

#include "family_files.hpp"
#include "plane_invariants.hpp"

namespace hamel {

/// Planes d = <u1, u2> of a family on which one of the two is always in an ideal A with [A, A] = 0, and a definite
/// metric: b2 that one, b1 in d orthogonal to it, b_(i+1) = [b1, b_i]. Lie(d) is <b1> and the space of which b2, ..,
/// b_(s+1) are a basis, s the degree of the polynomial of ad b1 that takes b2 to 0,
///     [b1, b_(s+1)] = c0 b2 + .. + c_(s-1) b_(s+1),
/// and Q1 depends on g(b2, b2), g(b1, b3), g(b2, b3) beside these, g(b1, b1) being the unit of g. One family for each
/// s; none where that is not seen.
std::vector<PlanesInInvariants> planes_on_ideal(const AlgebraicSystem<Rational>& system,
                                                const FamilyText& planes);

}  // namespace hamel
