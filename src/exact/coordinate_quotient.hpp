// Quotients of polynomials in coordinates, sines and cosines, brought to a normal form.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

#include <hamel/algebra/rational.hpp>
#include <hamel/check/coordinate_polynomial.hpp>

#include "argument_names.hpp"

namespace hamel {

/// A quotient of polynomials modulo cos^2 + sin^2 = 1, each of at most `max_terms` terms, or not known. A scalar that a
/// formula can be evaluated in.
template <std::size_t max_terms>
class CoordinateQuotient {
 public:
  static constexpr int max_multiples = 16;  ///< of angles in a sine or cosine, in all

  CoordinateQuotient() = default;
  explicit CoordinateQuotient(int number) : above_(number) {}
  explicit CoordinateQuotient(const Integer& number) : above_(number) {}
  CoordinateQuotient(const CoordinatePolynomial& above, const CoordinatePolynomial& below)
      : above_(above.reduced({})), below_(below.reduced({})) {
    known_ = above_.is_known() && below_.is_known() && !below_.terms().empty() &&
             std::max(above_.terms().size(), below_.terms().size()) <= max_terms;
  }

  static CoordinateQuotient unknown() {
    CoordinateQuotient result;
    result.known_ = false;
    return result;
  }
  bool is_known() const { return known_; }
  const CoordinatePolynomial& numerator() const { return above_; }
  const CoordinatePolynomial& denominator() const { return below_; }
  bool is_zero() const { return known_ && above_.terms().empty(); }

  /// c where above = c below: then c is the quotient of any two coefficients of the same monomial.
  std::optional<Rational> constant() const {
    if (!known_) return std::nullopt;
    if (above_.terms().empty()) return Rational(0);
    const auto& [monomial, coefficient] = *below_.terms().begin();
    const auto same = above_.terms().find(monomial);
    if (same == above_.terms().end()) return std::nullopt;
    const Rational c = same->second / coefficient;
    const CoordinatePolynomial rest = above_ - CoordinatePolynomial(c) * below_;
    return rest.terms().empty() ? std::optional(c) : std::nullopt;
  }

  friend CoordinateQuotient operator+(const CoordinateQuotient& p, const CoordinateQuotient& q) {
    if (!p.known_ || !q.known_) return unknown();
    if (p.below_ == q.below_) return {p.above_ + q.above_, p.below_};
    return {p.above_ * q.below_ + q.above_ * p.below_, p.below_ * q.below_};
  }
  friend CoordinateQuotient operator-(const CoordinateQuotient& p) {
    return p.known_ ? CoordinateQuotient(-p.above_, p.below_) : p;
  }
  friend CoordinateQuotient operator-(const CoordinateQuotient& p, const CoordinateQuotient& q) {
    return p + -q;
  }
  friend CoordinateQuotient operator*(const CoordinateQuotient& p, const CoordinateQuotient& q) {
    if (p.is_zero() || q.is_zero()) return CoordinateQuotient(0);
    if (!p.known_ || !q.known_) return unknown();
    return {p.above_ * q.above_, p.below_ * q.below_};
  }
  friend CoordinateQuotient operator/(const CoordinateQuotient& p, const CoordinateQuotient& q) {
    if (!p.known_ || !q.known_ || q.is_zero()) return unknown();
    return {p.above_ * q.below_, p.below_ * q.above_};
  }
  friend CoordinateQuotient cos(const CoordinateQuotient& p) { return circular(p, true); }
  friend CoordinateQuotient sin(const CoordinateQuotient& p) { return circular(p, false); }
  friend CoordinateQuotient tan(const CoordinateQuotient& p) { return sin(p) / cos(p); }
  friend CoordinateQuotient exp(const CoordinateQuotient& p) { return exponential(p); }
  friend CoordinateQuotient log(const CoordinateQuotient& p) {
    return p.constant() == Rational(1) ? CoordinateQuotient(0) : unknown();
  }
  friend CoordinateQuotient not_exact(const CoordinateQuotient&) { return unknown(); }
  friend CoordinateQuotient sqrt(const CoordinateQuotient& p) {
    const auto c = p.constant();
    return c && (*c == Rational(0) || *c == Rational(1)) ? p : unknown();
  }

 private:
  /// The argument of a function: a polynomial of few terms, with integers before all monomials but 1.
  std::optional<CoordinatePolynomial> argument() const {
    const auto c = CoordinateQuotient(below_, 1).constant();
    if (!known_ || !c) return std::nullopt;
    const CoordinatePolynomial p = above_ / CoordinatePolynomial(*c);
    Rational multiples = 0;
    for (const auto& [monomial, factor] : p.terms()) {
      if (!monomial.empty() && !factor.is_integer()) return std::nullopt;
      multiples += Rational(abs(factor).numerator());
    }
    if (multiples > Rational(max_multiples) || p.terms().size() > 3) return std::nullopt;
    return p;
  }
  /// Of an integer combination of variables; of other arguments by their names, if they have names.
  static CoordinateQuotient circular(const CoordinateQuotient& p, bool cosine) {
    const auto given = p.argument();
    if (!given) return unknown();
    CoordinatePolynomial angle;
    for (const auto& [monomial, factor] : given->terms()) {
      const bool linear =
          monomial.size() == 1 && monomial[0].second == 1 && is_plain(monomial[0].first);
      if (!linear && ArgumentNames::current() == nullptr) return unknown();
      const int variable = linear ? index_of(monomial[0].first)
                                  : ArgumentNames::current()->name(monomial, factor.denominator());
      angle += CoordinatePolynomial(factor.numerator()) * CoordinatePolynomial::variable(variable);
    }
    return {cosine ? cos(angle) : sin(angle), 1};
  }
  /// By the names of the terms of the argument.
  static CoordinateQuotient exponential(const CoordinateQuotient& p) {
    if (p.is_zero()) return CoordinateQuotient(1);
    const auto given = p.argument();
    if (!given || ArgumentNames::current() == nullptr) return unknown();
    CoordinateQuotient result(1);
    for (const auto& [monomial, factor] : given->terms()) {
      const int name = ArgumentNames::current()->name(monomial, factor.denominator());
      const CoordinateQuotient one(CoordinatePolynomial::variable(name), 1);
      for (Integer i = 0; i < abs(factor).numerator(); ++i)
        result = factor.sign() > 0 ? result * one : result / one;
    }
    return result;
  }

  CoordinatePolynomial above_, below_ = 1;
  bool known_ = true;
};

}  // namespace hamel
