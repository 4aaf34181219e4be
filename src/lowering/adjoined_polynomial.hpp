// A scalar for formulas that are more than polynomials.
#pragma once

#include <hamel/algebra/rational.hpp>
#include <hamel/check/coordinate_polynomial.hpp>

#include "adjoined_functions.hpp"

namespace hamel {

/// A polynomial in coordinates, their cosines and sines and the functions of the AdjoinedFunctions in scope.
class AdjoinedPolynomial {
 public:
  AdjoinedPolynomial() = default;
  explicit AdjoinedPolynomial(int number) : p_(number) {}
  explicit AdjoinedPolynomial(const Integer& number) : p_(number) {}
  explicit AdjoinedPolynomial(CoordinatePolynomial p) : p_(std::move(p)) {}

  const CoordinatePolynomial& polynomial() const { return p_; }

  friend AdjoinedPolynomial operator+(const AdjoinedPolynomial& p, const AdjoinedPolynomial& q) {
    return AdjoinedPolynomial(p.p_ + q.p_);
  }
  friend AdjoinedPolynomial operator-(const AdjoinedPolynomial& p, const AdjoinedPolynomial& q) {
    return AdjoinedPolynomial(p.p_ - q.p_);
  }
  friend AdjoinedPolynomial operator-(const AdjoinedPolynomial& p) {
    return AdjoinedPolynomial(-p.p_);
  }
  friend AdjoinedPolynomial operator*(const AdjoinedPolynomial& p, const AdjoinedPolynomial& q) {
    return AdjoinedPolynomial(p.p_ * q.p_);
  }
  friend AdjoinedPolynomial operator/(const AdjoinedPolynomial& p, const AdjoinedPolynomial& q) {
    return AdjoinedPolynomial(p.p_ * functions().quotient(q.p_));
  }
  friend AdjoinedPolynomial cos(const AdjoinedPolynomial& p) {
    return AdjoinedPolynomial(functions().circular(p.p_, true));
  }
  friend AdjoinedPolynomial sin(const AdjoinedPolynomial& p) {
    return AdjoinedPolynomial(functions().circular(p.p_, false));
  }
  friend AdjoinedPolynomial tan(const AdjoinedPolynomial& p) { return sin(p) / cos(p); }
  friend AdjoinedPolynomial exp(const AdjoinedPolynomial& p) {
    return AdjoinedPolynomial(functions().exponential(p.p_));
  }
  friend AdjoinedPolynomial log(const AdjoinedPolynomial& p) {
    return AdjoinedPolynomial(functions().logarithm(p.p_));
  }
  friend AdjoinedPolynomial not_exact(const AdjoinedPolynomial& p) {
    return AdjoinedPolynomial(not_exact(p.p_));
  }
  friend AdjoinedPolynomial sqrt(const AdjoinedPolynomial& p) {
    return AdjoinedPolynomial(functions().root(p.p_));
  }

  /// With halves of integers as exponents; others by exp and log.
  friend AdjoinedPolynomial real_power(const AdjoinedPolynomial& base,
                                       const AdjoinedPolynomial& exponent) {
    const auto twice = (CoordinatePolynomial(2) * exponent.p_).terms();
    const bool constant = twice.empty() || (twice.size() == 1 && twice.begin()->first.empty());
    const Rational halves = twice.empty() ? Rational(0) : twice.begin()->second;
    if (!exponent.p_.is_known() || !constant || !halves.is_integer() || abs(halves) > Rational(16))
      return exp(exponent * log(base));
    const AdjoinedPolynomial root = sqrt(base);
    AdjoinedPolynomial result(1);
    for (Rational i = 0; i < abs(halves); i += 1) result = result * root;
    return halves.sign() < 0 ? AdjoinedPolynomial(1) / result : result;
  }

 private:
  static AdjoinedFunctions& functions() { return *AdjoinedFunctions::current(); }

  CoordinatePolynomial p_;
};

}  // namespace hamel
