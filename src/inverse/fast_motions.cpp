// Ranks of the equations for a multiplier, at starts of small whole numbers.
#include "fast_motions.hpp"

#include <random>

#include "checking/exact_algebra.hpp"

namespace hamel {

namespace {

constexpr int starts = 4, largest_order = 12;

/// What the multiplier can have of components that the equations know.
Eigen::Index most_multipliers(const AlgebraicSystem<Rational>& system) {
  const auto d = system.d();
  return generated_subalgebra<Rational>(system.algebra, d).cols() - d.cols();
}

}  // namespace

bool no_potential_helps(const AlgebraicSystem<Rational>& system, const FastMotion& motion) {
  return motion.start.size() == system.dimension() && motion.orders > 0 &&
         motion.orders <= largest_order && contains<Rational>(system.d(), motion.start) &&
         rank<Rational>(momentum_equations<Rational>(system, motion.start, motion.orders)) ==
             1 + most_multipliers(system);
}

std::optional<FastMotion> motion_without_multiplier(const AlgebraicSystem<Rational>& system) {
  const auto d = system.d();
  const auto least = static_cast<int>(most_multipliers(system) / d.cols()) + 1;
  std::mt19937 generator(3);
  for (int i = 0; i < starts; ++i) {
    DynamicVector<Rational> u(d.cols());
    for (auto& x : u.reshaped()) x = Rational(static_cast<int>(generator() % 9) - 4);
    FastMotion motion{d * u, least};
    for (; motion.orders <= std::min<int>(largest_order, least + static_cast<int>(d.rows()));
         ++motion.orders)
      if (no_potential_helps(system, motion)) return motion;
  }
  return std::nullopt;
}

}  // namespace hamel
