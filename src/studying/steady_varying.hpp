// Steady motions of a field with a denominator on a set that relations cut out.
#pragma once

#include <optional>

#include "critical_points.hpp"
#include "flows/steady_motions.hpp"
#include "reduced_field.hpp"

namespace hamel {

/// Where all rates are 0 and det is not, by cases; the stability of some members of each family, of the linear part on
/// the directions that the relations allow. Motions with these velocities and with functions constant: relative
/// equilibria. A start that is one comes first.
SteadyMotions steady_motions(const ReducedField& reduced,
                             const std::optional<DynamicVector<Rational>>& start = std::nullopt);

/// Those of a homogeneous quadratic field: subspaces by its quadratic forms and, where these do not say all, by the
/// cases above. Members of a set on orbits may come from their functions.
SteadyMotions steady_motions(const PolynomialField& field,
                             const std::optional<OrbitFunctions>& orbits = std::nullopt);

}  // namespace hamel
