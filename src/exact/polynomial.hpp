// Polynomials in one variable over an exact field: arithmetic, division, greatest common divisors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <hamel/algebra/exact_traits.hpp>
#include <hamel/algebra/rational.hpp>

namespace hamel {

/// A polynomial with exact coefficients, lowest first and without leading zeros.
template <class K>
class PolynomialOver {
 public:
  PolynomialOver() = default;
  PolynomialOver(K constant) : coefficients_{std::move(constant)} {
    trim();
  }  // NOLINT: constants are polynomials
  explicit PolynomialOver(std::vector<K> coefficients) : coefficients_(std::move(coefficients)) {
    trim();
  }

  /// The variable itself.
  static PolynomialOver variable() { return PolynomialOver(std::vector<K>{0, 1}); }

  /// -1 for the zero polynomial.
  int degree() const { return static_cast<int>(coefficients_.size()) - 1; }
  bool is_zero() const { return coefficients_.empty(); }
  const std::vector<K>& coefficients() const { return coefficients_; }
  K leading() const { return is_zero() ? K(0) : coefficients_.back(); }

  K operator()(const K& x) const {
    K value(0);
    for (auto c = coefficients_.rbegin(); c != coefficients_.rend(); ++c) value = value * x + *c;
    return value;
  }

  PolynomialOver operator-() const {
    PolynomialOver result(*this);
    for (auto& c : result.coefficients_) c = -c;
    return result;
  }
  friend PolynomialOver operator+(const PolynomialOver& p, const PolynomialOver& q) {
    const auto& longer = p.degree() >= q.degree() ? p : q;
    const auto& shorter = p.degree() >= q.degree() ? q : p;
    PolynomialOver result(longer);
    for (std::size_t i = 0; i < shorter.coefficients_.size(); ++i)
      result.coefficients_[i] += shorter.coefficients_[i];
    result.trim();
    return result;
  }
  friend PolynomialOver operator-(const PolynomialOver& p, const PolynomialOver& q) {
    return p + (-q);
  }
  friend PolynomialOver operator*(const PolynomialOver& p, const PolynomialOver& q) {
    if (p.is_zero() || q.is_zero()) return PolynomialOver();
    std::vector<K> product(p.coefficients_.size() + q.coefficients_.size() - 1);
    for (std::size_t i = 0; i < p.coefficients_.size(); ++i)
      if (!p.coefficients_[i].is_zero())
        for (std::size_t j = 0; j < q.coefficients_.size(); ++j)
          product[i + j] += p.coefficients_[i] * q.coefficients_[j];
    return PolynomialOver(std::move(product));
  }
  PolynomialOver& operator+=(const PolynomialOver& p) { return *this = *this + p; }
  friend bool operator==(const PolynomialOver& p, const PolynomialOver& q) {
    return p.coefficients_ == q.coefficients_;
  }

  /// Quotient and remainder; throws std::overflow_error when the divisor is zero.
  std::pair<PolynomialOver, PolynomialOver> divided_by(const PolynomialOver& divisor) const {
    const K inverse = K(1) / divisor.leading();
    std::vector<K> remainder = coefficients_;
    const int excess = degree() - divisor.degree();
    std::vector<K> quotient(static_cast<std::size_t>(std::max(excess + 1, 0)));
    for (int shift = excess; shift >= 0; --shift) {
      const K factor = remainder[static_cast<std::size_t>(shift + divisor.degree())] * inverse;
      quotient[static_cast<std::size_t>(shift)] = factor;
      if (factor.is_zero()) continue;
      for (int i = 0; i <= divisor.degree(); ++i)
        remainder[static_cast<std::size_t>(shift + i)] -=
            factor * divisor.coefficients_[static_cast<std::size_t>(i)];
    }
    return {PolynomialOver(std::move(quotient)), PolynomialOver(std::move(remainder))};
  }
  PolynomialOver derivative() const {
    std::vector<K> result;
    for (std::size_t i = 1; i < coefficients_.size(); ++i)
      result.push_back(coefficients_[i] * K(i));
    return PolynomialOver(std::move(result));
  }
  /// Divided by the leading coefficient (0 stays 0).
  PolynomialOver monic() const {
    return is_zero() ? *this : *this * PolynomialOver(K(1) / leading());
  }

  /// As `3 - 1/2*l + l^2`, a formula of a system file.
  std::string str(const std::string& variable = "l") const requires std::is_same_v<K, Rational> {
    std::string result;
    for (std::size_t i = 0; i < coefficients_.size(); ++i) {
      const Rational& c = coefficients_[i];
      if (c.is_zero()) continue;
      const Rational size = abs(c);
      result += result.empty() ? (c.sign() < 0 ? "-" : "") : (c.sign() < 0 ? " - " : " + ");
      if (i == 0 || size != Rational(1)) result += size.str() + (i ? "*" : "");
      if (i > 0) result += variable + (i > 1 ? "^" + std::to_string(i) : "");
    }
    return result.empty() ? "0" : result;
  }

 private:
  void trim() {
    while (!coefficients_.empty() && coefficients_.back().is_zero()) coefficients_.pop_back();
  }
  std::vector<K> coefficients_;
};

using Polynomial = PolynomialOver<Rational>;

/// The monic greatest common divisor; 0 only when both are.
template <class K>
PolynomialOver<K> gcd(PolynomialOver<K> p, PolynomialOver<K> q) {
  p = p.monic();
  q = q.monic();
  while (!q.is_zero()) {
    PolynomialOver<K> remainder = p.divided_by(q).second.monic();
    p = std::exchange(q, std::move(remainder));
  }
  return p;
}

/// The monic polynomial with the same roots, each simple.
template <class K>
PolynomialOver<K> square_free(const PolynomialOver<K>& p) {
  return p.degree() < 1 ? p.monic() : p.divided_by(gcd(p, p.derivative())).first.monic();
}

inline std::string text(const Polynomial& p) {
  return p.str();
}

}  // namespace hamel

template <class K>
struct Eigen::NumTraits<hamel::PolynomialOver<K>>
    : hamel::detail::ExactTraits<hamel::PolynomialOver<K>, 100, 100, 1000> {};
