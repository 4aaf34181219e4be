// Division with a remainder by several polynomials.
#include "reduced_equations.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "isolated_zeros.hpp"

namespace hamel {

namespace {

using Formula = CoordinatePolynomial;
using Monomial = Formula::Monomial;

int degree(const Monomial& monomial) {
  int sum = 0;
  for (const auto& [variable, power] : monomial) sum += power;
  return sum;
}

/// By degree, then by exponents of the first variable in which they differ.
bool is_less(const Monomial& x, const Monomial& y) {
  if (const int a = degree(x), b = degree(y); a != b) return a < b;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    if (x[i].first != y[i].first) return x[i].first > y[i].first;
    if (x[i].second != y[i].second) return x[i].second < y[i].second;
  }
  return x.size() < y.size();
}

const Formula::Terms::value_type& leading(const Formula& p) {
  return *std::ranges::max_element(p.terms(), is_less,
                                   [](const auto& term) -> const Monomial& { return term.first; });
}

/// x / y, if it is a monomial.
std::optional<Formula> quotient(const Monomial& x, const Monomial& y) {
  Formula product(1);
  std::size_t matched = 0;
  for (const auto& [variable, power] : x) {
    const int less = power_in(y, variable / 3);
    if (less > power) return std::nullopt;
    matched += less > 0;
    for (int i = less; i < power; ++i) product *= Formula::variable(variable / 3);
  }
  return matched == y.size() ? std::optional(std::move(product)) : std::nullopt;
}

/// p less multiples of the others, until its leading term is no multiple of theirs; nothing where terms grow many.
std::optional<Formula> remainder(Formula p, const std::vector<Formula>& all, std::size_t without) {
  constexpr std::size_t most_terms = 200;
  for (bool divided = true; divided && !p.terms().empty();) {
    divided = false;
    const auto [top, factor] = leading(p);
    for (std::size_t j = 0; j < all.size() && !divided; ++j) {
      if (j == without) continue;
      const auto& [below, divisor] = leading(all[j]);
      if (const auto times = quotient(top, below)) {
        p -= Formula(Rational(factor / divisor)) * *times * all[j];
        if (!p.is_known() || p.terms().size() > most_terms) return std::nullopt;
        divided = true;
      }
    }
  }
  return p;
}

}  // namespace

bool reduce_by_each_other(std::vector<Formula>& equations) {
  bool changed = false;
  for (std::size_t i = 0; i < equations.size();) {
    auto rest = remainder(equations[i], equations, i);
    if (!rest || rest->terms() == equations[i].terms()) {
      ++i;
      continue;
    }
    changed = true;
    if (rest->terms().empty())
      equations.erase(equations.begin() + static_cast<std::ptrdiff_t>(i));
    else
      equations[i] = std::move(*rest);
    i = 0;
  }
  return changed;
}

}  // namespace hamel
