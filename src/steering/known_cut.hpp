// Cut times of the motions of a file, where they are known.
#pragma once

#include <optional>

#include <hamel/io/system_file.hpp>
#include <hamel/io/system_group.hpp>

namespace hamel::steering {

/// Until when the motion with initial momentum p is the cheapest of all to its ends, headings taken modulo full
/// turns: kinetic motion on H3, and on SE2 with d = <e1,e3> (see hamel/steer/cut_time.hpp). Nothing elsewhere.
std::optional<double> known_cut_time(const GroupSystem& system, const SystemGroup::V& p);

}  // namespace hamel::steering
