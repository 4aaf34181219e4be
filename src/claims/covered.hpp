// Which questions about constant numbers a system file answers.
#pragma once

#include <hamel/check/question.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// The exact theory of invariant kinetic systems covers the file: constant metric, no potential, force or offset.
inline bool is_invariant_kinetic(const GroupSystem& system) {
  return system.metric_is_constant() && system.potential.is_constant() && !system.forced() &&
         system.offset.empty() && !system.moves();
}

/// The most that a question may need for the constant numbers of the file to answer it.
inline Needs covered(const GroupSystem& system) {
  return is_invariant_kinetic(system)  ? Needs::motion
         : system.metric_is_constant() ? Needs::metric
                                       : Needs::algebra;
}

}  // namespace hamel
