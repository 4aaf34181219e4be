// Irreducible factors over the rationals, so that an algebraic number is named by its minimal polynomial.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "polynomial.hpp"

namespace hamel {

namespace detail {

/// Polynomials modulo a prime, lowest coefficient first, without leading zeros.
class ModularPolynomials {
 public:
  using Poly = std::vector<Integer>;

  explicit ModularPolynomials(Integer prime) : p_(std::move(prime)) {}

  const Integer& prime() const { return p_; }
  static int degree(const Poly& f) { return static_cast<int>(f.size()) - 1; }

  Poly reduced(Poly f) const {
    for (auto& c : f)
      if ((c %= p_) < 0) c += p_;
    while (!f.empty() && f.back() == 0) f.pop_back();
    return f;
  }
  Poly monic(const Poly& f) const { return f.empty() ? f : product(f, {inverse(f.back())}); }
  Poly product(const Poly& f, const Poly& g) const {
    if (f.empty() || g.empty()) return {};
    Poly result(f.size() + g.size() - 1);
    for (std::size_t i = 0; i < f.size(); ++i)
      for (std::size_t j = 0; j < g.size(); ++j) {
        WorkBudget::charge_long(f[i].bits());
        result[i + j] += f[i] * g[j];
      }
    return reduced(std::move(result));
  }
  Poly difference(Poly f, const Poly& g) const {
    f.resize(std::max(f.size(), g.size()));
    for (std::size_t i = 0; i < g.size(); ++i) f[i] -= g[i];
    return reduced(std::move(f));
  }
  /// Quotient and remainder of a division by a monic polynomial.
  std::pair<Poly, Poly> divided(Poly f, const Poly& g) const {
    Poly quotient(f.size() >= g.size() ? f.size() - g.size() + 1 : 0);
    for (std::size_t shift = quotient.size(); shift-- > 0;) {
      const Integer factor = quotient[shift] = f[shift + g.size() - 1];
      if (factor == 0) continue;
      for (std::size_t i = 0; i < g.size(); ++i) {
        WorkBudget::charge_long(g[i].bits());
        f[shift + i] = (f[shift + i] - factor * g[i]) % p_;
      }
    }
    return {reduced(std::move(quotient)), reduced(std::move(f))};
  }
  Poly gcd(Poly f, Poly g) const {
    while (!g.empty()) {
      g = monic(g);
      Poly rest = divided(std::move(f), g).second;
      f = std::exchange(g, std::move(rest));
    }
    return f;
  }
  Poly power(Poly base, Integer exponent, const Poly& modulus) const {
    Poly result{Integer(1)};
    for (; exponent > 0; exponent >>= 1) {
      if (exponent.is_odd()) result = divided(product(result, base), modulus).second;
      base = divided(product(base, base), modulus).second;
    }
    return result;
  }

  /// The irreducible factors of a monic square-free polynomial (Cantor & Zassenhaus 1981).
  std::vector<Poly> factors(Poly f) const {
    std::vector<Poly> found;
    const Poly x{Integer(0), Integer(1)};
    Poly frobenius = x;  // x^(p^k) mod f
    for (int k = 1; 2 * k <= degree(f); ++k) {
      frobenius = power(divided(std::move(frobenius), f).second, p_, f);
      const Poly common = gcd(f, difference(frobenius, x));
      if (degree(common) < 1) continue;
      split(monic(common), k, found);
      f = divided(std::move(f), monic(common)).first;
    }
    if (degree(f) > 0) found.push_back(std::move(f));
    return found;
  }

