// Steps of the energy-conserving midpoint rule on groups.
#include <hamel/integrator/energy_midpoint.hpp>

#include "group_problems.hpp"
#include "instantiate_step.hpp"

namespace hamel::running {

template Step<EnergyMidpoint, FreeProblem> compiled_step;
template Step<EnergyMidpoint, NonholonomicProblem> compiled_step;
template Step<EnergyMidpoint, VakonomicProblem> compiled_step;

}  // namespace hamel::running
