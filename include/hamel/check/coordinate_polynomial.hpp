// Polynomials in the stored numbers of a group element and their sines and cosines, exact, with one derivative.
#pragma once

#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include <hamel/algebra/exact_traits.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/check/variables.hpp>

namespace hamel {

/// value + e * slope with e^2 = 0, both polynomials over the rationals in variables x_k, cos x_k and sin x_k.
/// A scalar that a formula can be evaluated in: what stays polynomial is exact, what does not (a quotient by a
/// variable, exp, sqrt, the cosine of anything but an integer combination of variables, a product of very
/// many terms) is marked and stays marked, see `is_known`.
class CoordinatePolynomial {
 public:
  /// Factors (variable, power), variables 3k: x_k, 3k+1: cos x_k, 3k+2: sin x_k, in increasing order.
  using Monomial = std::vector<std::pair<int, int>>;
  using Terms = std::map<Monomial, Rational>;
  /// A relation between stored numbers: the square of the variable is a polynomial in later ones.
  struct SquareRelation {
    int variable;
    Terms square;
  };

  static constexpr bool is_polynomial_ring = true;
  /// Pairs of terms that one product may take; a larger product is not known.
  static constexpr std::size_t max_products = 100000;

  CoordinatePolynomial() = default;
  template <class N>
  requires std::is_arithmetic_v<N> CoordinatePolynomial(N constant) {
    add_term(value_, {}, Rational(constant));
  }  // NOLINT: numbers are constants
  explicit CoordinatePolynomial(const Rational& constant) { add_term(value_, {}, constant); }
  explicit CoordinatePolynomial(const Integer& constant) {
    add_term(value_, {}, Rational(constant));
  }

  /// One term, of a factor that is not 0.
  static CoordinatePolynomial term(const Monomial& monomial, const Rational& factor) {
    CoordinatePolynomial result;
    result.value_[monomial] = factor;
    return result;
  }
  /// x_k, cos x_k or sin x_k, for i = 3k, 3k+1 or 3k+2.
  static CoordinatePolynomial number(int i) { return term({{i, 1}}, 1); }
  static CoordinatePolynomial variable(int k) { return number(variable_of(k)); }
  /// The infinitesimal e.
  static CoordinatePolynomial infinitesimal() {
    CoordinatePolynomial result;
    result.slope_[{}] = 1;
    return result;
  }

  /// False when the formula left the polynomials.
  bool is_known() const { return known_; }
  const Terms& terms() const { return value_; }

  /// The k of the variables x_k, cos x_k, sin x_k in it.
  std::set<int> variables() const {
    std::set<int> all;
    for (const auto& [monomial, factor] : value_)
      for (const auto& [variable, power] : monomial) all.insert(index_of(variable));
    return all;
  }

  /// The derivative along e as a polynomial of its own.
  CoordinatePolynomial slope() const {
    CoordinatePolynomial result;
    result.value_ = slope_;
    result.known_ = known_;
    return result;
  }
  /// The normal form of the value: cos^2 + sin^2 = 1 and the given relations used up. It is 0 iff the value
  /// vanishes at every element.
  CoordinatePolynomial reduced(const std::vector<SquareRelation>& relations) const {
    CoordinatePolynomial result;
    result.known_ = known_;
    Terms waiting = value_;
    while (!waiting.empty()) {
      const auto last = std::prev(waiting.end());
      const Monomial monomial = last->first;
      const Rational factor = last->second;
      waiting.erase(last);
      const auto replace = [&](std::size_t place, const Terms& square) {
        Monomial rest = monomial;
        if ((rest[place].second -= 2) == 0)
          rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(place));
        for (const auto& [other, coefficient] : square)
          add_term(waiting, product(rest, other), factor * coefficient);
      };
      bool changed = false;
      for (std::size_t i = 0; i < monomial.size() && !changed; ++i) {
        if (monomial[i].second < 2) continue;
        const int variable = monomial[i].first;
        if (is_sine(variable)) {
          replace(i, {{{}, Rational(1)}, {{{partner(variable), 2}}, Rational(-1)}});
          changed = true;
        }
        for (const auto& relation : relations)
          if (!changed && variable == relation.variable) {
            replace(i, relation.square);
            changed = true;
          }
      }
      if (!changed) add_term(result.value_, monomial, factor);
    }
    return result;
  }
  /// The value with x_k = numbers[k], all of which are 0 or make a polynomial without sines of them: the value
  /// at the identity.
  Rational at_identity(const std::vector<Rational>& numbers) const;
  /// The derivative of the value where x_k has the rate rates[k].
  CoordinatePolynomial derivative(const std::vector<CoordinatePolynomial>& rates) const {
    CoordinatePolynomial sum;
    sum.known_ = known_;
    for (const auto& [monomial, factor] : value_)
      for (std::size_t i = 0; i < monomial.size(); ++i) {
        const auto [variable, power] = monomial[i];
        Monomial others = monomial;
        if (--others[i].second == 0) others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        Rational inner = factor * Rational(power);
        if (!is_plain(variable)) {  // cos' = -sin, sin' = cos
          others = product(others, {{partner(variable), 1}});
          if (is_cosine(variable)) inner = -inner;
        }
        sum.add_product(others, inner, rates[static_cast<std::size_t>(index_of(variable))]);
      }
    return sum;
  }
  bool is_zero() const { return known_ && value_.empty() && slope_.empty(); }

