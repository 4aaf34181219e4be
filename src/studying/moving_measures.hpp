// Invariant measures of the nonholonomic flow of a file that varies.
#pragma once

#include <hamel/check/densities.hpp>

#include "integral_search.hpp"
#include "moving_flow.hpp"

namespace hamel {

/// Densities times the left-invariant measure and du, on a group that is unimodular; the divergence is 1 where it is not 0.
InvariantMeasures measures_of(const MovingFlow& flow, IntegralSearch& search);

}  // namespace hamel
