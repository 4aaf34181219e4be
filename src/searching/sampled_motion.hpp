// The accessory problem of a motion, sampled along it.
#pragma once

#include <optional>

#include <hamel/steer/motions.hpp>

#include "searching/accessory.hpp"

namespace hamel::searching {

/// A motion with the linear change of place that carries variations back to its start.
class SampledMotion {
 public:
  struct At {
    Point x;
    V p;
    M transport;
    double t = 0;
  };
  /// What went wrong, if anything did.
  enum class Sample { good, not_finite, not_positive };

  /// Throws DimensionError where a vector of run-time size has no room for the motion and a column beside it.
  explicit SampledMotion(const Motions& motions);

  const Motions& motions() const noexcept { return motions_; }
  At begin(const Point& x, const V& p, double t0) const {
    return {x, p, M::Identity(motions_.dim(), motions_.dim()), t0};
  }

  /// Advances `at` over a part of the motion, of which the nodes are taken. `error` grows to that of a step, relative.
  Sample advance(At& at, double length, AccessoryPanel& panel, double& error) const;

 private:
  void step(At& at, double h, double& error) const;
  std::optional<AccessoryNode> node_at(const At& at) const;

  const Motions& motions_;
};

}  // namespace hamel::searching
