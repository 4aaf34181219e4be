// What is known of a motion among its neighbours.
#pragma once

#include <optional>

namespace hamel {

/// What is known of a motion among its neighbours with the same ends.
enum class Optimality {
  unknown,           ///< L is not positive definite on d, or rounding would decide
  locally_optimal,   ///< no conjugate time up to the end, nor just after it
  at_conjugate,      ///< the end is the first conjugate point, as near as it can be told
  beyond_conjugate,  ///< a conjugate time before the end: some motion nearby costs less
  cheaper_ends  ///< none, but where its ends may move some motion with other ends nearby costs less
};

/// The words for it; the two that speak of a conjugate point come with a time.
constexpr const char* text(Optimality optimality) noexcept {
  switch (optimality) {
    case Optimality::locally_optimal:
      return "locally optimal";
    case Optimality::at_conjugate:
      return "at a conjugate point";
    case Optimality::beyond_conjugate:
      return "beyond conjugate point";
    case Optimality::cheaper_ends:
      return "not locally optimal";
    case Optimality::unknown:
      break;
  }
  return "unknown";
}

/// Conjugate times of a motion.
struct Conjugacy {
  Optimality optimality = Optimality::unknown;
  std::optional<double> first;  ///< the first conjugate time after the start
  int multiplicity = 0;         ///< how many variations it has, where there is one
  int abnormality =
      0;  ///< dimension of the covectors that the motion does not feel at any time, beyond those
          ///< that annihilate every bracket of d
};

}  // namespace hamel
