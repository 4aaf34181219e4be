// What motions cost.
#pragma once

#include <hamel/io/system_file.hpp>

namespace hamel {

/// How many velocities of a motion of the file can be computed by about so many floating-point operations, at least 1.
/// The same on every machine: what is given up after so much work is given up everywhere.
long velocities_for(const SystemFile& file, double work);

}  // namespace hamel
