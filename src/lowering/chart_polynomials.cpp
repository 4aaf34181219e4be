// Lagrangian and constraints of a chart, read over q and v.
#include "chart_polynomials.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include <hamel/core/error.hpp>

#include "formula_reader.hpp"
#include "nowhere_zero.hpp"
#include "velocity_terms.hpp"

namespace hamel {

namespace {

constexpr int most_coordinates = 6;

/// No number stands beside its own cosine or sine.
bool angles_stand_alone(const CoordinateRing& ring) {
  std::set<int> plain, turned;
  for (const auto& p : ring.stored())
    for (const auto& [monomial, factor] : p.terms())
      for (const auto& [variable, power] : monomial)
        (is_plain(variable) ? plain : turned).insert(index_of(variable));
  return std::ranges::none_of(turned, [&](int i) { return plain.contains(i); });
}

/// L, or 1/2 v^T M v - U.
CoordinatePolynomial lagrangian_of(const ChartSystem& file, FormulaReader& read,
                                   const FormulaVariables& variables) {
  if (file.lagrangian) return read(*file.lagrangian, variables.without_time());
  const int n = file.dim(), v = variables.first_velocity();
  CoordinatePolynomial twice;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      twice += read(file.metric[static_cast<std::size_t>(i * n + j)]) *
               CoordinatePolynomial::variable(v + i) * CoordinatePolynomial::variable(v + j);
  return twice / CoordinatePolynomial(2) - read(file.potential);
}

}  // namespace

bool ChartPolynomials::affine_in(const std::vector<int>& velocities) const {
  return std::ranges::all_of(constraints, [&](const CoordinatePolynomial& phi) {
    return std::ranges::all_of(velocities, [&](int i) {
      const auto slope = by_v(phi, i);
      return std::ranges::all_of(velocities,
                                 [&](int j) { return by_v(slope, j).reduced({}).terms().empty(); });
    });
  });
}

std::optional<ChartPolynomials> chart_polynomials(const SystemFile& file) {
  const auto* chart = std::get_if<ChartSystem>(&file.system);
  if (chart == nullptr || chart->constraints.empty() || chart->dim() > most_coordinates)
    return std::nullopt;
  const bool timed = force_names_time(*chart);
  const int n = chart->dim(), all_coordinates = n + (timed ? 1 : 0);
  const FormulaVariables variables{n, n, timed};
  FormulaReader read(2 * all_coordinates);
  try {
    std::vector<CoordinatePolynomial> formulas{lagrangian_of(*chart, read, variables)};
    for (const auto& constraint : chart->constraints) {
      formulas.push_back(without_nowhere_zero_factors(read(constraint, variables.without_time()),
                                                      all_coordinates, 2 * all_coordinates));
      if (!formulas.back().is_known()) return std::nullopt;
    }
    if (timed) {
      const auto rate = CoordinatePolynomial::variable(2 * n + 1);
      formulas[0] += rate * rate / CoordinatePolynomial(2);
      formulas.push_back(rate - CoordinatePolynomial(1));
    }
    const auto force = force_terms(*chart, read, variables, all_coordinates);
    if (!formulas[0].is_known() || !force) return std::nullopt;
    std::vector<CoordinatePolynomial> push(static_cast<std::size_t>(all_coordinates));
    for (const ForceTerm& term : *force)
      for (int i = 0; i < all_coordinates; ++i)
        push[static_cast<std::size_t>(i)] += term.covector(i, 0);
    using Kind = AdjoinedFunctions::Kind;
    bool algebraic = true;
    for (int i = 0; i < read.adjoined().count(); ++i) {
      const Kind kind = read.adjoined()[i].kind;
      algebraic = algebraic && (kind == Kind::quotient || kind == Kind::root);
    }
    ChartSystem doubled;
    doubled.coordinates = chart->coordinates;
    if (timed) doubled.coordinates.emplace_back("t");
    for (int k = 0; k < all_coordinates; ++k)
      doubled.coordinates.push_back(doubled.coordinates[static_cast<std::size_t>(k)] + "_dot");
    std::vector<CoordinatePolynomial> all = formulas;
    all.insert(all.end(), push.begin(), push.end());
    CoordinateRing ring(doubled, all, read.adjoined(), false);
    std::vector<CoordinatePolynomial> constraints;
    for (std::size_t i = 1; i < formulas.size(); ++i)
      constraints.push_back(ring.in_functions(formulas[i]));
    CoordinatePolynomial lagrangian = ring.in_functions(formulas[0]);
    const bool values_are_true = algebraic && angles_stand_alone(ring);
    ChartPolynomials result{std::move(ring),       all_coordinates,        timed,
                            std::move(lagrangian), std::move(constraints), {},
                            values_are_true};
    for (int i = 0; i < all_coordinates; ++i)
      result.pull.push_back(result.by_q(result.lagrangian, i) +
                            result.ring.in_functions(push[static_cast<std::size_t>(i)]));
    return result;
  } catch (const InputError&) {  // formulas that are no polynomials
    return std::nullopt;
  }
}

}  // namespace hamel
