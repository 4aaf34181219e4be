// Steps of the methods that ask for the vector field alone, on groups and in coordinates.
#include <hamel/group/euclidean.hpp>
#include <hamel/io/system_group.hpp>

#include "make_stepper.hpp"

namespace hamel::running {

template <>
std::unique_ptr<Stepper<AnyField<SystemGroup>>> make_stepper(std::string_view method) {
  return stepper_by_name<AnyField<SystemGroup>, false>(method);
}
template <>
std::unique_ptr<Stepper<AnyField<Euclidean<>>>> make_stepper(std::string_view method) {
  return stepper_by_name<AnyField<Euclidean<>>, true>(method);
}

}  // namespace hamel::running
