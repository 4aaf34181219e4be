// hamel steer --effort.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"

namespace hamel::command {

/// The exit status of `steer` where the inputs are chosen, `to` the coordinates of its end.
int effort(const SteerOptionsGiven& options, const GivenSystem& given,
           std::vector<std::pair<std::string, double>> to);

}  // namespace hamel::command
