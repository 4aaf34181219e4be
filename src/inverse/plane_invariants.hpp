// Planes by the numbers that tell them apart under automorphisms, where g has three dimensions over its centroid.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/check/algebraic_system.hpp>

#include "family_files.hpp"

namespace hamel {

/// The centroid of g are the linear maps e with e [x, y] = [e x, y] for all x, y (Jacobson 1962): g is an
/// algebra over it. An e of trace 0 that spans it with 1, e e = a number, where that is so and g = [g, g] has six
/// dimensions: so(4), so(3, 1), se(3) and others, as so(3) over R + R, C and the dual numbers R[e].
std::optional<DynamicMatrix<Rational>> second_unit(const StructureConstants<Rational>& algebra);

/// The planes of a family in numbers of other vectors b1, b2 that span them.
struct PlanesInInvariants {
  FamilyText text;
  std::string where;  ///< of the planes that this is about
  std::string basis;  ///< what the numbers are
};

/// Of planes d = <u1, u2> such that u1, u2, [u1, u2] are a basis over the centroid, and a definite metric. Where
/// g([d, d], b1) = 0 and g(b1, b2) = 0, b3 = [b1, b2], traces of ad being 0,
///     [b1, b3] = K12 b1 - K11 b2, [b2, b3] = K22 b1 - K12 b2, K_ij = k_ij + m_ij e,
/// and Q1 depends on g(b1, b1), g(b2, b2) and g(b2, b3) beside these. Where the last is not 0 it is g(b2, b2) of some
/// multiple of b1; the unit of g is such that g(b1, b1) = 1. Of other planes see cyclic_planes.hpp; none where neither
/// is seen of all planes of the family.
std::vector<PlanesInInvariants> planes_in_invariants(const AlgebraicSystem<Rational>& system,
                                                     const FamilyText& planes);

}  // namespace hamel
