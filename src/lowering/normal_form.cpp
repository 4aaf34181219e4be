// Rewriting by relations until nothing is left to rewrite.
#include "normal_form.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <tuple>

namespace hamel {

namespace {

using Monomial = CoordinatePolynomial::Monomial;

/// Lexicographic, for which all rules replace by smaller monomials: functions that were added last come first, among
/// the stored numbers the first ones, sines before cosines.
bool is_larger(const Monomial& p, const Monomial& q, int added) {
  const auto rank = [added](int variable) {
    const int index = index_of(variable);
    return std::tuple(index >= added ? -index : index, -static_cast<int>(kind_of(variable)));
  };
  std::vector<std::tuple<std::tuple<int, int>, int>> powers;
  for (const auto& [variable, power] : p) powers.emplace_back(rank(variable), power);
  for (const auto& [variable, power] : q) powers.emplace_back(rank(variable), -power);
  std::ranges::sort(powers);
  for (std::size_t i = 0; i < powers.size(); ++i) {
    int difference = std::get<1>(powers[i]);
    if (i + 1 < powers.size() && std::get<0>(powers[i]) == std::get<0>(powers[i + 1]))
      difference += std::get<1>(powers[++i]);
    if (difference != 0) return difference > 0;
  }
  return false;
}

/// m / by; nothing where `by` does not divide.
std::optional<Monomial> quotient(const Monomial& m, const Monomial& by) {
  Monomial rest;
  auto divisor = by.begin();
  for (const auto& [variable, power] : m) {
    int left = power;
    if (divisor != by.end() && divisor->first == variable) left -= divisor++->second;
    if (left < 0) return std::nullopt;
    if (left > 0) rest.emplace_back(variable, left);
  }
  return divisor == by.end() ? std::optional(std::move(rest)) : std::nullopt;
}

}  // namespace

QuotientRelation::QuotientRelation(int y, CoordinatePolynomial p, int added)
    : variable(y), divisor(std::move(p)) {
  const auto& terms = divisor.terms();
  auto largest = terms.begin();
  for (auto t = terms.begin(); t != terms.end(); ++t)
    if (is_larger(t->first, largest->first, added)) largest = t;
  lead = largest->first;
  const Rational c = largest->second;
  rest = (CoordinatePolynomial(1) -
          CoordinatePolynomial::variable(index_of(variable)) *
              (divisor - CoordinatePolynomial::term(largest->first, largest->second))) /
         CoordinatePolynomial(c);
  lead.emplace_back(variable, 1);
  std::ranges::sort(lead);
}

CoordinatePolynomial NormalForm::reduced(const CoordinatePolynomial& p) const {
  CoordinatePolynomial result = p.reduced(squares);
  if (quotients.empty()) return result;
  for (bool changed = true; changed && result.is_known();) {
    changed = false;
    CoordinatePolynomial change;
    for (const auto& [monomial, factor] : result.terms())
      for (const QuotientRelation& relation : quotients)
        if (const auto rest = quotient(monomial, relation.lead)) {
          change += CoordinatePolynomial::term(*rest, factor) * relation.rest -
                    CoordinatePolynomial::term(monomial, factor);
          changed = true;
          break;
        }
    if (changed) result = (result + change).reduced(squares);
  }
  return result;
}

bool NormalForm::vanishes(const CoordinatePolynomial& p) const {
  CoordinatePolynomial left = reduced(p);
  for (auto relation = quotients.rbegin(); relation != quotients.rend(); ++relation)
    left = cleared(left, relation->variable, relation->divisor, power_of(left, relation->variable))
               .reduced(squares);
  return left.is_known() && left.terms().empty();
}

int power_of(const CoordinatePolynomial& p, int variable) {
  int most = 0;
  for (const auto& [monomial, factor] : p.terms())
    for (const auto& [v, power] : monomial)
      if (v == variable) most = std::max(most, power);
  return most;
}

std::vector<CoordinatePolynomial> by_powers(const CoordinatePolynomial& p, int variable) {
  std::vector<CoordinatePolynomial> parts(static_cast<std::size_t>(power_of(p, variable)) + 1);
  for (const auto& [monomial, factor] : p.terms()) {
    Monomial rest;
    int its = 0;
    for (const auto& [v, k] : monomial)
      if (v == variable)
        its = k;
      else
        rest.emplace_back(v, k);
    parts[static_cast<std::size_t>(its)] += CoordinatePolynomial::term(rest, factor);
  }
  return parts;
}

CoordinatePolynomial cleared(const CoordinatePolynomial& p, int variable,
                             const CoordinatePolynomial& divisor, int power) {
  if (power == 0) return p;
  auto parts = by_powers(p, variable);
  parts.resize(static_cast<std::size_t>(power) + 1);
  CoordinatePolynomial sum;  // of parts[k] divisor^(power - k), by Horner's rule
  for (const auto& part : parts) sum = sum * divisor + part;
  return sum;
}

}  // namespace hamel
