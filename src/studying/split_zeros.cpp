// Cases, one after the other.
#include "split_zeros.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include <hamel/algebra/real_roots.hpp>

#include "algebraic_zeros.hpp"
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

CoordinatePolynomial in_variable(const Polynomial& p, int k) {
  CoordinatePolynomial sum;
  for (auto c = p.coefficients().rbegin(); c != p.coefficients().rend(); ++c)
    sum = sum * CoordinatePolynomial::variable(k) + CoordinatePolynomial(*c);
  return sum;
}

/// A polynomial that names one variable.
Polynomial in_one_variable(const CoordinatePolynomial& p, int k) {
  std::vector<Rational> coefficients;
  for (const auto& [monomial, factor] : p.terms()) {
    const auto power = static_cast<std::size_t>(power_in(monomial, k));
    if (coefficients.size() <= power) coefficients.resize(power + 1);
    coefficients[power] = factor;
  }
  return Polynomial(std::move(coefficients));
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

/// Cases of an equation in one variable: its rational roots, and what is left where it has others that are real.
bool split_at_roots(const ZeroCase& now, std::size_t place, std::vector<ZeroCase>& waiting) {
  const CoordinatePolynomial& p = now.equations[place];
  const int k = *p.variables().begin();
  const Polynomial whole = in_one_variable(p, k);
  Polynomial rest = square_free(whole);
  const auto roots = real_roots(whole);
  for (const RealRoot& root : roots)
    if (root.is_rational()) {
      waiting.push_back(now.with(k, CoordinatePolynomial(root.lower)));
      rest = rest.divided_by(root.polynomial).first;
    }
  if (std::ranges::all_of(roots, &RealRoot::is_rational)) return true;
  if (rest.degree() == whole.degree()) return false;
  ZeroCase other = now;
  other.equations[place] = in_variable(rest, k);
  waiting.push_back(std::move(other));
  return true;
}

/// Cases of one equation, where there are polynomials alone.
bool split_into(ZeroCase& now, std::vector<ZeroCase>& waiting) {
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
    if (variables.size() == 1 && split_at_roots(now, i, waiting)) return true;
  }
  return false;
}

/// Each factor of an equation is 0.
bool split_by_factors(const ZeroCase& now, std::vector<ZeroCase>& waiting) {
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
  return false;
}

/// Of c k + r, c and r are 0, or k is -r / c.
bool split_by_quotients(const ZeroCase& now, std::vector<ZeroCase>& waiting) {
  constexpr std::size_t most_terms = 100, most_in_factor = 8;
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

/// Numerator and denominator modulo the polynomial of the number; one that names nothing else is divided by.
VariableQuotient reduced(const VariableQuotient& quotient, const NamedNumber& number) {
  const VariableQuotient result{number.reduced(quotient.value), number.reduced(quotient.over)};
  if (result.over.variables() != std::set<int>{number.variable}) return result;
  const auto root = std::make_shared<const RealRoot>(number.root);
  const AlgebraicNumber inverse =
      AlgebraicNumber(1) / AlgebraicNumber(in_one_variable(result.over, number.variable), root);
  return {number.reduced(result.value * in_variable(inverse.polynomial(), number.variable))};
}

/// Where equations stay what they are when these variables are scaled: zeros are looked for with one of them 1.
struct Scaling {
  std::optional<int> unit;
  std::set<int> variables;

  CoordinatePolynomial factor(int k) const {
    return unit && variables.contains(k) ? CoordinatePolynomial::variable(*unit)
                                         : CoordinatePolynomial(1);
  }
};

/// The variables that all equations are homogeneous in, if no others can be scaled.
Scaling scaling_of(const std::vector<CoordinatePolynomial>& equations) {
  std::set<int> all;
  for (const auto& p : equations) all.merge(p.variables());
  const std::vector<int> variables(all.begin(), all.end());
  std::vector<DynamicVector<Rational>> differences;  // of exponents in one equation
  for (const auto& p : equations)
    for (const auto& [monomial, factor] : p.terms()) {
      differences.emplace_back(static_cast<Eigen::Index>(variables.size()));
      for (std::size_t i = 0; i < variables.size(); ++i)
        differences.back()(static_cast<Eigen::Index>(i)) =
            power_in(monomial, variables[i]) - power_in(p.terms().begin()->first, variables[i]);
    }
  DynamicMatrix<Rational> rows(static_cast<Eigen::Index>(differences.size()),
                               static_cast<Eigen::Index>(variables.size()));
  for (Eigen::Index i = 0; i < rows.rows(); ++i)
    rows.row(i) = differences[static_cast<std::size_t>(i)].transpose();
  const DynamicMatrix<Rational> weights = kernel<Rational>(rows);
  Scaling scaling;
  if (weights.cols() != 1) return scaling;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const Rational& weight = weights(static_cast<Eigen::Index>(i), 0);
    if (weight.is_zero()) continue;
    if (weight != Rational(1)) return {};
    scaling.variables.insert(variables[i]);
    scaling.unit = variables[i];
  }
  return scaling;
}

