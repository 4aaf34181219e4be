// Polynomials in one variable over the rationals: arithmetic, division, greatest common divisors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/rational.hpp>

namespace hamel {

/// A polynomial with exact coefficients, lowest first and without leading zeros.
class Polynomial {
 public:
  Polynomial() = default;
  Polynomial(Rational constant) : coefficients_{std::move(constant)} {
    trim();
  }  // NOLINT: constants are polynomials
  explicit Polynomial(std::vector<Rational> coefficients) : coefficients_(std::move(coefficients)) {
    trim();
  }

  /// The variable itself.
  static Polynomial variable() { return Polynomial(std::vector<Rational>{0, 1}); }

  /// -1 for the zero polynomial.
  int degree() const { return static_cast<int>(coefficients_.size()) - 1; }
  bool is_zero() const { return coefficients_.empty(); }
  const std::vector<Rational>& coefficients() const { return coefficients_; }
  Rational leading() const { return is_zero() ? Rational(0) : coefficients_.back(); }

  Rational operator()(const Rational& x) const {
    Rational value;
    for (auto c = coefficients_.rbegin(); c != coefficients_.rend(); ++c) value = value * x + *c;
    return value;
  }

  Polynomial operator-() const {
    Polynomial result(*this);
    for (auto& c : result.coefficients_) c = -c;
    return result;
  }
  friend Polynomial operator+(const Polynomial& p, const Polynomial& q) {
    const auto& longer = p.degree() >= q.degree() ? p : q;
    const auto& shorter = p.degree() >= q.degree() ? q : p;
    Polynomial result(longer);
    for (std::size_t i = 0; i < shorter.coefficients_.size(); ++i)
      result.coefficients_[i] += shorter.coefficients_[i];
    result.trim();
    return result;
  }
  friend Polynomial operator-(const Polynomial& p, const Polynomial& q) { return p + (-q); }
  friend Polynomial operator*(const Polynomial& p, const Polynomial& q) {
    if (p.is_zero() || q.is_zero()) return Polynomial();
    std::vector<Rational> product(p.coefficients_.size() + q.coefficients_.size() - 1);
    for (std::size_t i = 0; i < p.coefficients_.size(); ++i)
      if (!p.coefficients_[i].is_zero())
        for (std::size_t j = 0; j < q.coefficients_.size(); ++j)
          product[i + j] += p.coefficients_[i] * q.coefficients_[j];
    return Polynomial(std::move(product));
  }
  friend bool operator==(const Polynomial& p, const Polynomial& q) {
    return p.coefficients_ == q.coefficients_;
  }

  /// Quotient and remainder; throws std::overflow_error when the divisor is zero.
  std::pair<Polynomial, Polynomial> divided_by(const Polynomial& divisor) const {
    const Rational inverse = Rational(1) / divisor.leading();
    std::vector<Rational> remainder = coefficients_;
    const int excess = degree() - divisor.degree();
    std::vector<Rational> quotient(static_cast<std::size_t>(std::max(excess + 1, 0)));
    for (int shift = excess; shift >= 0; --shift) {
      const Rational factor =
          remainder[static_cast<std::size_t>(shift + divisor.degree())] * inverse;
      quotient[static_cast<std::size_t>(shift)] = factor;
      if (factor.is_zero()) continue;
      for (int i = 0; i <= divisor.degree(); ++i)
        remainder[static_cast<std::size_t>(shift + i)] -=
            factor * divisor.coefficients_[static_cast<std::size_t>(i)];
    }
    return {Polynomial(std::move(quotient)), Polynomial(std::move(remainder))};
  }
  Polynomial derivative() const {
    std::vector<Rational> result;
    for (std::size_t i = 1; i < coefficients_.size(); ++i)
      result.push_back(coefficients_[i] * Rational(i));
    return Polynomial(std::move(result));
  }
  /// Divided by the leading coefficient (0 stays 0).
  Polynomial monic() const {
    return is_zero() ? *this : *this * Polynomial(Rational(1) / leading());
  }

  /// As `3 - 1/2 l + l^2`.
  std::string str(const std::string& variable = "l") const {
    std::string result;
    for (std::size_t i = 0; i < coefficients_.size(); ++i) {
      const Rational& c = coefficients_[i];
      if (c.is_zero()) continue;
      const Rational size = abs(c);
      result += result.empty() ? (c.sign() < 0 ? "-" : "") : (c.sign() < 0 ? " - " : " + ");
      if (i == 0 || size != Rational(1)) result += size.str() + (i ? " " : "");
      if (i > 0) result += variable + (i > 1 ? "^" + std::to_string(i) : "");
    }
    return result.empty() ? "0" : result;
  }

 private:
  void trim() {
    while (!coefficients_.empty() && coefficients_.back().is_zero()) coefficients_.pop_back();
  }
  std::vector<Rational> coefficients_;
};

/// The monic greatest common divisor; 0 only when both are.
inline Polynomial gcd(Polynomial p, Polynomial q) {
  p = p.monic();
  q = q.monic();
  while (!q.is_zero()) {
    Polynomial remainder = p.divided_by(q).second.monic();
    p = std::exchange(q, std::move(remainder));
  }
  return p;
}

/// The monic polynomial with the same roots, each simple.
inline Polynomial square_free(const Polynomial& p) {
  return p.degree() < 1 ? p.monic() : p.divided_by(gcd(p, p.derivative())).first.monic();
}

inline std::string text(const Polynomial& p) {
  return p.str();
}

}  // namespace hamel
