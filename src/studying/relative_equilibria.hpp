// Steady motions of a flow with a potential, reduced by its symmetries.
#pragma once

#include "flows/steady_motions.hpp"
#include "reduced_flows.hpp"

namespace hamel {

/// Zeros of the rates of the first `velocities` variables and of the functions that these need, on the group: the
/// relative equilibria. The start of the file comes first, when it is one.
SteadyMotions relative_equilibria(const ReducedFlow& flow, int velocities);

}  // namespace hamel
