// Quotients of polynomials in several parameters, as they are read from formulas.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "parameter_polynomial.hpp"

namespace hamel::varying {

/// Terms of a numerator or denominator that a formula may have.
inline constexpr std::size_t largest_number_of_terms = 2000;

/// top / bottom without common divisor, times a rational number; a number alone belongs to no ring.
class Quotient {
 public:
  explicit Quotient(Rational number) : number_(std::move(number)) {}
  explicit Quotient(const ParameterPolynomial& p) : number_(1), fraction_({p, {p.ring(), 1}}) {}

  bool is_zero() const { return number_.is_zero() || (fraction_ && fraction_->top.is_zero()); }
  bool is_constant() const { return !fraction_; }
  /// Integer polynomials top / bottom in the ring.
  std::pair<ParameterPolynomial, ParameterPolynomial> parts(const Ring& ring) const {
    const ParameterPolynomial top(ring, number_.numerator()), bottom(ring, number_.denominator());
    if (!fraction_) return {top, bottom};
    return {top * fraction_->top, bottom * fraction_->bottom};
  }

  Quotient operator-() const { return *this * Quotient(Rational(-1)); }
  friend Quotient operator+(const Quotient& a, const Quotient& b) {
    if (a.is_constant() && b.is_constant()) return Quotient(a.number_ + b.number_);
    const Ring& ring = (a.fraction_ ? a : b).fraction_->top.ring();
    const auto [p, q] = a.parts(ring);
    const auto [s, t] = b.parts(ring);
    return over(p * t + s * q, q * t);
  }
  friend Quotient operator-(const Quotient& a, const Quotient& b) { return a + -b; }
  friend Quotient operator*(const Quotient& a, const Quotient& b) {
    if (a.is_constant() && b.is_constant()) return Quotient(a.number_ * b.number_);
    const Ring& ring = (a.fraction_ ? a : b).fraction_->top.ring();
    const auto [p, q] = a.parts(ring);
    const auto [s, t] = b.parts(ring);
    return over(p * s, q * t);
  }
  /// b is not 0.
  friend Quotient operator/(const Quotient& a, const Quotient& b) {
    if (b.is_constant()) return a * Quotient(Rational(1) / b.number_);
    const auto [p, q] = b.parts(b.fraction_->top.ring());
    return a * over(q, p);
  }

  friend bool is_small(const Quotient& q);
  friend bool is_constant(const Quotient& q) { return q.is_constant(); }
  friend std::string shown(const Quotient& q, const std::vector<std::string>&) {
    if (!q.fraction_) return q.number_.str();
    const auto [top, bottom] = q.parts(q.fraction_->top.ring());
    return "(" + top.str() + ")/(" + bottom.str() + ")";
  }

 private:
  struct Fraction {
    ParameterPolynomial top, bottom;
  };

  static Quotient over(const ParameterPolynomial& p, const ParameterPolynomial& q) {
    if (p.is_zero()) return Quotient(Rational(0));
    const ParameterPolynomial common = gcd(p, q);
    Quotient result{Rational(1)};
    result.fraction_ = Fraction{p.divided_by(common).value(), q.divided_by(common).value()};
    return result;
  }

  Rational number_;
  std::optional<Fraction> fraction_;
};

}  // namespace hamel::varying
