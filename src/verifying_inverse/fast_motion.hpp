// Motions that have no multiplier whatever the potential.
#pragma once

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/check/algebraic_system.hpp>

namespace hamel {

inline constexpr int largest_order_of_fast_motions = 12;

/// A start in d and how often the constraint is differentiated along the motion from it.
struct FastMotion {
  DynamicVector<Rational> start;
  int orders = 0;
};

/// Whether Q1 is no with every potential. The equations [W | s] for the multiplier at a start a, without potential,
/// have a rank of 1 + dim Lie(d) - rank d, more than W can have: so have those under e U where e is small, and motions
/// under e U from a are those under U from a / sqrt(e), in another time. From there, and from starts near it, motions
/// have no multiplier.
bool no_potential_helps(const AlgebraicSystem<Rational>& system, const FastMotion& motion);

}  // namespace hamel
