// Invariant measures of a polynomial field: densities that are products of powers of Darboux polynomials and an
// exponential.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "polynomial_field.hpp"

namespace hamel {

/// |P|^power, a factor of a density.
struct PowerFactor {
  CoordinatePolynomial polynomial;
  Rational power;
};

/// The density |P_1|^a_1 .. |P_k|^a_k exp(Q) is preserved: sum_i a_i P_i' / P_i + Q' + div F = 0.
struct Density {
  std::vector<PowerFactor> factors;
  CoordinatePolynomial exponent = {};  ///< Q
};

/// What is known of measures that the flow preserves.
struct InvariantMeasures {
  CoordinatePolynomial divergence;  ///< of the field
  std::vector<Density> densities;   ///< found where the divergence is not 0
  std::string not_covered;
  bool decided = false;  ///< the divergence is known
  std::optional<bool> smooth =
      {};  ///< whether a smooth positive density is preserved where the motion is determined, if that is known

  /// The volume itself is preserved.
  bool volume() const { return decided && divergence.terms().empty(); }
};

/// Exponents that are tried where the equations for P are linear: a half, a third and a quarter up to four in size.
std::vector<Rational> simple_powers();

/// A density that the field preserves where its divergence is not 0, of Darboux polynomials and Q up to a degree.
/// Variables that do not feel each other have factors of their own, in as few of them as the divergence leads to.
InvariantMeasures find_densities(const PolynomialField& field, int degree);

}  // namespace hamel
