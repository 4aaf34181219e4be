// Motions of systems of a file under holonomic constraints.
#pragma once

#include <memory>
#include <utility>

#include <hamel/dynamics/on_manifold.hpp>

#include "cases/any_system.hpp"
#include "cases/holonomic_rows.hpp"
#include "motion.hpp"

namespace hamel::running {

/// A motion of a file whose place keeps g(t,x) = 0, under its annihilator too where it has one. Without one it is
/// nonholonomic and vakonomic at once.
class ManifoldMotion : public OnManifold<Motion, HolonomicRows> {
 public:
  /// Throws as Motion and OnManifold do.
  explicit ManifoldMotion(const GroupSystem& file, std::shared_ptr<const HeldInputs> held = nullptr)
      : OnManifold(Motion(file, Dynamics::free, std::move(held)), HolonomicRows(file),
                   any_start(file)) {}

  const InputSignals& signals() const noexcept { return unconstrained().signals(); }
  const std::shared_ptr<const InputSignals>& shared_signals() const noexcept {
    return unconstrained().shared_signals();
  }
};

}  // namespace hamel::running