 private:
  Integer inverse(const Integer& a) const {
    Integer r0 = p_, r1 = a, t0 = 0, t1 = 1;
    while (r1 != 0) {
      const Integer quotient = r0 / r1;
      r0 = std::exchange(r1, Integer(r0 - quotient * r1));
      t0 = std::exchange(t1, Integer(t0 - quotient * t1));
    }
    return t0 < 0 ? Integer(t0 + p_) : t0;
  }
  /// Splits a product of irreducible factors of degree k.
  void split(const Poly& f, int k, std::vector<Poly>& found) const {
    if (degree(f) == k) {
      found.push_back(f);
      return;
    }
    std::mt19937 generator(1981);
    const Integer half = (pow(p_, static_cast<unsigned>(k)) - 1) / 2;
    for (;;) {
      Poly trial;
      for (int i = 0; i < degree(f); ++i) trial.emplace_back(generator());
      const Poly common = monic(gcd(f, difference(power(trial, half, f), {Integer(1)})));
      if (degree(common) < 1 || degree(common) == degree(f)) continue;
      split(common, k, found);
      split(divided(f, common).first, k, found);
      return;
    }
  }

  Integer p_;
};

/// The coefficients over their common denominator, without a common factor.
inline std::vector<Integer> primitive(const Polynomial& p) {
  Integer scale = 1, common = 0;
  for (const auto& c : p.coefficients()) scale = lcm(scale, c.denominator());
  std::vector<Integer> result;
  for (const auto& c : p.coefficients()) {
    result.push_back(c.numerator() * (scale / c.denominator()));
    common = gcd(common, result.back());
  }
  for (auto& c : result) c /= common;
  return result;
}

}  // namespace detail

/// More factors modulo the prime than this are not recombined.
inline constexpr std::size_t largest_recombination = 14;

/// The monic irreducible factors over Q of a square-free polynomial: factors modulo one prime beyond Mignotte's
/// bound, recombined. A polynomial whose coefficients need a prime of more than 4423 bits, or that has more than
/// `largest_recombination` factors modulo it, is returned whole: then the factors are coprime, not irreducible.
inline std::vector<Polynomial> irreducible_factors(const Polynomial& polynomial) {
  using Poly = detail::ModularPolynomials::Poly;
  if (polynomial.degree() < 2) return {polynomial.monic()};
  const Poly whole = detail::primitive(polynomial);
  Integer size = 0;
  for (const auto& c : whole) size += abs(c);
  const Integer bound = (abs(whole.back()) * size << (unsigned(polynomial.degree() + 1))) + 1;
  for (const unsigned exponent : {61u, 127u, 521u, 1279u, 2203u, 4423u}) {  // Mersenne primes
    const detail::ModularPolynomials modular((Integer(1) << exponent) - 1);
    const Integer& p = modular.prime();
    if (p <= bound || whole.back() % p == 0) continue;
    const Poly f = modular.monic(modular.reduced(whole));
    Poly slope;
    for (std::size_t i = 1; i < f.size(); ++i) slope.push_back(f[i] * static_cast<int>(i));
    if (modular.degree(modular.gcd(f, modular.reduced(slope))) > 0) continue;
    auto pieces = modular.factors(f);
    if (pieces.size() > largest_recombination) break;
    std::vector<Polynomial> found;
    Polynomial rest = polynomial.monic();
    for (std::size_t count = 1; 2 * count <= pieces.size();) {
      bool divides = false;
      for (std::uint32_t set = 1; set < (1u << pieces.size()) && !divides; ++set) {
        if (static_cast<std::size_t>(__builtin_popcount(set)) != count) continue;
        Poly candidate{modular.reduced({whole.back()})};
        for (std::size_t i = 0; i < pieces.size(); ++i)
          if (set >> i & 1u) candidate = modular.product(candidate, pieces[i]);
        std::vector<Rational> coefficients;
        for (const auto& c : candidate) coefficients.emplace_back(2 * c > p ? Integer(c - p) : c);
        const Polynomial factor = Polynomial(std::move(coefficients)).monic();
        auto [quotient, remainder] = rest.divided_by(factor);
        if (!(divides = remainder.is_zero())) continue;
        found.push_back(factor);
        rest = std::move(quotient);
        for (std::size_t i = pieces.size(); i-- > 0;)
          if (set >> i & 1u) pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(i));
      }
      if (!divides) ++count;
    }
    if (rest.degree() > 0) found.push_back(rest);
    return found;
  }
  return {polynomial.monic()};
}

}  // namespace hamel
