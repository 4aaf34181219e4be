// Steps of motions on groups.
#include "make_stepper.hpp"
#include "motion.hpp"

namespace hamel::running {

template <>
std::unique_ptr<Stepper<Motion>> make_stepper(std::string_view method) {
  return stepper_by_name<Motion, false>(method);
}

}  // namespace hamel::running
