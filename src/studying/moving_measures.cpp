// Powers of det(D^T M D), of its factors, an exponential, and powers of other polynomials.
#include "moving_measures.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "exact/factorisation.hpp"
#include "flows/darboux.hpp"
#include "flows/study.hpp"
#include "function_fit.hpp"
#include "lowering/normal_form.hpp"
#include "lowering/nowhere_zero.hpp"

namespace hamel {

namespace {

using Formula = CoordinatePolynomial;
using Unknown = IntegralSearch::Unknown;

Unknown constant(const MovingFlow& flow) {
  return {std::vector<int>(static_cast<std::size_t>(flow.system().functions.rows()), 0),
          std::vector<int>(static_cast<std::size_t>(flow.variables()), 0)};
}

/// A polynomial in stored numbers, or one in velocities, in functions and velocities, where it is one of low degree, or
/// one in few of the functions; else 0.
Formula in_functions(const Formula& p, const MovingFlow& flow, IntegralSearch& search) {
  const int m = static_cast<int>(flow.system().functions.rows()), first = flow.system().numbers;
  const auto variables = p.variables();
  if (!variables.empty() && *variables.begin() >= first) {
    std::map<int, int> names;
    for (const int k : variables) names[variable_of(k)] = m + k - first;
    return renamed(p, names);
  }
  auto unknowns = search.unknowns_of({0}, study_degree);
  unknowns.insert(unknowns.begin(), constant(flow));
  Formula found = search.fitted(
      unknowns, [&](const FlowSample& at) { return MovingFlow::value(p, at); },
      [&](const Formula& q) { return flow.vanishes(flow.stored(q) - p); });
  if (!found.terms().empty()) return found;
  if (const Renaming renaming(flow.system(), flow.variables()); renaming.holds())
    return renaming(p).value_or(Formula());
  const auto sets = closed_sets(flow.about().ring);
  for (const auto& set : std::set<std::set<int>>(sets.begin(), sets.end()))
    if (found.terms().empty() && static_cast<int>(set.size()) < m)
      found = FunctionFit(flow, search, set)(p).value_or(Formula());
  return found;
}

/// The irreducible factors of det where it is a polynomial in one of the functions; else none.
std::vector<Formula> factors_in_one_function(const MovingFlow& flow, IntegralSearch& search) {
  for (std::size_t i = 0; i < constant(flow).functions.size(); ++i) {
    std::vector<Unknown> powers;
    for (int k = 0; k <= study_degree; ++k) {
      powers.push_back(constant(flow));
      powers.back().functions[i] = k;
    }
    const Formula det = search.fitted(
        powers, [&](const FlowSample& at) { return MovingFlow::value(flow.det(), at); },
        [&](const Formula& q) { return flow.vanishes(flow.stored(q) - flow.det()); });
    if (det.terms().empty()) continue;
    std::vector<Rational> coefficients(study_degree + 1);
    for (const auto& [monomial, factor] : det.terms())
      coefficients[monomial.empty() ? 0 : static_cast<std::size_t>(monomial[0].second)] = factor;
    const Polynomial whole(std::move(coefficients));
    std::vector<Formula> found;
    for (const auto& part : irreducible_factors(square_free(whole))) {
      Formula factor;
      for (std::size_t k = 0; k < part.coefficients().size(); ++k)
        factor += Formula(part.coefficients()[k]) * IntegralSearch::as_polynomial(powers[k]);
      found.push_back(flow.stored(factor));
    }
    return found;
  }
  return {};
}

/// Of its terms with the stored numbers as they are at a point.
Formula at_point(const Formula& p, const StoredPoint& point, int numbers) {
  return value_of<Formula>(p.terms(), [&](int i) {
    const auto k = static_cast<std::size_t>(index_of(i));
    return index_of(i) < numbers ? Formula(point[k][static_cast<std::size_t>(kind_of(i))])
                                 : Formula::variable(index_of(i) - numbers);
  });
}

/// Whether a linear form in the velocities divides its own rate: where it is 0 one of the velocities is a combination
/// of the others, and the rate is 0.
bool divides_its_rate(const Formula& form, const MovingFlow& flow) {
  const auto& [monomial, factor] = *form.terms().begin();
  const int solved = monomial.front().first;
  const Formula value = Formula::number(solved) - Formula(Rational(Rational(1) / factor)) * form;
  const Formula rate = flow.along(form);
  return flow.vanishes(value_of<Formula>(
      rate.terms(), [&](int i) { return i == solved ? value : Formula::number(i); }));
}

/// Combinations of two and more velocities that divide their own rates: those that do at one point are Darboux
/// polynomials of a field in the velocities alone.
std::vector<Formula> invariant_combinations(const MovingFlow& flow) {
  if (flow.variables() < 2) return {};
  const int first = flow.system().numbers;
  const StoredPoint point = flow.some_point();
  PolynomialField field;
  for (int j = 0; j < flow.variables(); ++j) {
    field.names.push_back("u");
    field.rates.push_back(
        at_point(flow.rates()[static_cast<std::size_t>(first + j)], point, first));
  }
  std::vector<Formula> found;
  for (const auto& darboux : darboux_polynomials(field, 1)) {
    std::map<int, int> names;
    for (int j = 0; j < flow.variables(); ++j) names[variable_of(j)] = first + j;
    const Formula form = renamed(darboux.polynomial, names);
    if (form.terms().size() > 1 && !form.terms().contains({}) && divides_its_rate(form, flow))
      found.push_back(form);
  }
  return found;
}

/// Velocities that divide their own rates.
std::vector<Formula> invariant_velocities(const MovingFlow& flow) {
  std::vector<Formula> found = invariant_combinations(flow);
  for (int j = 0; j < flow.variables(); ++j) {
    const int k = flow.system().numbers + j;
    const auto& rate = flow.rates()[static_cast<std::size_t>(k)];
    const auto holds = [&](const auto& term) {
      return std::ranges::any_of(term.first,
                                 [&](const auto& power) { return power.first == variable_of(k); });
    };
    if (std::ranges::all_of(rate.terms(), holds)) found.push_back(Formula::variable(k));
  }
  return found;
}

/// Functions that divide their derivatives along the whole basis: one that is not 0 at the identity is 0 nowhere.
std::vector<Formula> characters(const MovingFlow& flow) {
  const StoredSystem& system = flow.system();
  std::vector<Formula> found;
  for (Eigen::Index i = 0; i < system.functions.rows(); ++i) {
    const auto& function = system.functions(i, 0).terms();
    if (function.size() != 1 || function.begin()->first.size() != 1) continue;
    const auto variable = function.begin()->first.front();
    const auto holds = [&](const auto& term) {
      return std::ranges::count(term.first, variable) > 0;
    };
    const bool divides = std::ranges::all_of(system.function_slopes, [&](const auto& slopes) {
      return std::ranges::all_of(slopes(i, 0).terms(), holds);
    });
    if (!divides || variable.second != 1 || !is_plain(variable.first)) continue;
    if (const auto value = flow.at_identity(i); value && !value->is_zero())
      found.push_back(system.functions(i, 0));
  }
  return found;
}

/// sum_i a_i P_i' / P_i + Q' + div = 0 for given P_i and unknown a_i and Q, of degree up to two: poles are where det is
/// 0, so the P_i are factors of it, or Darboux polynomials themselves. P_i are in stored numbers and velocities.
std::optional<Density> of_factors(const std::vector<Formula>& factors, int exponent_degree,
                                  const MovingFlow& flow, IntegralSearch& search) {
  std::vector<Formula> rates;  // times det
  for (const auto& p : factors) rates.push_back(flow.along(p));
  const auto exponents =
      exponent_degree > 0 ? search.unknowns_of({0}, exponent_degree) : std::vector<Unknown>();
  const std::size_t count = factors.size() + exponents.size();
  Density density;
  const bool found = search.relation_at_points(
      count + 1,
      [&](const FlowSample& at) {
        const Residue det = MovingFlow::value(flow.det(), at);
        std::vector<Residue> row;
        for (std::size_t i = 0; i < factors.size(); ++i)
          row.push_back(MovingFlow::value(rates[i], at) /
                        (det * MovingFlow::value(factors[i], at)));
        for (const auto& unknown : exponents) row.push_back(search.rate(at, unknown));
        row.push_back(MovingFlow::value(flow.divergence(), at) / det);
        return row;
      },
      [&](const DynamicVector<Rational>& x) {  // times det and all P_i
        density = {};
        Formula product(1), sum = flow.divergence();
        for (std::size_t k = 0; k < exponents.size(); ++k)
          if (const Rational& c = x(static_cast<Eigen::Index>(factors.size() + k)); !c.is_zero())
            density.exponent += Formula(c) * IntegralSearch::as_polynomial(exponents[k]);
        sum += flow.along(flow.stored(density.exponent));
        for (std::size_t i = 0; i < factors.size(); ++i) {
          const Rational& power = x(static_cast<Eigen::Index>(i));
          if (power.is_zero()) continue;
          density.factors.push_back({factors[i], power});
          sum = flow.reduced(sum * factors[i] + Formula(power) * rates[i] * product);
          product = flow.reduced(product * factors[i]);
        }
        return flow.vanishes(sum);
      });
  return found ? std::optional(std::move(density)) : std::nullopt;
}

/// Powers of one polynomial of degree up to two in the functions.
std::optional<Density> of_powers(const MovingFlow& flow, IntegralSearch& search) {
  const auto unknowns = search.unknowns_of({0}, 2);
  Formula last;
  for (const auto& power : simple_powers()) {
    const auto found = search.kernel_at_points(
        unknowns,
        [&](const FlowSample& at) {
          const Residue det = Residue(power) * MovingFlow::value(flow.det(), at),
                        divergence = MovingFlow::value(flow.divergence(), at);
          std::vector<Residue> row;
          for (const auto& unknown : unknowns)
            row.push_back(det * search.rate(at, unknown) + divergence * search.value(at, unknown));
          return row;
        },
        [&](const Formula& q) {
          last = q;
          const Formula p = flow.stored(q);
          return flow.vanishes(Formula(power) * flow.along(p) + flow.divergence() * p);
        });
    if (found) return Density{{{detail::primitive(last), power}}};
  }
  return std::nullopt;
}

}  // namespace

InvariantMeasures measures_of(const MovingFlow& flow, IntegralSearch& search) {
  InvariantMeasures result;
  result.decided = true;
  if (flow.vanishes(flow.divergence())) return result;
  result.divergence = Formula(1);
  const std::vector<Formula> whole{flow.det()},
      parts = simple_factors(flow.det()), others = factors_in_one_function(flow, search),
      velocities = invariant_velocities(flow), units = characters(flow);
  for (const bool smooth : {true, false})
    for (const int exponent_degree : {0, 2})
      for (std::vector<Formula> factors : {whole, parts, others}) {
        for (const auto& unit : units)
          if (!std::ranges::count(factors, unit)) factors.push_back(unit);
        if (!smooth) factors.insert(factors.end(), velocities.begin(), velocities.end());
        auto density = of_factors(factors, exponent_degree, flow, search);
        if (!density) continue;
        for (auto& [p, power] : density->factors) {
          p = detail::primitive(in_functions(p, flow, search));
          if (p.terms().empty()) {
            result.not_covered = "a density that is no polynomial of low degree in the functions";
            return result;
          }
        }
        result.densities.push_back(std::move(*density));
        if (smooth) result.smooth = true;  // where det and units are not 0
        return result;
      }
  if (auto density = of_powers(flow, search)) result.densities.push_back(std::move(*density));
  return result;
}

}  // namespace hamel
