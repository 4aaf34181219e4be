// Equations divided by each other.
#pragma once

#include <vector>

#include <hamel/check/coordinate_polynomial.hpp>

namespace hamel {

/// Whether the leading term of an equation was a multiple of another's: it is then what is left after division by the
/// others, in all of which the same zeros are common, or is left out where nothing is. Leading terms are the largest by
/// degree, then by exponents.
bool reduce_by_each_other(std::vector<CoordinatePolynomial>& equations);

}  // namespace hamel
