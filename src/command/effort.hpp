// hamel steer --effort.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <hamel/io/system_file.hpp>

#include "commands.hpp"

namespace hamel::command {

/// The exit status of `steer` where the inputs are chosen, `to` the coordinates of its end.
int effort(const SteerOptionsGiven& options, const SystemFile& file,
           std::vector<std::pair<std::string, double>> to);

}  // namespace hamel::command
