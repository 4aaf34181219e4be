// What a variational step of a problem has to follow: forces, and an end that moves the equations.
#pragma once

#include <hamel/core/scalar.hpp>
#include <hamel/core/sizes.hpp>
#include <hamel/dynamics/problem.hpp>

namespace hamel {

/// Asked by type, so that nothing is compiled for forces where none can act, nor for the end of the step where it
/// moves nothing; and by value, of problems whose type leaves it to run time.
template <class P, class S>
struct StepNeeds {
  static constexpr bool may_be_forced = P::affine || !P::System::geodesic;
  static constexpr bool end_may_matter = may_be_forced || P::moves;
  static constexpr bool run_time = P::dimension == dynamic;
  /// Can M and D be constant, and no force look at the velocity?
  static constexpr bool may_be_still = native_number<S> &&
                                       (run_time || !(P::affine || P::System::has_force)) &&
                                       requires(const P& p) {
    p.lowered_basis();
  };

  /// v0 or D moves with the unknown end.
  static bool bends(const P& problem) noexcept { return P::moves || problem.is_affine(); }
  static bool forced(const P& problem) noexcept {
    return problem.is_affine() || !problem.system().force_is_zero();
  }
  static bool end_matters(const P& problem) noexcept {
    return bends(problem) || !problem.system().force_ignores_velocity();
  }
  /// Are M and D constant, and does no force look at the velocity?
  static bool is_still(const P& problem) noexcept {
    return may_be_still && !(run_time && end_matters(problem));
  }
  /// Does F look at the momentum? Where a vakonomic constraint moves.
  static bool force_asks_momentum(const P& problem) noexcept {
    if constexpr ((P::affine || P::moves) && P::may_be(Dynamics::vakonomic))
      return problem.is(Dynamics::vakonomic) && bends(problem);
    else
      return false;
  }
  /// Is d all of g, where the type leaves that to run time? Then the velocity itself is the unknown.
  static bool is_unconstrained(const P& problem) noexcept {
    if constexpr (P::may_be(Dynamics::vakonomic) && P::dimension == dynamic && !P::moves)
      return problem.is(Dynamics::vakonomic) && problem.rank() == problem.dim() && !bends(problem);
    else
      return false;
  }
};

}  // namespace hamel
