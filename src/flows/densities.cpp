// Invariant measures of a polynomial field.
#include "densities.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "darboux.hpp"
#include "exact/monomials.hpp"
#include "exact/partial_derivative.hpp"
#include "first_integrals.hpp"

namespace hamel {

std::vector<Rational> simple_powers() {
  std::vector<Rational> all;
  for (const int top : {-1, 1, -2, 2, -3, 3, -4, 4})
    for (const int bottom : {1, 2, 3, 4})
      if (std::gcd(top, bottom) == 1) all.emplace_back(Rational(top) / Rational(bottom));
  return all;
}

namespace {

/// The variables in classes that do not feel each other.
std::vector<std::vector<int>> separate_variables(const PolynomialField& field) {
  std::vector<int> of(static_cast<std::size_t>(field.dimension()));
  std::iota(of.begin(), of.end(), 0);
  for (std::size_t k = 0; k < of.size(); ++k)
    for (const int other : field.rates[k].variables()) {
      const int from = of[static_cast<std::size_t>(other)], to = of[k];
      std::ranges::replace(of, from, to);
    }
  std::map<int, std::vector<int>> classes;
  for (std::size_t k = 0; k < of.size(); ++k) classes[of[k]].push_back(static_cast<int>(k));
  std::vector<std::vector<int>> all;
  for (auto& [name, variables] : classes) all.push_back(std::move(variables));
  return all;
}

/// p with variable k under the name places[k].
CoordinatePolynomial moved(const CoordinatePolynomial& p, const std::map<int, int>& places) {
  return value_of<CoordinatePolynomial>(
      p.terms(), [&](int i) { return CoordinatePolynomial::variable(places.at(index_of(i))); });
}

/// A density for which the divergence is this polynomial. Darboux polynomials of degrees up to `degree` have cofactors
/// K, and sum_i a_i K_i + Q' = -div is linear in the a_i and in Q; for each of the simple powers a P' = -(div) P is
/// linear in P.
std::optional<Density> density_for(const PolynomialField& field,
                                   const CoordinatePolynomial& divergence, int degree,
                                   std::string& not_covered) {
  const CoordinatePolynomial wanted = CoordinatePolynomial(-1) * divergence;
  std::vector<DarbouxPolynomial> known;
  const auto combined = [&](int exponent_degree) -> std::optional<Density> {
    std::vector<CoordinatePolynomial> columns, exponents;
    for (const auto& darboux : known) columns.push_back(darboux.cofactor);
    for (int k = 1; k <= exponent_degree; ++k)
      for (auto& monomial : detail::monomials_of(field.dimension(), k)) {
        columns.push_back(field.along(monomial));
        exponents.push_back(std::move(monomial));
      }
    const auto factors = detail::combination_for(columns, wanted);
    if (!factors) return std::nullopt;
    Density density;
    for (std::size_t i = 0; i < factors->size(); ++i) {
      const Rational& factor = (*factors)[i];
      if (factor.is_zero()) continue;
      if (i < known.size())
        density.factors.push_back({known[i].polynomial, factor});
      else
        density.exponent += CoordinatePolynomial(factor) * exponents[i - known.size()];
    }
    return density;
  };
  for (int k = 1; k <= degree; ++k) {
    if (monomial_count(field.dimension(), k) > largest_ansatz / 10) {
      not_covered = "densities of degree " + std::to_string(k) + " and higher";
      break;
    }
    for (auto& darboux : darboux_polynomials(field, k)) known.push_back(std::move(darboux));
    if (auto density = combined(0)) return density;
    const auto columns = detail::monomials_of(field.dimension(), k);
    for (const Rational& power : simple_powers()) {
      const auto found = detail::common_kernel(columns, [&](const CoordinatePolynomial& p) {
        return std::vector{CoordinatePolynomial(power) * field.along(p) + divergence * p};
      });
      if (!found.empty()) return Density{{{detail::primitive(found.front()), power}}};
    }
  }
  for (int k = 1; k <= degree && monomial_count(field.dimension() + 1, k) <= largest_ansatz / 10;
       ++k)
    if (auto density = combined(k)) return density;
  return std::nullopt;
}

}  // namespace

InvariantMeasures find_densities(const PolynomialField& field, int degree) {
  InvariantMeasures result;
  result.divergence = field.divergence();
  result.decided = true;
  if (result.volume()) return result;
  Density product;
  try {
    for (const auto& variables : separate_variables(field)) {
      CoordinatePolynomial divergence;
      for (const int k : variables)
        divergence += partial(field.rates[static_cast<std::size_t>(k)], k);
      if (divergence.terms().empty()) continue;
      const std::set<int> needed = field.closed(divergence.variables());
      PolynomialField part;
      std::map<int, int> places, back;
      for (const int k : needed) {
        back[static_cast<int>(places.size())] = k;
        places.emplace(k, static_cast<int>(places.size()));
      }
      for (const int k : needed)
        part.rates.push_back(moved(field.rates[static_cast<std::size_t>(k)], places));
      const auto density = density_for(part, moved(divergence, places), degree, result.not_covered);
      if (!density) return result;
      for (const auto& [p, power] : density->factors)
        product.factors.push_back({moved(p, back), power});
      product.exponent += moved(density->exponent, back);
    }
    result.densities.push_back(std::move(product));
  } catch (const BudgetExceeded& limit) {
    result.not_covered = limit.what();
  }
  return result;
}

}  // namespace hamel
