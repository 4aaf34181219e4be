// The rank of the equations for a multiplier at a start.
#include "fast_motion.hpp"

#include "claims/verify.hpp"

namespace hamel {

bool no_potential_helps(const AlgebraicSystem<Rational>& system, const FastMotion& motion) {
  return motion.start.size() == system.dimension() && motion.orders > 0 &&
         motion.orders <= largest_order_of_fast_motions &&
         contains<Rational>(system.d(), motion.start) &&
         rank<Rational>(momentum_equations<Rational>(system, motion.start, motion.orders)) ==
             1 + largest_constraint_rank(system);
}

}  // namespace hamel