/// The case at a zero of its equations. False where that is not seen to be one.
bool add_zero(const ZeroCase& now, const AlgebraicZero& zero, const Scaling& scaling, int variable,
              SplitZeros& result) {
  const NamedNumber number{variable, zero.number};
  ZeroCase there = now;
  for (const auto& [k, p] : zero.values)
    there = there.with(k, in_variable(p, variable) * scaling.factor(k));
  const auto vanishes = [&](const CoordinatePolynomial& p) {
    return number.reduced(p).terms().empty();
  };
  if (!there.is_known() || !std::ranges::all_of(there.equations, vanishes)) return false;
  if (std::ranges::any_of(there.nonzero, vanishes)) return true;
  ZeroFamily family{{}, {}, number};
  for (const auto& [k, quotient] : there.values) family.values[k] = reduced(quotient, number);
  result.families.push_back(std::move(family));
  return true;
}

/// Where the equations have finitely many zeros, but for a scaling: one case for each that is rational, and families.
bool split_at_zeros(const ZeroCase& now, int number, std::vector<ZeroCase>& waiting,
                    SplitZeros& result) {
  const Scaling scaling = scaling_of(now.equations);
  std::vector<CoordinatePolynomial> equations = now.equations;
  if (scaling.unit)
    for (auto& p : equations) p = replaced(p, {{*scaling.unit, CoordinatePolynomial(1)}});
  const auto zeros = algebraic_zeros(equations);
  if (!zeros) return false;
  for (const auto& zero : *zeros) {
    if (!zero.number.is_rational()) {
      if (!add_zero(now, zero, scaling, number, result)) return false;
      continue;
    }
    ZeroCase there = now;
    for (const auto& [k, p] : zero.values)
      there = there.with(k, CoordinatePolynomial(p(Rational(0))) * scaling.factor(k));
    waiting.push_back(std::move(there));
  }
  if (scaling.unit) waiting.push_back(now.with(*scaling.unit, CoordinatePolynomial()));
  return true;
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

namespace {

/// All cases, as far as the work budget lasts.
void split_all(const std::vector<CoordinatePolynomial>& equations,
               const CoordinatePolynomial& nonzero, int number, SplitZeros& result) try {
  constexpr int most_cases = 2000, most_quotients = 200;
  constexpr std::int64_t split_operations = 120'000'000;
  const WorkBudget budget(split_operations);
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
      if (++quotients <= most_quotients &&
          (split_by_factors(now, waiting) || split_at_zeros(now, number, waiting, result) ||
           split_by_quotients(now, waiting)))
        continue;
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
    if (!now.tidy() || split_into(now, waiting)) continue;
    if (auto spheres = spheres_of(now.equations))
      add_family(now, std::move(*spheres), result);
    else
      resisting.push_back(std::move(now));
  }
} catch (const BudgetExceeded&) {
  result.complete = false;
}

}  // namespace

SplitZeros split_zeros(const std::vector<CoordinatePolynomial>& equations,
                       const CoordinatePolynomial& nonzero, int number) {
  SplitZeros result;
  split_all(equations, nonzero, number, result);
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
