// Invariant measures of a polynomial field whose density is a power of a Darboux polynomial.
#pragma once

#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <hamel/check/first_integrals.hpp>

namespace hamel {

/// The density |P|^power is preserved: div(|P|^power F) = 0 where P is not 0.
struct PowerDensity {
  CoordinatePolynomial polynomial;
  Rational power;
};

/// What is known of measures that the flow preserves.
struct InvariantMeasures {
  CoordinatePolynomial divergence;      ///< of the field
  std::vector<PowerDensity> densities;  ///< found where the divergence is not 0
  std::string not_covered;
  bool decided = false;  ///< the divergence is known
  std::optional<bool> smooth =
      {};  ///< whether a smooth positive density is preserved, where that is known

  /// The volume itself is preserved.
  bool volume() const { return decided && divergence.terms().empty(); }
};

/// |P|^alpha is an invariant density iff alpha dP F = -(div F) P. For each of the exponents, a half, a third and a
/// quarter up to four in size, this is linear in P: an exact kernel for each degree up to `degree`.
inline InvariantMeasures find_densities(const PolynomialField& field, int degree) {
  InvariantMeasures result;
  result.divergence = field.divergence();
  result.decided = true;
  if (result.volume()) return result;
  std::vector<Rational> powers;
  for (const int top : {-1, 1, -2, 2, -3, 3, -4, 4})
    for (const int bottom : {1, 2, 3, 4})
      if (std::gcd(top, bottom) == 1) powers.emplace_back(Rational(top) / Rational(bottom));
  try {
    for (int k = 1; k <= degree && result.densities.empty(); ++k) {
      if (monomial_count(field.dimension(), k) > largest_ansatz / 10) {
        result.not_covered = "densities of degree " + std::to_string(k) + " and higher";
        break;
      }
      const auto columns = detail::monomials_of(field.dimension(), k);
      for (const Rational& power : powers) {
        const auto found = detail::common_kernel(columns, [&](const CoordinatePolynomial& p) {
          return std::vector{CoordinatePolynomial(power) * field.along(p) + result.divergence * p};
        });
        for (const auto& p : found) result.densities.push_back({detail::primitive(p), power});
        if (!found.empty()) break;
      }
    }
  } catch (const BudgetExceeded& limit) {
    result.not_covered = limit.what();
  }
  return result;
}

}  // namespace hamel
