// Starts whose motion is not vakonomic, each with the combination of equations that shows it.
#pragma once

#include <optional>
#include <random>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "claims/q1_proof.hpp"
#include "exact/residue.hpp"

namespace hamel {

/// The smallest order up to which the momentum equations at a start contradict each other, counted modulo a prime
/// where the field allows it: 0 when they do not up to `last`, 1 when nothing is known.
template <class S>
int order_of_contradiction(const AlgebraicSystem<S>& system, const DynamicVector<S>& start,
                           int last) {
  if constexpr (std::is_same_v<S, Rational>) {
    try {
      const int r = static_cast<int>(system.d().cols()), s = system.dimension() - r;
      const DynamicMatrix<Residue> equations = momentum_equations<Residue>(
          system.template cast<Residue>(), cast<Residue>(DynamicMatrix<S>(start)), last);
      for (int order = 1; order <= last; ++order) {
        const auto echelon = row_echelon<Residue>(equations.topRows(order * r));
        if (echelon.rank() > 0 && echelon.pivots.back() == s) return order;
      }
      return 0;
    } catch (const std::
                 overflow_error&) {  // the prime divides a denominator or the determinant of g on d
    } catch (const std::bad_optional_access&) {
    }
  }
  return 1;
}

/// The shortest contradiction between the momentum equations at a start, when there is one up to an order (s + 1
/// when negative, enough at almost all starts).
template <class S>
std::optional<Contradiction<S>> find_contradiction(const AlgebraicSystem<S>& system,
                                                   const DynamicVector<S>& start,
                                                   int largest_order = -1) {
  const int last = largest_order < 0 ? system.dimension() - static_cast<int>(system.d().cols()) + 1
                                     : largest_order;
  const int first = order_of_contradiction<S>(system, start, last);
  for (int order = first; order > 0 && order <= last; ++order) {
    auto found = contradiction_between<S>(momentum_equations<S>(system, start, order), order);
    if (found) return Contradiction<S>{start, std::move(*found), S(1)};
  }
  return std::nullopt;
}

/// How many random starts are asked.
inline constexpr int q1_random_starts = 4;

/// Small integer starts u(0) in the order a reader would try them, then `random` seeded ones.
template <class S>
std::vector<DynamicVector<S>> trial_starts(int r, int random) {
  std::vector<DynamicVector<S>> starts;
  const auto unit = [&](int i) {
    DynamicVector<S> u = DynamicVector<S>::Constant(r, S(0));
    u(i) = S(1);
    return u;
  };
  for (int i = 0; i < r; ++i) starts.push_back(unit(i));
  for (int i = 0; i < r; ++i)
    for (int j = i + 1; j < r; ++j) starts.push_back(unit(i) + unit(j));
  std::mt19937 generator(20130717);
  std::uniform_int_distribution<int> digit(-9, 9);
  for (int k = 0; k < random; ++k) {
    DynamicVector<S> u(r);
    for (int i = 0; i < r; ++i) u(i) = S(digit(generator));
    starts.push_back(std::move(u));
  }
  return starts;
}

}  // namespace hamel
