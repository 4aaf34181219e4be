// The end of a motion as a function of its initial momentum, with the derivative.
#pragma once

#include <algorithm>
#include <cmath>

#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/steer/linearised_motion.hpp>

namespace hamel {

/// A motion to be steered: a free or vakonomic problem, where and when it starts, and for how long.
///
/// What is sought is the momentum at the start or, where the problem is the same at every x, in the middle:
/// motions that depart from each other like e^t do so only half as long then.
template <class P>
struct Journey {
  const P& problem;
  Element<typename P::Group, double> from;
  double start = 0;
  double length = 1;

  bool from_middle() const noexcept { return problem.is_invariant(); }
};

/// Columns of a linearised motion that are carried at once: all where the dimension is fixed, else as many as the room
/// of a vector of run-time size allows.
template <class P>
int columns_at_once(const P& problem) {
  const int n = problem.dim();
  if constexpr (P::dimension != dynamic) return n;
  return std::clamp(((max_dimension - 1) / std::max(n, 1) - 1) / 2, 1, n);
}

/// Both ends of a motion as functions of the momentum sought, with their changes column by column.
template <class P>
struct EndMap {
  using V = Vector<double, P::dimension>;
  using M = Matrix<double, P::dimension>;

  Element<typename P::Group, double> x;  ///< x(T)
  V p, p_start;                          ///< p(T), p(0)
  double action = 0;
  M eta, dp;         ///< changes of x(T) (left trivialised) and p(T)
  double error = 0;  ///< estimate, relative
  bool finite = false;
};

/// Whether the end of a motion comes with its derivative.
enum class Changes { without, with };

/// The motion with momentum p at `x`, time t0, over `length` (backwards where negative); its changes are those by p or,
/// where `by_place`, by x.
template <Changes changes = Changes::with, class P>
EndMap<P> end_map(const P& problem, const Element<typename P::Group, double>& x,
                  const Vector<double, P::dimension>& p, double t0, double length, int steps,
                  bool by_place = false) {
  EndMap<P> end;
  end.p_start = p;
  const auto take = [&](const auto& shot) {
    end.x = shot.x;
    end.p = shot.p;
    end.action = shot.action;
    end.error = shot.error;
    end.finite = shot.finite;
  };
  if constexpr (changes == Changes::without) {
    Shot<P, 0> shot;
    shot.x = x;
    shot.p = p;
    carry<0>(problem, shot, t0, length, steps);
    take(shot);
  } else {
    constexpr int K = P::dimension;
    const int n = problem.dim(), together = columns_at_once(problem);
    end.eta.resize(n, n);
    end.dp.resize(n, n);
    for (int k = 0; k < n; k += together) {
      const int count = std::min(together, n - k);
      Shot<P, K> shot;
      shot.x = x;
      shot.p = p;
      shot.eta.setZero(n, count);
      shot.dp.setZero(n, count);
      for (int j = 0; j < count; ++j) (by_place ? shot.eta : shot.dp)(k + j, j) = 1;
      carry<K>(problem, shot, t0, length, steps);
      end.eta.middleCols(k, count) = shot.eta;
      end.dp.middleCols(k, count) = shot.dp;
      if (k == 0) take(shot);
    }
  }
  return end;
}

/// The motion of a journey with momentum p at its start, or in its middle where that is sought. With x_-, x_+
/// the way from the middle to both ends, x(T) = x(0) x_-^-1 x_+ changes by eta_+ - Ad eta_-.
template <Changes changes = Changes::with, class P>
EndMap<P> end_map(const Journey<P>& journey, const Vector<double, P::dimension>& p, int steps) {
  const P& problem = journey.problem;
  if (!journey.from_middle())
    return end_map<changes>(problem, journey.from, p, journey.start, journey.length, steps);
  using V = Vector<double, P::dimension>;
  const auto& group = problem.group();
  const auto unit = group.template identity<double>();
  const double half = journey.length / 2, middle = journey.start + half;
  const EndMap<P> back = end_map<changes>(problem, unit, p, middle, -half, (steps + 1) / 2);
  EndMap<P> end = end_map<changes>(problem, unit, p, middle, half, (steps + 1) / 2);
  const auto whole = group.compose(group.inverse(back.x), end.x);
  if constexpr (changes == Changes::with) {
    const auto reversed = group.inverse(whole);
    typename EndMap<P>::M rows = back.eta;  // of Ad, by its transpose
    for (int k = 0; k < problem.dim(); ++k)
      rows.row(k) = group.Ad_star(reversed, V(V::Unit(problem.dim(), k))).transpose();
    end.eta -= rows * back.eta;
  }
  end.x = group.compose(journey.from, whole);
  end.p_start = back.p;
  end.action -= back.action;
  end.error += back.error;
  end.finite = end.finite && back.finite;
  return end;
}

/// Takes as many steps as an accuracy needs, and remembers how many those were.
class StepCount {
 public:
  /// At most so many; a motion that needs more counts as not finite.
  explicit StepCount(int most = 4096) noexcept : most_(most) {}

  /// The end of the motion to the accuracy, relative; not finite where no number of steps reaches it.
  template <Changes changes = Changes::with, class P>
  EndMap<P> end(const Journey<P>& journey, const Vector<double, P::dimension>& p, double accuracy) {
    if (error_ > 3 * accuracy) steps_ = std::min(most_, needed(error_, accuracy));
    for (;;) {
      EndMap<P> end = end_map<changes>(journey, p, steps_);
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

  int steps() const noexcept { return steps_; }

 private:
  int needed(double error, double accuracy) const {
    const double steps = std::ceil(1.05 * steps_ * std::pow(error / accuracy, 1. / 8));
    return steps < most_ ? static_cast<int>(steps) : most_;  // an error may be no number
  }

  int most_, steps_ = 4;
  double error_ = 0;  // of the last motion, with so many steps
};

}  // namespace hamel
