// Polynomials in several parameters with integer coefficients: arithmetic, common divisors and factors by FLINT.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/rational.hpp>

namespace hamel::varying {

/// The parameters, by name; what belongs to two rings is never put together.
class ParameterRing;
using Ring = std::shared_ptr<const ParameterRing>;
Ring make_ring(const std::vector<std::string>& names);
const std::vector<std::string>& names_of(const Ring& ring);

/// A number times a product of powers, one of each variable of the ring.
struct ParameterTerm {
  std::vector<unsigned long> exponents;
  Integer coefficient;
};

/// A polynomial; copies share it.
class Polynomials;
class ParameterPolynomial {
 public:
  ParameterPolynomial(Ring ring, const Integer& number);
  static ParameterPolynomial variable(const Ring& ring, int index);

  const Ring& ring() const;
  bool is_zero() const;
  bool is_constant() const;
  std::size_t terms() const;
  std::vector<ParameterTerm> all_terms() const;
  int degree(int variable) const;
  int total_degree() const;
  /// The coefficient of variable^power, a polynomial in the others.
  ParameterPolynomial coefficient(int variable, int power) const;
  ParameterPolynomial derivative(int variable) const;
  /// The exponents of the leading monomial of a polynomial that is not 0.
  std::vector<unsigned long> leading_monomial() const;
  ParameterPolynomial coefficient_of(const std::vector<unsigned long>& monomial) const;
  /// Of the value at numbers, one for each variable, modulo a prime below 2^31.
  std::uint64_t residue(const std::vector<std::uint64_t>& values, std::uint64_t prime) const;
  /// variable = top / bottom, times bottom^power, where `power` is at least the degree.
  ParameterPolynomial with(int variable, const ParameterPolynomial& top,
                           const ParameterPolynomial& bottom, int power) const;

  ParameterPolynomial operator-() const;
  friend ParameterPolynomial operator+(const ParameterPolynomial&, const ParameterPolynomial&);
  friend ParameterPolynomial operator-(const ParameterPolynomial&, const ParameterPolynomial&);
  friend ParameterPolynomial operator*(const ParameterPolynomial&, const ParameterPolynomial&);
  friend bool operator==(const ParameterPolynomial&, const ParameterPolynomial&);

  /// The quotient where the divisor, which is not 0, divides.
  std::optional<ParameterPolynomial> divided_by(const ParameterPolynomial& divisor) const;
  /// A number c that is not 0, and the rest of c p divided by the polynomials, none of them 0: c p minus multiples of
  /// them, with no monomial that a leading one of them divides.
  std::pair<Integer, ParameterPolynomial> remainder(
      const std::vector<ParameterPolynomial>& divisors) const;
  /// The irreducible factors, each once, primitive with positive leading coefficient; none of a constant.
  std::vector<ParameterPolynomial> factors() const;
  /// Divided by the greatest common divisor of its coefficients, the leading one positive.
  ParameterPolynomial primitive() const;
  friend ParameterPolynomial gcd(const ParameterPolynomial&, const ParameterPolynomial&);

  std::string str() const;
  /// A text as `str` gives it, without parentheses, of a total degree up to 300; nothing for others.
  static std::optional<ParameterPolynomial> parse(const Ring& ring, const std::string& text);

 private:
  explicit ParameterPolynomial(std::shared_ptr<const Polynomials> value);
  std::shared_ptr<const Polynomials> value_;
};

ParameterPolynomial gcd(const ParameterPolynomial&, const ParameterPolynomial&);

using Vector = std::vector<ParameterPolynomial>;
using Matrix = std::vector<Vector>;  ///< by rows

}  // namespace hamel::varying
