// When a fixed-point iteration has come as far as rounding lets it.
#pragma once

#include <cmath>

namespace hamel {

/// Follows the relative changes of an iteration: it is over where one is rounding, or where they are near it and five
/// in a row were no smaller than the smallest. One that is larger than the last alone says nothing: the iteration may
/// converge in turns.
class FixedPoint {
 public:
  explicit FixedPoint(double rounding) noexcept : rounding_(rounding) {}

  bool settled(double change) noexcept {
    if (change < smallest_) {
      smallest_ = change;
      since_ = 0;
    } else {
      ++since_;
    }
    return change <= rounding_ || (smallest_ < 1e4 * rounding_ && since_ >= 5);
  }

 private:
  double rounding_, smallest_ = HUGE_VAL;
  int since_ = 0;
};

}  // namespace hamel
