// Sums of squares, by completing them: 4 A (A v^2 + B v + C) = (2 A v + B)^2 + (4 A C - B^2).
#include "real_zeros.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "exact/real_roots.hpp"

namespace hamel::varying {

namespace {

using P = ParameterPolynomial;

constexpr std::size_t largest_completed = 60;  ///< terms
constexpr int largest_isolated = 8;            ///< degree of what real roots are counted of

bool has_one(const Vector& squares) {
  return std::ranges::any_of(squares, [](const P& p) { return p.is_constant(); });
}

/// A sum of products of even powers times positive numbers: the products, each without its exponents.
std::optional<Vector> even_terms(const P& p) {
  Vector result;
  for (const auto& term : p.all_terms()) {
    if (term.coefficient < 0) return std::nullopt;
    P product(p.ring(), 1);
    for (std::size_t v = 0; v < term.exponents.size(); ++v) {
      if (term.exponents[v] % 2 == 1) return std::nullopt;
      if (term.exponents[v] > 0) product = product * P::variable(p.ring(), static_cast<int>(v));
    }
    result.push_back(std::move(product));
  }
  return result;
}

/// In one variable alone, and positive for all its values.
bool is_positive_in_one_variable(const P& p) {
  int only = -1;
  for (int v = 0; v < static_cast<int>(names_of(p.ring()).size()); ++v) {
    if (p.degree(v) < 1) continue;
    if (only >= 0 || p.degree(v) > largest_isolated) return false;
    only = v;
  }
  if (only < 0) return false;
  const Polynomial alone = in_one_variable(p, only);
  return alone.leading().sign() > 0 && !has_real_roots(alone);
}

/// Of p itself.
std::optional<Vector> squares_in(const P& p) {
  if (p.is_zero()) return Vector{};
  if (auto products = even_terms(p)) return products;
  if (p.is_constant() || p.terms() > largest_completed) return std::nullopt;
  const P one(p.ring(), 1);
  if (is_positive_in_one_variable(p)) return Vector{one};
  for (int v = 0; v < static_cast<int>(names_of(p.ring()).size()); ++v) {
    if (p.degree(v) != 2) continue;
    const P a = p.coefficient(v, 2), b = p.coefficient(v, 1), c = p.coefficient(v, 0);
    const auto positive = squares_in(a);
    if (!positive || !has_one(*positive)) continue;
    auto squares = squares_in(P(p.ring(), 4) * a * c - b * b);
    if (squares) squares->push_back(P(p.ring(), 2) * a * P::variable(p.ring(), v) + b);
    return squares;
  }
  return std::nullopt;
}

}  // namespace

Polynomial in_one_variable(const P& p, int variable) {
  std::vector<Rational> coefficients(static_cast<std::size_t>(std::max(p.degree(variable), 0)) + 1);
  for (const auto& term : p.all_terms())
    coefficients[term.exponents[static_cast<std::size_t>(variable)]] = Rational(term.coefficient);
  return Polynomial(std::move(coefficients));
}

std::optional<Vector> as_sum_of_squares(const P& p) {
  auto squares = squares_in(p);
  if (!squares) squares = squares_in(-p);
  if (squares && has_one(*squares)) return Vector{P(p.ring(), 1)};
  return squares;
}

bool has_no_real_zeros(const P& p) {
  const auto squares = as_sum_of_squares(p);
  return squares && has_one(*squares);
}

}  // namespace hamel::varying
