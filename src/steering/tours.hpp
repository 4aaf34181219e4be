// Motions of a file by way of given places, and gaits.
#pragma once

#include <vector>

#include <hamel/io/steer.hpp>
#include <hamel/steer/steer.hpp>

#include "steering/file_motion.hpp"
#include "steering/question.hpp"

namespace hamel::steering {

/// Motions from `from` to `to` by the places on the way, the cheapest first, without lengths; `turns` are those of the
/// coordinates. Adds its iterations to `iterations`. Throws InputError on a place on the way that is none, or that no
/// motion reaches.
std::vector<SteeredMotion> tours(Steering<FileMotion>& search, const Question& asked,
                                 const std::vector<double>& turns, const SystemGroup::Point& from,
                                 const SystemGroup::Point& to, const SteerRequest& request,
                                 int& iterations);

}  // namespace hamel::steering
