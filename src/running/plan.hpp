// What a plan must have to be run.
#pragma once

#include <hamel/io/simulate.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel::running {

/// Refuses steps and times without meaning, and what require_motion refuses.
void require_plan(const SystemFile& file, const RunPlan& plan);

}  // namespace hamel::running
