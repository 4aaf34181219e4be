// Polynomials modulo another: products by whole numbers, and whether there is a common divisor, modulo a prime.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

#include <hamel/algebra/work_budget.hpp>

#include "polynomial.hpp"
#include "residue.hpp"

namespace hamel {

namespace detail {

/// Whole numbers over one that is positive.
struct OverOne {
  std::vector<Integer> top;
  Integer bottom = 1;

  explicit OverOne(const Polynomial& p) {
    for (const auto& c : p.coefficients()) bottom = lcm(bottom, c.denominator());
    for (const auto& c : p.coefficients())
      top.push_back(c.numerator() * Integer(bottom / c.denominator()));
  }
};

}  // namespace detail

/// p q modulo m, which is no constant. Common factors are divided out at the end alone.
inline Polynomial product_modulo(const Polynomial& p, const Polynomial& q, const Polynomial& m) {
  if (p.is_zero() || q.is_zero()) return {};
  const detail::OverOne x(p), y(q), modulus(m);
  std::vector<Integer> product(x.top.size() + y.top.size() - 1);
  for (std::size_t i = 0; i < x.top.size(); ++i)
    for (std::size_t j = 0; j < y.top.size(); ++j) product[i + j] += x.top[i] * y.top[j];
  Integer bottom = x.bottom * y.bottom;
  const Integer& leading = modulus.top.back();
  const std::size_t degree = modulus.top.size() - 1;
  while (product.size() > degree) {
    const Integer top = std::move(product.back());
    product.pop_back();
    if (top == 0) continue;
    const std::size_t shift = product.size() - degree;
    for (auto& c : product) c *= leading;
    bottom *= leading;
    for (std::size_t i = 0; i < degree; ++i) product[shift + i] -= top * modulus.top[i];
  }
  std::vector<Rational> result;
  for (const auto& c : product) {
    WorkBudget::charge_long(c.bits() + bottom.bits());
    result.emplace_back(c, bottom);
  }
  return Polynomial(std::move(result));
}

/// No root is common to both, as is seen modulo a prime; false says nothing. The second one is no constant.
inline bool are_seen_coprime(const Polynomial& p, const Polynomial& q) try {
  const auto modulo_prime = [](const Polynomial& f) {
    std::vector<Residue> coefficients;
    for (const auto& c : f.coefficients()) coefficients.emplace_back(c);
    return PolynomialOver<Residue>(std::move(coefficients));
  };
  const auto left = modulo_prime(p), right = modulo_prime(q);
  return right.degree() == q.degree() && !left.is_zero() && gcd(left, right).degree() == 0;
} catch (const std::overflow_error&) {  // a denominator that the prime divides
  return false;
}

}  // namespace hamel
