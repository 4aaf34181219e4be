// When a fixed-point iteration has come as far as rounding lets it.
#pragma once

#include <cmath>

#include <hamel/core/magnitude.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/status.hpp>
#include <hamel/integrator/step_unknowns.hpp>

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

/// The unknowns of a midpoint rule: the velocity a, and momenta or velocities m.
template <class V, class M>
struct MiddleUnknowns {
  V a;
  M m;

  /// a, then m.
  auto unknowns() const { return stacked(a, m); }
};

/// Iterates z = image(z) from the z given; how far m came is held against m and `start`.
template <class Equations, class M, class V>
StepStatus iterate(const Equations& equations, const M& start, MiddleUnknowns<V, M>& z,
                   int max_iterations) {
  FixedPoint iteration(4 * static_cast<double>(epsilon<typename M::Scalar>()));
  double change = 0;
  for (int i = 1; i <= max_iterations; ++i) {
    const auto next = equations.image(z);
    change = Magnitude().add(M(next.m - z.m)).relative_to(Magnitude().add(next.m).add(start));
    if (!std::isfinite(change)) return {Outcome::not_finite, i, change};
    z = next;
    if (iteration.settled(change)) return {Outcome::ok, i, change};
  }
  return {Outcome::not_converged, max_iterations, change};
}

}  // namespace hamel
