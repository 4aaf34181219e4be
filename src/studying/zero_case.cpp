// Variables replaced by quotients in polynomials and quotients.
#include "zero_case.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>

#include "lowering/normal_form.hpp"
#include "lowering/nowhere_zero.hpp"

namespace hamel {

namespace {

using Formula = CoordinatePolynomial;

bool vanishes(const Formula& p) {
  return p.is_known() && p.terms().empty();
}

bool is_number(const Formula& p) {
  return p.is_known() && p.variables().empty();
}

/// sum_i p_i value^i over^(degree - i), of the coefficients p_i of x_k in p.
Formula homogeneous(const Formula& p, int k, const VariableQuotient& quotient, int degree) {
  if (!p.is_known()) return p;
  const auto powers = by_powers(p, variable_of(k));
  Formula sum;
  for (std::size_t i = 0; i < powers.size(); ++i) {
    Formula term = powers[i];
    for (int j = 0; j < degree; ++j)
      term *= j < static_cast<int>(i) ? quotient.value : quotient.over;
    sum += term;
  }
  return sum;
}

ZeroCase::Quotient simplified(ZeroCase::Quotient quotient) {
  if (!quotient.value.is_known() || !quotient.over.is_known()) return quotient;
  if (auto whole = exact_quotient(quotient.value, quotient.over)) return {std::move(*whole)};
  for (const auto& factor : simple_factors(quotient.over))
    for (;;) {
      const auto value = exact_quotient(quotient.value, factor),
                 over = exact_quotient(quotient.over, factor);
      if (is_number(factor) || !value || !over) break;
      quotient = {*value, *over};
    }
  const Formula scale(Rational(Rational(1) / quotient.over.terms().begin()->second));
  return {scale * quotient.value, scale * quotient.over};
}

}  // namespace

ZeroCase ZeroCase::replaced_by(int variable, const Quotient& quotient) const {
  const auto degree = [variable](const Formula& p) { return power_of(p, variable_of(variable)); };
  const auto in = [&](const Formula& p) { return homogeneous(p, variable, quotient, degree(p)); };
  ZeroCase next;
  next.guessed = guessed;
  for (const auto& p : equations) next.equations.push_back(in(p));
  for (const auto& p : relations) next.relations.push_back(in(p));
  for (const auto& p : nonzero) next.nonzero.push_back(in(p));
  for (const auto& [k, old] : values) {
    const int most = std::max(degree(old.value), degree(old.over));
    next.values[k] = most == 0 ? old
                               : simplified({homogeneous(old.value, variable, quotient, most),
                                             homogeneous(old.over, variable, quotient, most)});
  }
  next.values[variable] = quotient;
  return next;
}

ZeroCase ZeroCase::with(int variable, const Formula& value) const {
  return replaced_by(variable, {value});
}

ZeroCase ZeroCase::solved_for(const LinearIn& equation) const {
  ZeroCase next =
      replaced_by(equation.variable, simplified({Formula(-1) * equation.rest, equation.factor}));
  next.nonzero.push_back(equation.factor);
  return next;
}

bool ZeroCase::is_nonzero(int variable) const {
  return std::ranges::any_of(nonzero, [variable](const Formula& p) {
    return std::ranges::all_of(p.terms(), [variable](const auto& term) {
      return std::ranges::any_of(term.first, [variable](const auto& factor) {
        return factor.first == variable_of(variable);
      });
    });
  });
}

bool ZeroCase::is_known() const {
  const auto known = [](const Formula& p) { return p.is_known(); };
  return std::ranges::all_of(equations, known) && std::ranges::all_of(relations, known) &&
         std::ranges::all_of(nonzero, known) && std::ranges::all_of(values, [&](const auto& entry) {
           return known(entry.second.value) && known(entry.second.over);
         });
}

bool ZeroCase::tidy() {
  std::vector<std::vector<int>> spheres;
  if (const auto place = std::ranges::find_if(
          equations, [](const Formula& p) { return sphere_of(p).has_value(); });
      place != equations.end())
    spheres.push_back(*sphere_of(*place));
  const auto vanishes_here = [&](const Formula& p) { return vanishes(reduced_on(spheres, p)); };
  if (std::ranges::any_of(nonzero, vanishes_here)) return false;
  std::erase_if(nonzero, is_number);
  for (auto* all : {&equations, &relations}) {
    for (auto& p : *all)
      for (const auto& f : nonzero)
        while (!is_number(p)) {
          auto divided = exact_quotient(p, f);
          if (!divided) break;
          p = std::move(*divided);
        }
    for (auto& p : *all)
      while (const auto factor = nonzero_factor(p))
        p = *exact_quotient(p, Formula::variable(*factor));
    std::erase_if(*all, [&](const Formula& p) { return !sphere_of(p) && vanishes_here(p); });
    if (std::ranges::any_of(*all, is_number)) return false;
  }
  return true;
}

std::optional<int> ZeroCase::nonzero_factor(const Formula& p) const {
  if (!p.is_known() || p.terms().empty()) return std::nullopt;
  const auto in_all = [&](int variable) {
    return std::ranges::all_of(p.terms(), [&](const auto& term) {
      return std::ranges::any_of(term.first,
                                 [&](const auto& factor) { return factor.first == variable; });
    });
  };
  for (const auto& factor : p.terms().begin()->first)
    if (is_nonzero(index_of(factor.first)) && in_all(factor.first)) return index_of(factor.first);
  return std::nullopt;
}

void ZeroCase::drop_multiples() {
  for (std::size_t i = 0; i < equations.size(); ++i)
    for (std::size_t j = 0; j < equations.size();)
      if (j != i && exact_quotient(equations[j], equations[i])) {
        equations.erase(equations.begin() + static_cast<std::ptrdiff_t>(j));
        if (j < i) --i;
      } else {
        ++j;
      }
}

bool lies_in(const ZeroCase& inner, const ZeroCase& outer) {
  const auto is_zero = [&](const Formula& p) {
    const Formula here = numerator(p, inner.values);
    return here.is_known() && (here.terms().empty() ||
                               std::ranges::any_of(inner.equations, [&](const Formula& equation) {
                                 return exact_quotient(here, equation).has_value();
                               }));
  };
  return std::ranges::all_of(outer.equations, is_zero) &&
         std::ranges::all_of(outer.values, [&](const auto& entry) {
           const auto& [k, quotient] = entry;
           return !is_zero(quotient.over) &&
                  is_zero(Formula::variable(k) * quotient.over - quotient.value);
         });
}

CoordinatePolynomial numerator(const CoordinatePolynomial& p,
                               const std::map<int, VariableQuotient>& values) {
  CoordinatePolynomial result = p;
  for (const auto& [k, quotient] : values)
    if (const int power = power_of(result, variable_of(k)); power > 0)
      result = homogeneous(result, k, quotient, power);
  return result;
}

std::optional<std::vector<int>> sphere_of(const CoordinatePolynomial& p) {
  const auto constant = p.terms().find({});
  if (constant == p.terms().end()) return std::nullopt;
  const Rational scale = -constant->second;
  std::vector<int> variables;
  for (const auto& [monomial, factor] : p.terms()) {
    if (monomial.empty()) continue;
    if (monomial.size() > 1 || monomial[0].second != 2 || factor != scale) return std::nullopt;
    variables.push_back(index_of(monomial[0].first));
  }
  return variables.size() < 2 ? std::nullopt : std::optional(std::move(variables));
}

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

CoordinatePolynomial reduced_on(const std::vector<std::vector<int>>& spheres,
                                const CoordinatePolynomial& p) {
  std::vector<CoordinatePolynomial::SquareRelation> relations;
  for (const auto& sphere : spheres) {
    Formula rest(1);
    for (std::size_t i = 0; i + 1 < sphere.size(); ++i)
      rest -= Formula::variable(sphere[i]) * Formula::variable(sphere[i]);
    relations.push_back({variable_of(sphere.back()), rest.terms()});
  }
  return p.reduced(relations);
}

std::vector<LinearIn> linear_ones(const CoordinatePolynomial& p) {
  std::vector<LinearIn> all;
  for (const int k : p.variables()) {
    auto powers = by_powers(p, variable_of(k));
    if (powers.size() != 2 || is_number(powers[1])) continue;
    all.push_back({k, std::move(powers[1]), std::move(powers[0])});
  }
  std::ranges::stable_sort(all, {}, [](const LinearIn& x) {
    return std::tuple(x.factor.terms().size(), x.rest.terms().size());
  });
  return all;
}

}  // namespace hamel
