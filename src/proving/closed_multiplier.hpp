// Equations for a multiplier of a system with constraints linear or affine in the velocity, closed.
#pragma once

#include <optional>

#include "closed_rows.hpp"
#include "lowering/stored_system.hpp"

namespace hamel {

/// Along nonholonomic motions D^T mu = 0 and mu' = transport mu - nu (see MotionTerms): each equation <w, mu> + c = 0
/// has the derivative
///     <w' + transport^T w, mu> + c' - <w, nu> = 0.
/// The derivatives of <mu, D_j> = 0 are closed modulo the D_j themselves, which take the place of r components of w.
struct ClosedMultiplier {
  ClosedRows rows;  ///< by j
  /// Of D in the components that are taken. There are solutions where neither it nor the minor of the rows vanishes.
  CoordinatePolynomial minor;
  CoordinatePolynomial det;  ///< of D^T M D
};

/// As identities between polynomials in the stored numbers and, behind them, the velocities u. Nothing where the
/// equations contradict each other, and throws BudgetExceeded where they grow too large.
std::optional<ClosedMultiplier> close_multiplier(const StoredSystem& system);

}  // namespace hamel
