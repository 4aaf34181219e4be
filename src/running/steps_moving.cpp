// Steps of motions on groups whose constraint moves.
#include "make_stepper.hpp"
#include "motion.hpp"

namespace hamel::running {

template <>
std::unique_ptr<Stepper<MovingMotion<Dynamics::nonholonomic>>> make_stepper(
    std::string_view method) {
  return stepper_by_name<MovingMotion<Dynamics::nonholonomic>, false>(method);
}
template <>
std::unique_ptr<Stepper<MovingMotion<Dynamics::vakonomic>>> make_stepper(std::string_view method) {
  return stepper_by_name<MovingMotion<Dynamics::vakonomic>, false>(method);
}

}  // namespace hamel::running
