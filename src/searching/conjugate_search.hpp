// The first conjugate time of a motion.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include <hamel/steer/motions.hpp>

#include "searching/accessory.hpp"
#include "searching/sampled_motion.hpp"

namespace hamel::searching {

/// Where a conjugate time lies, and between which bounds the plane is seen to pass it.
struct ConjugateTime {
  double low, time, high;
  int multiplicity;
};

/// The first conjugate time of a motion within a horizon.
///
/// Variations that vanish at the start are, in the units of what they reach, z = 0 there. If the start is held by a
/// spring instead, z = eps y, more variations are allowed, so that no time before the first focal one of those is
/// conjugate: what is small in the beginning, and rounding, are out of the question. From that time on the plane
/// z(0) = 0 itself tells, by the eigenvalues of its unitary matrix that pass 1.
class ConjugateSearch {
 public:
  using Sample = SampledMotion::Sample;
  using At = SampledMotion::At;

  ConjugateSearch(const Motions& motions, const Point& x, const V& p, double t0, double horizon);

  /// The motion could be followed closely enough.
  bool fine() const noexcept { return fine_ && softness() <= softest; }
  int rank() const { return units_->rank(); }
  const AccessoryUnits& units() const { return *units_; }
  /// Where the motion leads within the horizon.
  const At& end() const { return end_; }
  /// Where it is at a time since its start.
  At at(double t) const;
  /// The flow of (z, y) up to the horizon, in the units.
  M flow() const;

  /// The first conjugate time, after `clear`, up to which none is known to be.
  std::optional<ConjugateTime> first(double clear = 0) const;

 private:
  static constexpr int most_panels = 4096;
  static constexpr double softest = 1e-4;
  static constexpr double most_turn =
      0.4;  // of all eigenvalues together twice that, far from half a turn

  double softness() const { return std::max(1e-8, 100 * units_->noise()); }
  void sample(const Point& x, const V& p, double t0, int count);
  /// How far the plane turns in a panel at most, once z and y are as quick as one another.
  double turns();
  /// The time in panel k at which the plane passes.
  ConjugateTime located(std::size_t k, const AccessoryPlane& before) const;

  SampledMotion motion_;
  double horizon_, error_ = 0;
  bool fine_ = false;
  Sample sample_ = Sample::not_finite;
  std::vector<At> starts_;  ///< of each panel
  At end_;
  std::vector<AccessoryPanel> panels_;
  std::optional<AccessoryUnits> units_;
  std::vector<M> flows_;
};

}  // namespace hamel::searching