  CoordinatePolynomial operator-() const { return CoordinatePolynomial(-1) * *this; }
  CoordinatePolynomial& operator+=(const CoordinatePolynomial& other) {
    known_ = known_ && other.known_;
    for (const auto& [monomial, factor] : other.value_) add_term(value_, monomial, factor);
    for (const auto& [monomial, factor] : other.slope_) add_term(slope_, monomial, factor);
    return *this;
  }
  CoordinatePolynomial& operator-=(const CoordinatePolynomial& other) { return *this += -other; }
  CoordinatePolynomial& operator*=(const CoordinatePolynomial& other) {
    return *this = *this * other;
  }
  CoordinatePolynomial& operator/=(const CoordinatePolynomial& other) {
    return *this = *this / other;
  }
  friend CoordinatePolynomial operator+(CoordinatePolynomial p, const CoordinatePolynomial& q) {
    return p += q;
  }
  friend CoordinatePolynomial operator-(CoordinatePolynomial p, const CoordinatePolynomial& q) {
    return p -= q;
  }
  friend CoordinatePolynomial operator*(const CoordinatePolynomial& p,
                                        const CoordinatePolynomial& q) {
    if (p.size() * q.size() > max_products) return unknown();
    CoordinatePolynomial result;
    result.known_ = p.known_ && q.known_;
    multiply(result.value_, p.value_, q.value_);
    multiply(result.slope_, p.value_, q.slope_);
    multiply(result.slope_, p.slope_, q.value_);
    return result;
  }
  friend CoordinatePolynomial operator/(const CoordinatePolynomial& p,
                                        const CoordinatePolynomial& q) {
    if (!q.is_constant() || q.constant().is_zero()) return unknown();
    return p * CoordinatePolynomial(Rational(1) / q.constant());
  }
  friend bool operator==(const CoordinatePolynomial& p, const CoordinatePolynomial& q) {
    return p.known_ == q.known_ && p.value_ == q.value_ && p.slope_ == q.slope_;
  }

  friend CoordinatePolynomial cos(const CoordinatePolynomial& p) { return circular(p).first; }
  friend CoordinatePolynomial sin(const CoordinatePolynomial& p) { return circular(p).second; }
  friend CoordinatePolynomial sqrt(const CoordinatePolynomial& p) {
    return p.is_constant() && (p.constant().is_zero() || p.constant() == Rational(1)) ? p
                                                                                      : unknown();
  }
  friend CoordinatePolynomial exp(const CoordinatePolynomial& p) {
    return p.is_zero() ? 1 : unknown();
  }
  friend CoordinatePolynomial log(const CoordinatePolynomial&) { return unknown(); }
  friend CoordinatePolynomial not_exact(const CoordinatePolynomial&) { return unknown(); }
  friend CoordinatePolynomial tan(const CoordinatePolynomial& p) { return sin(p) / cos(p); }

 private:
  static CoordinatePolynomial unknown() {
    CoordinatePolynomial result;
    result.known_ = false;
    return result;
  }
  std::size_t size() const { return value_.size() + slope_.size(); }
  bool is_constant() const {
    return known_ && slope_.empty() &&
           (value_.empty() || (value_.size() == 1 && value_.begin()->first.empty()));
  }
  Rational constant() const { return value_.empty() ? Rational(0) : value_.begin()->second; }

