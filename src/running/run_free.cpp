// Free motion of a system file.
#include <hamel/dynamics/problem.hpp>

#include "running_group.hpp"

namespace hamel::running {

RunStatus run_free(const GroupSystem& file, const RunPlan& plan, const Observer& observe) {
  return run_problem(free(any_system(file)), file, plan, observe);
}

}  // namespace hamel::running
