// Members of sets of steady motions at elements of a group.
#pragma once

#include "isolated_zeros.hpp"
#include "reduced_field.hpp"
#include "zero_case.hpp"

namespace hamel {

/// Some zeros of a set at elements that lead from the identity by turns along basis fields, by quarters and by angles
/// with the cosine 3/5; where one is found the set has the dimension that its differentials leave.
SampledZeros group_members(const ReducedField& reduced, const ZeroCase& set);

}  // namespace hamel