  static void add_term(Terms& terms, const Monomial& monomial, const Rational& factor) {
    if (factor.is_zero()) return;
    const auto place = terms.try_emplace(monomial, 0).first;
    place->second += factor;
    if (place->second.is_zero()) terms.erase(place);
  }
  static Monomial product(const Monomial& p, const Monomial& q) {
    Monomial result;
    auto i = p.begin(), j = q.begin();
    while (i != p.end() || j != q.end()) {
      if (j == q.end() || (i != p.end() && i->first < j->first))
        result.push_back(*i++);
      else if (i == p.end() || j->first < i->first)
        result.push_back(*j++);
      else {
        result.emplace_back(i->first, i->second + j->second);
        ++i, ++j;
      }
    }
    return result;
  }
  static void multiply(Terms& result, const Monomial& left, const Rational& a, const Terms& q) {
    for (const auto& [right, b] : q) add_term(result, product(left, right), a * b);
  }
  static void multiply(Terms& result, const Terms& p, const Terms& q) {
    for (const auto& [left, a] : p) multiply(result, left, a, q);
  }
  /// *this += a monomial times q.
  void add_product(const Monomial& monomial, const Rational& a, const CoordinatePolynomial& q) {
    known_ = known_ && q.known_ && q.size() <= max_products;
    if (!known_) return;
    multiply(value_, monomial, a, q.value_);
    multiply(slope_, monomial, a, q.slope_);
  }
  /// (cos p, sin p) for p = sum of integers times variables (+ e slope), by the addition theorems.
  static std::pair<CoordinatePolynomial, CoordinatePolynomial> circular(
      const CoordinatePolynomial& p) {
    CoordinatePolynomial c(1), s(0);
    if (!p.known_) return {unknown(), unknown()};
    for (const auto& [monomial, factor] : p.value_) {
      const bool linear =
          monomial.size() == 1 && monomial[0].second == 1 && is_plain(monomial[0].first);
      if (!linear || !factor.is_integer() || abs(factor) > Rational(16))
        return {unknown(), unknown()};
      CoordinatePolynomial cosine, sine;
      cosine.value_[{{monomial[0].first + 1, 1}}] = 1;
      sine.value_[{{monomial[0].first + 2, 1}}] = factor.sign();
      for (Rational i = 0; i < abs(factor); i += 1) {
        const CoordinatePolynomial next = c * cosine - s * sine;
        s = s * cosine + c * sine;
        c = next;
      }
    }
    CoordinatePolynomial change;
    change.slope_ = p.slope_;
    return {c - s * change, s + c * change};
  }

  Terms value_, slope_;
  bool known_ = true;
};

/// The polynomial with these terms at values of its numbers: of(3k), of(3k+1) and of(3k+2) in place of x_k, cos x_k and
/// sin x_k. Each term is made by multiply(term, of(i)), which may reduce it.
template <class Value, class Of, class Multiply>
Value value_of(const CoordinatePolynomial::Terms& terms, const Of& of, const Multiply& multiply) {
  Value sum(0);
  for (const auto& [monomial, factor] : terms) {
    Value term(factor);
    for (const auto& [number, power] : monomial) {
      const auto& value = of(number);
      for (int i = 0; i < power; ++i) multiply(term, value);
    }
    sum += term;
  }
  return sum;
}
/// The same by products as they are.
template <class Value, class Of>
Value value_of(const CoordinatePolynomial::Terms& terms, const Of& of) {
  return value_of<Value>(terms, of, [](Value& term, const auto& value) { term *= value; });
}

inline Rational CoordinatePolynomial::at_identity(const std::vector<Rational>& numbers) const {
  return value_of<Rational>(value_, [&](int i) {
    return is_plain(i) ? numbers[static_cast<std::size_t>(index_of(i))]
                       : Rational(is_cosine(i) ? 1 : 0);
  });
}

}  // namespace hamel

template <>
struct Eigen::NumTraits<hamel::CoordinatePolynomial>
    : hamel::detail::ExactTraits<hamel::CoordinatePolynomial, 10, 100, 100> {};
