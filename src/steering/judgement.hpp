// What is known of the motions of a file among their neighbours, compiled once.
#pragma once

#include <hamel/io/system_group.hpp>
#include <hamel/steer/both_ends.hpp>
#include <hamel/steer/conjugate.hpp>
#include <hamel/steer/moving_ends.hpp>

#include "steering/file_motion.hpp"

namespace hamel {

extern template Conjugacy conjugacy(const steering::FileMotion&,
                                    const steering::FileMotion::State<double>&, double, double,
                                    double);
extern template Optimality among_ends(const steering::FileMotion&,
                                      const steering::FileMotion::State<double>&, double,
                                      const BothEnds<SystemGroup>&, const Conjugacy&, double);

}  // namespace hamel
