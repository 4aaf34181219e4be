// The rank of the multiplier equations at a start, modulo a prime where the field allows it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "exact/residue.hpp"
#include "multiplier_equations.hpp"

namespace hamel {

/// Ranks of the rows [W | c] at a start, all orders together. They contradict each other iff `extended` is larger.
struct StartRanks {
  int linear = 0;    ///< rank W
  int extended = 0;  ///< rank [W | c]
  int orders = 0;    ///< of the equations that first contradict each other

  bool contradictory() const { return extended > linear; }
};

/// The ranks at a start. Orders 0 .. s decide at every start where rank W is generic: over the rational functions
/// of u the span of the rows has stopped growing by then, and it stops at the first order that adds nothing.
/// \param generic the start is a random one, so the first order that adds nothing is the last
template <class F>
StartRanks start_ranks(const MultiplierEquations<F>& q, const DynamicVector<F>& start,
                       bool generic) {
  ConstraintRows<F> rows(q, start);
  Echelon<F> echelon;
  echelon.rows = DynamicMatrix<F>(0, q.s + 1);
  int order = 0, first = 0;
  const auto contradictory = [&] { return echelon.rank() > 0 && echelon.pivots.back() == q.s; };
  for (; order <= q.s && echelon.rank() <= q.s; ++order) {
    WorkBudget::charge(std::int64_t(order + 1) * q.s * q.s * (q.s + q.r) / 8);
    const DynamicMatrix<F> more = rows.next();
    DynamicMatrix<F> stacked(echelon.rows.rows() + more.rows(), q.s + 1);
    stacked << echelon.rows, more;
    const int before = echelon.rank();
    const bool known = contradictory();
    echelon = row_echelon<F>(std::move(stacked));
    if (!known && contradictory()) first = order + 1;
    if (generic && echelon.rank() == before) break;
  }
  return {echelon.rank() - contradictory(), echelon.rank(), first};
}

/// The multiplier equations of a system, ready to be asked at many starts. Ranks found modulo a prime are lower
/// bounds of the exact ones, and equal to them for all but finitely many primes.
template <class S>
class Probe {
 public:
  /// The field of the answers: residues when S reduces to them.
  using F = std::conditional_t<std::is_constructible_v<Residue, S>, Residue, S>;

  explicit Probe(const AlgebraicSystem<S>& system) {
    if constexpr (std::is_same_v<F, S>) {
      equations_.emplace(Splitting<S>(system));
    } else {
      for (const auto prime : primes) {
        const Residue::Modulus modulus(prime);
        try {
          equations_.emplace(Splitting<F>(system.template cast<F>()));
          prime_ = prime;
          break;
        } catch (const std::overflow_error&) {  // the prime divides a denominator
        } catch (const InputError&) {           // or the determinant of the metric on d
        }
      }
    }
    if (!equations_) return;
    const Residue::Modulus modulus(prime_);
    std::mt19937_64 generator(20130717);
    for (int trial = 0; trial < 2; ++trial) {
      DynamicVector<F> u(equations_->r);
      for (auto& component : u)
        component =
            std::is_same_v<F, S> ? F(static_cast<int>(generator() % 199) - 99) : F(generator());
      const StartRanks found = start_ranks<F>(*equations_, u, true);
      generic_.linear = std::max(generic_.linear, found.linear);
      generic_.extended = std::max(generic_.extended, found.extended);
    }
  }

  /// Whether some prime serves; without one nothing is known.
  explicit operator bool() const { return equations_.has_value(); }
  Residue::Word prime() const { return prime_; }
  /// The ranks at random starts: the generic ones, with a probability of error that no one will see.
  StartRanks generic() const { return generic_; }
  /// The number of unknown multipliers; rank W is at most this.
  int unknowns() const { return equations_->s; }
  /// The ranks at u(0).
  StartRanks at(const DynamicVector<S>& u) const {
    const Residue::Modulus modulus(prime_);
    DynamicVector<F> start(u.size());
    try {
      for (Eigen::Index i = 0; i < u.size(); ++i) start(i) = F(u(i));
    } catch (const std::overflow_error&) {
      return {};
    }
    return start_ranks<F>(*equations_, start, false);
  }

 private:
  static constexpr std::array<Residue::Word, 3> primes{
      Residue::standard_prime, (Residue::Word(1) << 61) - 31, (Residue::Word(1) << 61) - 45};
  std::optional<MultiplierEquations<F>> equations_;
  Residue::Word prime_ = primes[0];
  StartRanks generic_;
};

}  // namespace hamel
