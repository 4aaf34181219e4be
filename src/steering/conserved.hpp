// Functions of place that every motion keeps, found from its velocities.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <hamel/io/system_group.hpp>

#include "steering/file_motion.hpp"
#include "steering/question.hpp"

namespace hamel::steering {

/// A function that motions keep and in which two places differ.
struct KeptFunction {
  std::string words;  ///< c1*f1 + c2*f2 + ...
  double difference;
};

/// Seeks f with df(v) = 0 for every admissible velocity v anywhere, of degree 2 at most in the coordinates and the
/// sines and cosines of angles (turns[i] != 0), without those that are free, and with f(to) != f(from); the simplest.
/// What it finds holds to rounding at many places, velocities and times up to `t_end` drawn at random, others than
/// those it was made from.
std::optional<KeptFunction> kept_function(const FileMotion& motion,
                                          const std::vector<std::string>& names,
                                          const std::vector<double>& turns,
                                          const SystemGroup::Point& from,
                                          const SystemGroup::Point& to,
                                          const std::vector<bool>& is_free, double t_end);

/// Refuses a target that no motion from `from` reaches, with what motions keep: by the leaves of a constant constraint,
/// else by kept_function. Throws InputError, with the growth of D where there is no offset.
void require_reachable(const FileMotion& motion, const Question& asked,
                       const std::vector<double>& turns, const SystemGroup::Point& from,
                       const SystemGroup::Point& to, const std::vector<bool>& is_free,
                       double t_end);

}  // namespace hamel::steering
