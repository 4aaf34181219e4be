// Steps of the variational method with the midpoint discrete Lagrangian on groups.
#include <hamel/integrator/variational.hpp>
#include <hamel/retraction/exponential.hpp>

#include "group_problems.hpp"
#include "instantiate_step.hpp"

namespace hamel::running {

template Step<Variational<Exponential, Midpoint>, FreeProblem> compiled_step;
template Step<Variational<Exponential, Midpoint>, NonholonomicProblem> compiled_step;
template Step<Variational<Exponential, Midpoint>, AffineNonholonomicProblem> compiled_step;
template Step<Variational<Exponential, Midpoint>, VakonomicProblem> compiled_step;
template Step<Variational<Exponential, Midpoint>, AffineVakonomicProblem> compiled_step;

}  // namespace hamel::running
