// Quotients of polynomials in coordinates, sines and cosines, brought to a normal form.
#include "hidden_constant.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/check/coordinate_polynomial.hpp>

namespace hamel::reading {

namespace {

constexpr std::size_t max_nodes = 200;  // of a formula that is tried
constexpr std::size_t max_terms = 30;   // of a polynomial on the way
constexpr int max_multiples = 16;       // of angles in a sine or cosine, in all

/// A quotient of polynomials modulo cos^2 + sin^2 = 1, or not known.
class Quotient {
 public:
  Quotient() = default;
  explicit Quotient(int number) : above_(number) {}
  explicit Quotient(const Integer& number) : above_(number) {}
  Quotient(const CoordinatePolynomial& above, const CoordinatePolynomial& below)
      : above_(above.reduced({})), below_(below.reduced({})) {
    known_ = above_.is_known() && below_.is_known() && !below_.terms().empty() &&
             std::max(above_.terms().size(), below_.terms().size()) <= max_terms;
  }

  static Quotient unknown() {
    Quotient result;
    result.known_ = false;
    return result;
  }
  bool is_known() const { return known_; }
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

  friend Quotient operator+(const Quotient& p, const Quotient& q) {
    if (!p.known_ || !q.known_) return unknown();
    if (p.below_ == q.below_) return {p.above_ + q.above_, p.below_};
    return {p.above_ * q.below_ + q.above_ * p.below_, p.below_ * q.below_};
  }
  friend Quotient operator-(const Quotient& p) {
    return p.known_ ? Quotient(-p.above_, p.below_) : p;
  }
  friend Quotient operator-(const Quotient& p, const Quotient& q) { return p + -q; }
  friend Quotient operator*(const Quotient& p, const Quotient& q) {
    if (p.is_zero() || q.is_zero()) return Quotient(0);
    if (!p.known_ || !q.known_) return unknown();
    return {p.above_ * q.above_, p.below_ * q.below_};
  }
  friend Quotient operator/(const Quotient& p, const Quotient& q) {
    if (!p.known_ || !q.known_ || q.is_zero()) return unknown();
    return {p.above_ * q.below_, p.below_ * q.above_};
  }
  friend Quotient cos(const Quotient& p) { return circular(p, true); }
  friend Quotient sin(const Quotient& p) { return circular(p, false); }
  friend Quotient tan(const Quotient& p) { return sin(p) / cos(p); }
  friend Quotient exp(const Quotient& p) { return p.is_zero() ? Quotient(1) : unknown(); }
  friend Quotient log(const Quotient& p) {
    return p.constant() == Rational(1) ? Quotient(0) : unknown();
  }
  friend Quotient sqrt(const Quotient& p) {
    const auto c = p.constant();
    return c && (*c == Rational(0) || *c == Rational(1)) ? p : unknown();
  }

 private:
  /// Of an integer combination of variables.
  static Quotient circular(const Quotient& p, bool cosine) {
    const Quotient denominator(p.below_, 1);
    const auto c = denominator.constant();
    if (!p.known_ || !c) return unknown();
    const CoordinatePolynomial angle = p.above_ / CoordinatePolynomial(*c);
    Rational multiples = 0;
    for (const auto& term : angle.terms()) multiples += abs(term.second);
    if (multiples > Rational(max_multiples) || angle.terms().size() > 3) return unknown();
    return {cosine ? cos(angle) : sin(angle), 1};
  }

  CoordinatePolynomial above_, below_ = 1;
  bool known_ = true;
};

/// Do values at a few points rule out a constant?
bool varies(const Expression& formula, int variables) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> draw(0.3, 1.2);
  std::vector<double> point(static_cast<std::size_t>(variables)), found;
  for (int k = 0; k < 4; ++k) {
    for (double& x : point) x = draw(generator);
    const double value = formula.evaluate<double>(std::span<const double>(point));
    if (std::isfinite(value)) found.push_back(value);
  }
  return found.size() > 1 &&
         std::abs(*std::ranges::max_element(found) - *std::ranges::min_element(found)) > 1e-3;
}

}  // namespace

Expression without_hidden_constant(const Expression& formula, int variables) {
  if (formula.is_constant() || formula.nodes().size() > max_nodes || varies(formula, variables))
    return formula;
  // every variable as a multiple of a part of it, so that x/2 and x/3 are integer multiples
  for (const int parts : {1, 2, 3, 4, 6, 12}) {
    std::vector<Quotient> point;
    for (int i = 0; i < variables; ++i)
      point.emplace_back(CoordinatePolynomial(parts) * CoordinatePolynomial::variable(i), 1);
    const Quotient value = formula.evaluate<Quotient>(std::span<const Quotient>(point));
    if (const auto c = value.constant()) return Expression(*c);
    if (value.is_known()) break;
  }
  return formula;
}

void reveal_constants(std::vector<Expression>& formulas, int variables) {
  for (auto& formula : formulas) formula = without_hidden_constant(formula, variables);
}

}  // namespace hamel::reading
