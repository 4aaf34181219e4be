// Invariant measures of the nonholonomic flow of a file that varies.
#pragma once

#include "flows/densities.hpp"
#include "integral_search.hpp"
#include "moving_flow.hpp"

namespace hamel {

/// Densities times the right-invariant measure of the group and du; the divergence is 1 where it is not 0. A measure
/// that left translations keep has such a density times the modular function.
InvariantMeasures measures_of(const MovingFlow& flow, IntegralSearch& search);

}  // namespace hamel
