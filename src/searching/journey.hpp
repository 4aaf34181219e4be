// The end of a motion as a function of the momentum sought, with the derivative.
#pragma once

#include <hamel/steer/motions.hpp>

namespace hamel::searching {

/// A motion to be steered: a free or vakonomic problem, where and when it starts, and for how long.
///
/// What is sought is the momentum at the start or, where the problem is the same at every x, in the middle:
/// motions that depart from each other like e^t do so only half as long then.
struct Journey {
  const Motions& motions;
  Point from;
  double start = 0;
  double length = 1;

  bool from_middle() const noexcept { return motions.is_invariant(); }

  /// The motion with momentum p at its start, or in its middle where that is sought, without its changes by p or with
  /// them.
  EndMap end(const V& p, int steps) const;
  EndMap end_with_changes(const V& p, int steps) const;
};

/// Whether the end of a motion comes with its derivative.
enum class Changes { without, with };

/// Takes as many steps as an accuracy needs, and remembers how many those were.
class StepCount {
 public:
  /// At most so many; a motion that needs more counts as not finite.
  explicit StepCount(int most = 4096) noexcept : most_(most) {}

  /// The end of the motion to the accuracy, relative; not finite where no number of steps reaches it.
  EndMap end(const Journey& journey, const V& p, double accuracy, Changes changes);

  int steps() const noexcept { return steps_; }

 private:
  int needed(double error, double accuracy) const;

  int most_, steps_ = 4;
  double error_ = 0;  // of the last motion, with so many steps
};

}  // namespace hamel::searching
