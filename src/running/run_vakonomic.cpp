// Vakonomic motion of a system file, with a linear or an affine constraint.
#include <hamel/dynamics/problem.hpp>
#include <hamel/system/split.hpp>

#include "running_group.hpp"

namespace hamel::running {

RunStatus run_vakonomic(const GroupSystem& file, const RunPlan& plan, const Observer& observe) {
  const AnySystem system = any_system(file);
  const auto distribution = any_distribution(file);
  if (file.offset.empty()) {
    return run_problem(vakonomic(system, AnySplit(system, distribution, any_start(file))), file,
                       plan, observe);
  }
  const AnyAffineSplit split(system, distribution, any_start(file),
                             ExpressionOffset(file.group, file.offset));
  return run_problem(vakonomic(system, split), file, plan, observe);
}

}  // namespace hamel::running
