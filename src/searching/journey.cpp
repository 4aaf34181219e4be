// The end of a motion as a function of the momentum sought, with the derivative.
#include "searching/journey.hpp"

#include <algorithm>
#include <cmath>

namespace hamel::searching {

namespace {

/// With x_-, x_+ the way from the middle to both ends, x(T) = x(0) x_-^-1 x_+.
EndMap joined(const Journey& journey, const EndMap& back, EndMap end) {
  const Group& group = journey.motions.group();
  end.x = group.compose(journey.from, group.compose(group.inverse(back.x), end.x));
  end.p_start = back.p;
  end.action -= back.action;
  end.error += back.error;
  end.finite = end.finite && back.finite;
  return end;
}

}  // namespace

EndMap Journey::end(const V& p, int steps) const {
  if (!from_middle()) return motions.end(from, p, start, length, steps);
  const Point unit = motions.group().unit();
  const double half = length / 2, middle = start + half;
  return joined(*this, motions.end(unit, p, middle, -half, (steps + 1) / 2),
                motions.end(unit, p, middle, half, (steps + 1) / 2));
}

EndMap Journey::end_with_changes(const V& p, int steps) const {
  if (!from_middle()) return motions.end_with_changes(from, p, start, length, steps, false);
  const Group& group = motions.group();
  const Point unit = group.unit();
  const double half = length / 2, middle = start + half;
  const EndMap back = motions.end_with_changes(unit, p, middle, -half, (steps + 1) / 2, false);
  EndMap end = motions.end_with_changes(unit, p, middle, half, (steps + 1) / 2, false);
  // x(T) changes by eta_+ - Ad eta_-.
  end.eta -= group.Ad(group.inverse(group.compose(group.inverse(back.x), end.x))) * back.eta;
  return joined(*this, back, std::move(end));
}

EndMap StepCount::end(const Journey& journey, const V& p, double accuracy, Changes changes) {
  if (error_ > 3 * accuracy) steps_ = std::min(most_, needed(error_, accuracy));
  for (;;) {
    EndMap end =
        changes == Changes::with ? journey.end_with_changes(p, steps_) : journey.end(p, steps_);
    error_ = end.finite ? end.error : 0;
    if (end.finite && end.error <= 3 * accuracy) {
      // The next motion is like this one, and comparable where its steps are the same.
      if (end.error < accuracy / 100) {
        steps_ = std::max({2, steps_ / 2, needed(std::max(end.error, 1e-17), accuracy)});
        error_ = 0;
      }
      return end;
    }
    if (steps_ >= most_) {
      end.finite = false;
      return end;
    }
    const int more = end.finite ? needed(end.error, accuracy) : 4 * steps_;
    steps_ = std::min(most_, std::clamp(more, steps_ + 1, 4 * steps_));
  }
}

int StepCount::needed(double error, double accuracy) const {
  const double steps = std::ceil(1.05 * steps_ * std::pow(error / accuracy, 1. / 8));
  return steps < most_ ? static_cast<int>(steps) : most_;  // an error may be no number
}

}  // namespace hamel::searching
