// Steps of the variational method with the exponential on groups.
#include <hamel/integrator/variational.hpp>
#include <hamel/retraction/exponential.hpp>

#include "group_problems.hpp"
#include "instantiate_step.hpp"

namespace hamel::running {

template Step<Variational<Exponential>, FreeProblem> compiled_step;
template Step<Variational<Exponential>, NonholonomicProblem> compiled_step;
template Step<Variational<Exponential>, AffineNonholonomicProblem> compiled_step;
template Step<Variational<Exponential>, VakonomicProblem> compiled_step;
template Step<Variational<Exponential>, AffineVakonomicProblem> compiled_step;

}  // namespace hamel::running
