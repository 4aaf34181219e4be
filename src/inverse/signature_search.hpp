// Members of a linear space of symmetric forms, one for each signature that is found.
#pragma once

#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>

#include "proving/metrics_again.hpp"

namespace hamel {

/// Among combinations with small factors by chance, always the same, and members near sums of squares; then in the
/// planes of members that were found and vectors of the basis, whose signatures are known exactly, however thin the
/// cones in which they hold; the larger plus first. Rows as `possible_signatures` takes them.
std::vector<ClaimedMember> members_of_space(const DynamicMatrix<Rational>& rows, int r);

}  // namespace hamel
