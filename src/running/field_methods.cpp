// Steps of the methods that ask for the vector field alone, on groups and in coordinates.
#include "field_methods.hpp"

#include <hamel/group/any_group.hpp>
#include <hamel/group/euclidean.hpp>

#include "instantiate_step.hpp"

namespace hamel::running {

template Step<Adaptive<DormandPrince8>, AnyField<AnyGroup>> compiled_step;
template Step<Adaptive<DormandPrince5>, AnyField<AnyGroup>> compiled_step;
template Step<RungeKutta<Classical4>, AnyField<AnyGroup>> compiled_step;
template Step<CommutatorFree4, AnyField<AnyGroup>> compiled_step;
template Step<Collocation<Gauss4>, AnyField<AnyGroup>> compiled_step;
template Step<Collocation<Gauss6>, AnyField<AnyGroup>> compiled_step;

template Step<Adaptive<DormandPrince8>, AnyField<Euclidean<>>> compiled_step;
template Step<Adaptive<DormandPrince5>, AnyField<Euclidean<>>> compiled_step;
template Step<RungeKutta<Classical4>, AnyField<Euclidean<>>> compiled_step;
template Step<CommutatorFree4, AnyField<Euclidean<>>> compiled_step;
template Step<Collocation<Gauss4>, AnyField<Euclidean<>>> compiled_step;
template Step<Collocation<Gauss6>, AnyField<Euclidean<>>> compiled_step;

}  // namespace hamel::running
