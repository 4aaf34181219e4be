// Steps of motions in coordinates.
#include "chart_problems.hpp"
#include "make_stepper.hpp"

namespace hamel::running {

template <>
std::unique_ptr<Stepper<NonholonomicChart>> make_stepper(std::string_view method) {
  return stepper_by_name<NonholonomicChart, true>(method);
}
template <>
std::unique_ptr<Stepper<VakonomicChart>> make_stepper(std::string_view method) {
  return stepper_by_name<VakonomicChart, true>(method);
}

}  // namespace hamel::running
