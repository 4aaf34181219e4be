// Factors by what they multiply a power of a variable with.
#include "nowhere_zero.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <set>
#include <vector>

#include "normal_form.hpp"

namespace hamel {

namespace {

bool is_zero(const CoordinatePolynomial& p) {
  return p.terms().empty();
}

bool is_constant(const CoordinatePolynomial& p) {
  return is_zero(p) || (p.terms().size() == 1 && p.terms().begin()->first.empty());
}

/// Without the powers of variables that all terms hold.
CoordinatePolynomial stripped(CoordinatePolynomial p) {
  if (is_zero(p)) return p;
  const CoordinatePolynomial::Monomial first = p.terms().begin()->first;
  for (const auto& [variable, power] : first) {
    auto parts = by_powers(p, variable);
    parts.erase(parts.begin(), std::ranges::find_if_not(parts, is_zero));
    p = CoordinatePolynomial();
    while (!parts.empty()) {
      p = p * CoordinatePolynomial::number(variable) + parts.back();
      parts.pop_back();
    }
  }
  return p;
}

/// p without one factor.
std::optional<CoordinatePolynomial> divided_once(const CoordinatePolynomial& p, int first,
                                                 int last) {
  for (int k = first; k < last; ++k) {
    if (power_of(p, variable_of(k)) == 0) continue;
    for (const auto& part : by_powers(p, variable_of(k))) {
      const CoordinatePolynomial factor = stripped(part);
      if (is_constant(factor) || !is_nowhere_zero(factor)) continue;
      if (auto result = exact_quotient(p, factor)) return result;
    }
  }
  return std::nullopt;
}

}  // namespace

// By division in a variable of f: the leading coefficients divide one another too.
std::optional<CoordinatePolynomial> exact_quotient(const CoordinatePolynomial& p,
                                                   const CoordinatePolynomial& f) {
  if (is_constant(f)) return p / f;
  if (p.is_known() && is_zero(p)) return p;
  for (const auto& [monomial, factor] : f.terms())
    for (const auto& [variable, power] : monomial)
      if (power > power_of(p, variable)) return std::nullopt;
  const int variable = std::prev(f.terms().end())->first.front().first;
  const auto divisor = by_powers(f, variable);
  const std::size_t degree = divisor.size() - 1;
  auto rest = by_powers(p, variable);
  CoordinatePolynomial result;
  for (std::size_t k = rest.size(); k-- > degree;) {
    const auto factor = exact_quotient(rest[k], divisor.back());
    if (!factor) return std::nullopt;
    for (std::size_t i = 0; i <= degree; ++i) rest[k - degree + i] -= *factor * divisor[i];
    CoordinatePolynomial term = *factor;
    for (std::size_t i = 0; i < k - degree; ++i) term *= CoordinatePolynomial::number(variable);
    result += term;
  }
  return result.is_known() && std::ranges::all_of(rest, is_zero) ? std::optional(result)
                                                                 : std::nullopt;
}

bool is_nowhere_zero(const CoordinatePolynomial& p) {
  if (!p.is_known() || is_zero(p)) return false;
  const auto& terms = p.terms();
  const int sign = terms.begin()->second.sign();
  return terms.contains({}) && std::ranges::all_of(terms, [&](const auto& term) {
           return term.second.sign() == sign &&
                  std::ranges::all_of(term.first,
                                      [](const auto& power) { return power.second % 2 == 0; });
         });
}

CoordinatePolynomial without_nowhere_zero_factors(const CoordinatePolynomial& p, int first,
                                                  int last) {
  CoordinatePolynomial result = p;
  if (!p.is_known()) return result;
  while (auto divided = divided_once(result, first, last)) result = std::move(*divided);
  return result;
}

std::vector<CoordinatePolynomial> simple_factors(const CoordinatePolynomial& p) {
  if (!p.is_known() || is_constant(p)) return {};
  std::vector<CoordinatePolynomial> found;
  const CoordinatePolynomial rest = stripped(p);
  std::set<int> variables, divisors;
  for (const auto& [monomial, factor] : p.terms())
    for (const auto& [variable, power] : monomial) variables.insert(variable);
  for (const int variable : variables)
    if (power_of(rest, variable) < power_of(p, variable))
      found.push_back(CoordinatePolynomial::number(variable));
  if (is_constant(rest)) return found;
  const auto add = [&](const CoordinatePolynomial& q) {
    for (auto& factor : simple_factors(q))
      if (std::ranges::none_of(found, [&](const auto& known) { return is_zero(known - factor); }))
        found.push_back(std::move(factor));
  };
  for (const int variable : variables) {
    if (power_of(rest, variable) == 0) continue;
    const auto parts = by_powers(rest, variable);
    const auto divides_all = [&](const CoordinatePolynomial& factor) {
      return std::ranges::all_of(parts, [&](const auto& part) {
        return is_zero(part) || exact_quotient(part, factor).has_value();
      });
    };
    if (std::ranges::any_of(parts, [](const auto& p) { return !is_zero(p) && is_constant(p); }))
      continue;
    for (const auto& part : parts) {
      const CoordinatePolynomial factor = stripped(part);
      if (is_constant(factor) || !divides_all(factor)) continue;
      if (const auto other = exact_quotient(rest, factor)) {
        add(factor);
        add(*other);
        return found;
      }
    }
  }
  found.push_back(rest);
  return found;
}

}  // namespace hamel
