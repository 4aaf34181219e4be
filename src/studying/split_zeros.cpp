// Cases, one after the other.
#include "split_zeros.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <utility>

#include <hamel/algebra/real_roots.hpp>

#include "proving/nowhere_zero.hpp"
#include "zero_case.hpp"

namespace hamel {

namespace {

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
    auto variables = sphere_of(p);
    if (!variables) return std::nullopt;
    for (const int k : *variables)
      if (!seen.insert(k).second) return std::nullopt;
    spheres.push_back(std::move(*variables));
  }
  return spheres;
}

/// Cases of one equation, where there are polynomials alone.
bool split_into(ZeroCase& now, std::vector<ZeroCase>& waiting, SplitZeros& result) {
  std::ranges::stable_sort(now.equations, {}, [](const auto& p) { return p.terms().size(); });
  for (std::size_t i = 0; i < now.equations.size(); ++i) {
    const CoordinatePolynomial p = now.equations[i];
    const auto variables = p.variables();
    if (const auto divisor = factor_of(p)) {
      if (!now.is_nonzero(*divisor)) waiting.push_back(now.with(*divisor, CoordinatePolynomial()));
      now.equations[i] = divided(p, *divisor);
      waiting.push_back(std::move(now));
      return true;
    }
    if (const auto value = solved(p)) {
      waiting.push_back(now.with(value->first, value->second));
      return true;
    }
    if (const auto zeros = sum_of_squares(p)) {
      if (zeros->contains(-1)) return true;
      for (const int k : *zeros) now = now.with(k, CoordinatePolynomial());
      waiting.push_back(std::move(now));
      return true;
    }
    if (variables.size() == 1) {
      const int k = *variables.begin();
      std::vector<Rational> coefficients;
      for (const auto& [monomial, factor] : p.terms()) {
        const auto power = static_cast<std::size_t>(power_in(monomial, k));
        if (coefficients.size() <= power) coefficients.resize(power + 1);
        coefficients[power] = factor;
      }
      for (const RealRoot& root : real_roots(Polynomial(std::move(coefficients))))
        if (root.is_rational())
          waiting.push_back(now.with(k, CoordinatePolynomial(root.lower)));
        else
          result.complete = false;
      return true;
    }
  }
  return false;
}

/// Each factor of an equation is 0; or, of c k + r, c and r are, or k is -r / c.
bool split_by_factors_or_quotients(const ZeroCase& now, std::vector<ZeroCase>& waiting) {
  constexpr std::size_t most_terms = 100, most_in_factor = 8;
  for (std::size_t i = 0; i < now.equations.size(); ++i) {
    const auto factors = simple_factors(now.equations[i]);
    if (factors.size() < 2) continue;
    for (const auto& factor : factors) {
      ZeroCase one = now;
      one.equations[i] = factor;
      waiting.push_back(std::move(one));
    }
    return true;
  }
  for (std::size_t i = 0; i < now.equations.size(); ++i) {
    const auto linear = linear_ones(now.equations[i]);
    if (linear.empty() || now.equations[i].terms().size() > most_terms ||
        linear.front().factor.terms().size() > most_in_factor)
      continue;
    ZeroCase none = now;
    none.equations[i] = linear.front().factor;
    none.equations.push_back(linear.front().rest);
    waiting.push_back(std::move(none));
    waiting.push_back(now.solved_for(linear.front()));
    return true;
  }
  return false;
}

/// Some of the variables are 0.
void add_trials(const ZeroCase& now, std::vector<ZeroCase>& trials) {
  std::set<int> left;
  for (const auto& p : now.equations) left.merge(p.variables());
  for (const int k : left) {
    if (k < now.guessed || now.is_nonzero(k)) continue;
    ZeroCase trial = now.with(k, CoordinatePolynomial());
    trial.guessed = k + 1;
    trials.push_back(std::move(trial));
  }
}

/// Where what is not 0 is something else than 0 at a point of the spheres, the equations hold on all of these.
void add_family(const ZeroCase& now, std::vector<std::vector<int>> spheres, SplitZeros& result) {
  std::map<int, CoordinatePolynomial> point;
  for (const auto& sphere : spheres)
    for (const auto& [k, x] : point_on(sphere)) point[k] = CoordinatePolynomial(x);
  const bool dense = std::ranges::none_of(now.nonzero, [&](const auto& p) {
    const auto here = replaced(p, point);
    return !here.is_known() || here.terms().empty();
  });
  if (dense)
    result.families.push_back({now.values, std::move(spheres)});
  else
    result.complete = false;
}

}  // namespace

CoordinatePolynomial replaced(const CoordinatePolynomial& p,
                              const std::map<int, CoordinatePolynomial>& values) {
  return value_of<CoordinatePolynomial>(p.terms(), [&](int i) {
    const auto place = values.find(i / 3);
    return place == values.end() ? CoordinatePolynomial::variable(i / 3) : place->second;
  });
}

bool ZeroFamily::is_zero(const CoordinatePolynomial& p) const {
  const auto rest = reduced_on(spheres, numerator(p, values));
  return rest.is_known() && rest.terms().empty();
}

bool lies_in(const ZeroFamily& inner, const ZeroFamily& outer) {
  for (const auto& sphere : outer.spheres) {
    CoordinatePolynomial sum(-1);
    for (const int k : sphere)
      sum += CoordinatePolynomial::variable(k) * CoordinatePolynomial::variable(k);
    if (!inner.is_zero(sum)) return false;
  }
  return std::ranges::all_of(outer.values, [&](const auto& entry) {
    const auto& [k, quotient] = entry;
    return !inner.is_zero(quotient.over) &&
           inner.is_zero(CoordinatePolynomial::variable(k) * quotient.over - quotient.value);
  });
}

std::map<int, Rational> point_on(const std::vector<int>& sphere) {
  const auto k = static_cast<int>(sphere.size()) - 1;
  std::map<int, Rational> point;
  for (const int i : sphere) point[i] = Rational(4) / Rational(k + 4);
  point[sphere.back()] = Rational(4 - k) / Rational(k + 4);
  return point;
}

SplitZeros split_zeros(const std::vector<CoordinatePolynomial>& equations,
                       const CoordinatePolynomial& nonzero) {
  constexpr int most_cases = 2000, most_quotients = 200;
  SplitZeros result;
  ZeroCase first;
  first.equations = equations;
  first.nonzero.push_back(nonzero);
  // What resists waits for cases with quotients, and then for trials.
  std::vector<ZeroCase> waiting{std::move(first)}, resisting, trials;
  int quotients = 0;
  for (int count = 0; !waiting.empty() || !resisting.empty() || !trials.empty(); ++count) {
    if (count > most_cases) {
      result.complete = false;
      break;
    }
    if (waiting.empty() && !resisting.empty()) {
      const ZeroCase now = std::move(resisting.back());
      resisting.pop_back();
      if (++quotients <= most_quotients && split_by_factors_or_quotients(now, waiting)) continue;
      result.complete = false;
      add_trials(now, trials);
      continue;
    }
    auto& next = waiting.empty() ? trials : waiting;
    ZeroCase now = std::move(next.back());
    next.pop_back();
    if (!now.is_known()) {
      result.complete = false;
      continue;
    }
    if (!now.tidy() || split_into(now, waiting, result)) continue;
    if (auto spheres = spheres_of(now.equations))
      add_family(now, std::move(*spheres), result);
    else
      resisting.push_back(std::move(now));
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
