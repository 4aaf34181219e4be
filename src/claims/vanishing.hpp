// Which polynomials in the stored numbers vanish on a group, from its left-invariant fields alone.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/check/coordinate_polynomial.hpp>

namespace hamel {

/// A polynomial vanishes near the identity, hence on the connected group, iff all its derivatives along products of
/// left-invariant fields vanish at the identity. Fields of a matrix group do not raise degrees, so these derivatives
/// span a space of finite dimension, which is built vector by vector.
class Vanishing {
 public:
  static constexpr std::size_t max_dimension = 200;  ///< of the space of derivatives
  static constexpr std::size_t max_terms = 500;      ///< of one of them

  /// `rates[k][i]`: the derivative of stored number i along e_k; `identity`: the stored numbers there.
  Vanishing(std::vector<std::vector<CoordinatePolynomial>> rates, std::vector<Rational> identity)
      : rates_(std::move(rates)), identity_(std::move(identity)) {}

  /// Nothing beyond the limits.
  std::optional<bool> operator()(
      const CoordinatePolynomial& polynomial,
      const std::vector<CoordinatePolynomial::SquareRelation>& relations) const {
    std::vector<CoordinatePolynomial> found, waiting{polynomial.reduced(relations)};
    while (!waiting.empty()) {
      CoordinatePolynomial next = std::move(waiting.back());
      waiting.pop_back();
      for (const auto& known : found) {
        const auto& [monomial, factor] = *known.terms().rbegin();
        const auto same = next.terms().find(monomial);
        if (same != next.terms().end())
          next -= CoordinatePolynomial(Rational(same->second / factor)) * known;
      }
      if (!next.is_known()) return std::nullopt;
      if (next.terms().empty()) continue;
      if (!next.at_identity(identity_).is_zero()) return false;
      if (found.size() == max_dimension || next.terms().size() > max_terms) return std::nullopt;
      for (const auto& rate : rates_) waiting.push_back(next.derivative(rate).reduced(relations));
      found.push_back(std::move(next));
    }
    return true;
  }

 private:
  std::vector<std::vector<CoordinatePolynomial>> rates_;
  std::vector<Rational> identity_;
};

}  // namespace hamel
