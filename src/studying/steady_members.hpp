// Members of a family of steady motions, and what the linear part says of them.
#pragma once

#include <optional>
#include <vector>

#include <hamel/check/steady_motions.hpp>

#include "proving/angle_number.hpp"
#include "reduced_field.hpp"
#include "zero_family.hpp"

namespace hamel {

/// The linear part of rates / det at a zero of the rates, on the directions along the relations. K is Rational,
/// AlgebraicNumber or AngleNumber.
template <class K>
std::optional<LinearStabilityOver<K>> stability_at(const ReducedField& reduced,
                                                   const DynamicVector<K>& z, int family);

/// Members where free variables are 1, 2, 3 ..., each alone, and the negatives; on a sphere at a rational point. Of a
/// family at a number these have K = AlgebraicNumber.
template <class K>
std::vector<DynamicVector<K>> members_of(const ZeroFamily& family, const std::vector<int>& free,
                                         int n);

/// Members where angles that are named beside their cosines are rational and not all 0: as the family says, or small
/// numbers where they are free; where they follow from a free variable, linearly, that is what they make of it.
std::vector<DynamicVector<AngleNumber>> members_at_angles(const ZeroFamily& family,
                                                          const FunctionValues& values,
                                                          const std::vector<int>& free, int n);

}  // namespace hamel
