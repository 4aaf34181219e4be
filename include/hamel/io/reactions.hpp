// The forces with which the constraint of a file acts along a motion.
#pragma once

#include <vector>

#include <hamel/io/simulate.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// The reactions nu = (M a)' - ad*_a (M a) - F in Ann(d), n components in the units of a force, at outputs of a
/// nonholonomic motion of the file: t, x and a of each are asked. Exact to rounding where the outputs are. Throws InputError
/// for systems in coordinates, an algebra without a group, and outputs off the group or of another size.
std::vector<std::vector<double>> reactions_of(const SystemFile& file,
                                              const std::vector<Sample>& outputs);

}  // namespace hamel
