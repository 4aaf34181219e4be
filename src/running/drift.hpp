// What the outputs of a run should keep, and how far they left it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include <hamel/diagnostics/sample.hpp>

namespace hamel {

/// The largest deviations of a run from what it should keep.
class Drift {
 public:
  void add(const Sample& sample) {
    if (!start_) start_ = sample;
    const double energy =
        std::abs(sample.energy - start_->energy) / std::max(1., std::abs(start_->energy));
    energy_ = std::max(energy_, energy);
    constraint_ = std::max(constraint_, sample.off_constraint);
    manifold_ = std::max(manifold_, sample.off_manifold);
    double off = 0, size = 0;
    for (std::size_t i = 0; i < sample.spatial.size(); ++i) {
      off = std::max(off, std::abs(sample.spatial[i] - start_->spatial[i]));
      size = std::max(size, std::abs(start_->spatial[i]));
    }
    momentum_ = std::max(momentum_, off / std::max(1., size));
  }

  bool has_spatial_momentum() const { return start_ && !start_->spatial.empty(); }
  double start_energy() const { return start_ ? start_->energy : 0; }
  double energy() const { return energy_; }
  double momentum() const { return momentum_; }
  double constraint() const { return constraint_; }
  double manifold() const { return manifold_; }

 private:
  std::optional<Sample> start_;
  double energy_ = 0, momentum_ = 0, constraint_ = 0, manifold_ = 0;
};

}  // namespace hamel
