// Cases, one after the other.
#include "split_zeros.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <utility>

#include <hamel/algebra/real_roots.hpp>

namespace hamel {

namespace {

using Terms = CoordinatePolynomial::Terms;

struct Case {
  std::vector<CoordinatePolynomial> equations;
  std::map<int, CoordinatePolynomial> values;
  int guessed = 0;  ///< variables before it are no longer set to 0 on trial
};

int power_in(const CoordinatePolynomial::Monomial& monomial, int k) {
  for (const auto& [variable, power] : monomial)
    if (variable / 3 == k) return power;
  return 0;
}

CoordinatePolynomial term_of(const CoordinatePolynomial::Monomial& monomial, const Rational& factor,
                             int without) {
  CoordinatePolynomial term(factor);
  for (const auto& [variable, power] : monomial)
    for (int i = 0; i < power && variable / 3 != without; ++i)
      term *= CoordinatePolynomial::variable(variable / 3);
  return term;
}

Case with(const Case& before, int variable, const CoordinatePolynomial& value) {
  const std::map<int, CoordinatePolynomial> one{{variable, value}};
  Case next;
  next.guessed = before.guessed;
  for (const auto& p : before.equations) next.equations.push_back(replaced(p, one));
  for (const auto& [k, p] : before.values) next.values[k] = replaced(p, one);
  next.values[variable] = value;
  return next;
}

/// A variable that divides every term.
std::optional<int> factor_of(const CoordinatePolynomial& p) {
  for (const int k : p.variables())
    if (std::ranges::all_of(p.terms(),
                            [&](const auto& term) { return power_in(term.first, k) > 0; }))
      return k;
  return std::nullopt;
}

CoordinatePolynomial divided(const CoordinatePolynomial& p, int k) {
  CoordinatePolynomial sum;
  for (const auto& [monomial, factor] : p.terms()) {
    CoordinatePolynomial term = term_of(monomial, factor, k);
    for (int i = 1; i < power_in(monomial, k); ++i) term *= CoordinatePolynomial::variable(k);
    sum += term;
  }
  return sum;
}

/// k = value, where p is linear in k with a constant coefficient.
std::optional<std::pair<int, CoordinatePolynomial>> solved(const CoordinatePolynomial& p) {
  for (const int k : p.variables()) {
    CoordinatePolynomial rest;
    Rational factor_of_k;
    bool linear = true;
    for (const auto& [monomial, factor] : p.terms()) {
      const int power = power_in(monomial, k);
      if (power == 0)
        rest += term_of(monomial, factor, -1);
      else if (power == 1 && monomial.size() == 1)
        factor_of_k = factor;
      else
        linear = false;
    }
    if (linear && !factor_of_k.is_zero())
      return std::pair(k, CoordinatePolynomial(Rational(Rational(-1) / factor_of_k)) * rest);
  }
  return std::nullopt;
}

/// All terms even powers of one variable each, of one sign: 0 only where all these variables are.
std::optional<std::set<int>> sum_of_squares(const CoordinatePolynomial& p) {
  const int sign = p.terms().begin()->second.sign();
  std::set<int> all;
  for (const auto& [monomial, factor] : p.terms()) {
    if (factor.sign() != sign || monomial.size() > 1) return std::nullopt;
    if (monomial.empty()) {
      all.insert(-1);  // no zeros
      continue;
    }
    if (monomial[0].second % 2 != 0) return std::nullopt;
    all.insert(monomial[0].first / 3);
  }
  return all;
}

/// The sums of squares that are 1, of different variables, where there is nothing else.
std::optional<std::vector<std::vector<int>>> spheres_of(
    const std::vector<CoordinatePolynomial>& equations) {
  std::vector<std::vector<int>> spheres;
  std::set<int> seen;
  for (const auto& p : equations) {
    const auto first = p.terms().find({});
    if (first == p.terms().end()) return std::nullopt;
    const Rational scale = Rational(-1) * first->second;
    std::vector<int> variables;
    for (const auto& [monomial, factor] : p.terms()) {
      if (monomial.empty()) continue;
      if (monomial.size() > 1 || monomial[0].second != 2 || factor != scale) return std::nullopt;
      variables.push_back(monomial[0].first / 3);
      if (!seen.insert(variables.back()).second) return std::nullopt;
    }
    if (variables.size() < 2) return std::nullopt;
    spheres.push_back(std::move(variables));
  }
  return spheres;
}

/// Every zero of the one is a zero of the other.
bool lies_in(const ZeroFamily& inner, const ZeroFamily& outer) {
  for (const auto& sphere : outer.spheres) {
    CoordinatePolynomial sum(-1);
    for (const int k : sphere)
      sum += CoordinatePolynomial::variable(k) * CoordinatePolynomial::variable(k);
    const auto rest = replaced(sum, inner.values);
    if (!rest.is_known() ||
        (!rest.terms().empty() && std::ranges::find(inner.spheres, sphere) == inner.spheres.end()))
      return false;
  }
  return std::ranges::all_of(outer.values, [&](const auto& entry) {
    const auto difference =
        replaced(CoordinatePolynomial::variable(entry.first) - entry.second, inner.values);
    return difference.is_known() && difference.terms().empty();
  });
}

}  // namespace

CoordinatePolynomial replaced(const CoordinatePolynomial& p,
                              const std::map<int, CoordinatePolynomial>& values) {
  CoordinatePolynomial sum;
  for (const auto& [monomial, factor] : p.terms()) {
    CoordinatePolynomial term(factor);
    for (const auto& [variable, power] : monomial) {
      const auto place = values.find(variable / 3);
      const CoordinatePolynomial value =
          place == values.end() ? CoordinatePolynomial::variable(variable / 3) : place->second;
      for (int i = 0; i < power; ++i) term *= value;
    }
    sum += term;
  }
  return sum;
}

SplitZeros split_zeros(const std::vector<CoordinatePolynomial>& equations) {
  constexpr int most_cases = 2000;
  SplitZeros result;
  std::vector<Case> waiting{{equations, {}}}, trials;
  for (int count = 0; !waiting.empty() || !trials.empty(); ++count) {
    if (count > most_cases) {
      result.complete = false;
      break;
    }
    if (waiting.empty()) {
      waiting.push_back(std::move(trials.back()));
      trials.pop_back();
    }
    Case now = std::move(waiting.back());
    waiting.pop_back();
    std::erase_if(now.equations, [](const auto& p) { return p.is_known() && p.terms().empty(); });
    if (std::ranges::any_of(now.equations, [](const auto& p) { return !p.is_known(); })) {
      result.complete = false;
      continue;
    }
    if (std::ranges::any_of(now.equations, [](const auto& p) { return p.variables().empty(); }))
      continue;  // a number that is not 0
    if (now.equations.empty()) {
      result.families.push_back({std::move(now.values), {}});
      continue;
    }
    std::ranges::stable_sort(now.equations, {}, [](const auto& p) { return p.terms().size(); });
    bool split = false;
    for (std::size_t i = 0; i < now.equations.size() && !split; ++i) {
      const CoordinatePolynomial p = now.equations[i];
      const auto variables = p.variables();
      if (const auto divisor = factor_of(p)) {
        waiting.push_back(with(now, *divisor, CoordinatePolynomial()));
        now.equations[i] = divided(p, *divisor);
        waiting.push_back(std::move(now));
        split = true;
      } else if (const auto value = solved(p)) {
        waiting.push_back(with(now, value->first, value->second));
        split = true;
      } else if (const auto zeros = sum_of_squares(p)) {
        split = true;
        if (zeros->contains(-1)) continue;
        for (const int k : *zeros) now = with(now, k, CoordinatePolynomial());
        waiting.push_back(std::move(now));
      } else if (variables.size() == 1) {
        const int k = *variables.begin();
        std::vector<Rational> coefficients;
        for (const auto& [monomial, factor] : p.terms()) {
          const auto power = static_cast<std::size_t>(power_in(monomial, k));
          if (coefficients.size() <= power) coefficients.resize(power + 1);
          coefficients[power] = factor;
        }
        for (const RealRoot& root : real_roots(Polynomial(std::move(coefficients))))
          if (root.is_rational())
            waiting.push_back(with(now, k, CoordinatePolynomial(root.lower)));
          else
            result.complete = false;
        split = true;
      }
    }
    if (split) continue;
    if (auto spheres = spheres_of(now.equations)) {
      result.families.push_back({std::move(now.values), std::move(*spheres)});
      continue;
    }
    result.complete = false;
    std::set<int> left;
    for (const auto& p : now.equations) left.merge(p.variables());
    for (const int k : left) {
      if (k < now.guessed) continue;
      Case trial = with(now, k, CoordinatePolynomial());
      trial.guessed = k + 1;
      trials.push_back(std::move(trial));
    }
  }
  std::vector<ZeroFamily> largest;
  for (std::size_t i = 0; i < result.families.size(); ++i) {
    const auto& family = result.families[i];
    bool inside = false;
    for (std::size_t j = 0; j < result.families.size() && !inside; ++j)
      inside = j != i && lies_in(family, result.families[j]) &&
               (j < i || !lies_in(result.families[j], family));
    if (!inside) largest.push_back(family);
  }
  result.families = std::move(largest);
  return result;
}

}  // namespace hamel
