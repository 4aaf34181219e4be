// Factors by what they multiply a power of a variable with.
#include "nowhere_zero.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
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

/// Without variables that all terms hold to the same power.
CoordinatePolynomial stripped(CoordinatePolynomial p) {
  if (is_zero(p)) return p;
  const CoordinatePolynomial::Monomial first = p.terms().begin()->first;
  for (const auto& [variable, power] : first) {
    const auto parts = by_powers(p, variable);
    if (std::ranges::count_if(parts, is_zero) + 1 == std::ranges::ssize(parts)) p = parts.back();
  }
  return p;
}

/// p / f, exact, by division in a variable whose largest power f has with a constant.
std::optional<CoordinatePolynomial> quotient(const CoordinatePolynomial& p,
                                             const CoordinatePolynomial& f, int variable) {
  const auto divisor = by_powers(f, variable);
  const std::size_t degree = divisor.size() - 1;
  if (degree == 0 || !is_constant(divisor.back())) return std::nullopt;
  const auto x = CoordinatePolynomial::variable(variable / 3);
  auto rest = by_powers(p, variable);
  CoordinatePolynomial result;
  for (std::size_t k = rest.size(); k-- > degree;) {
    const CoordinatePolynomial factor = rest[k] / divisor.back();
    for (std::size_t i = 0; i <= degree; ++i) rest[k - degree + i] -= factor * divisor[i];
    CoordinatePolynomial term = factor;
    for (std::size_t i = 0; i < k - degree; ++i) term *= x;
    result += term;
  }
  return result.is_known() && std::ranges::all_of(rest, is_zero) ? std::optional(result)
                                                                 : std::nullopt;
}

/// p without one factor.
std::optional<CoordinatePolynomial> divided_once(const CoordinatePolynomial& p, int first,
                                                 int last) {
  for (int k = first; k < last; ++k) {
    if (power_of(p, 3 * k) == 0) continue;
    for (const auto& part : by_powers(p, 3 * k)) {
      const CoordinatePolynomial factor = stripped(part);
      if (is_constant(factor) || !is_nowhere_zero(factor)) continue;
      for (int by = first; by < last; ++by)
        if (auto result = quotient(p, factor, 3 * by)) return result;
    }
  }
  return std::nullopt;
}

}  // namespace

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

}  // namespace hamel
