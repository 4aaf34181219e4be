// Steps of the variational method with the Cayley map on groups.
#include <hamel/integrator/variational.hpp>
#include <hamel/retraction/cayley.hpp>

#include "group_problems.hpp"
#include "instantiate_step.hpp"

namespace hamel::running {

template Step<Variational<Cayley>, FreeProblem> compiled_step;
template Step<Variational<Cayley>, NonholonomicProblem> compiled_step;
template Step<Variational<Cayley>, AffineNonholonomicProblem> compiled_step;
template Step<Variational<Cayley>, VakonomicProblem> compiled_step;
template Step<Variational<Cayley>, AffineVakonomicProblem> compiled_step;

}  // namespace hamel::running
