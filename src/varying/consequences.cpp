// Consequences of the constraint along nonholonomic motions.
#include <algorithm>
#include <cstddef>
#include <random>
#include <utility>

#include "exact/choices.hpp"
#include "parameters/common_zeros.hpp"
#include "parametric_motion.hpp"
#include "random_place.hpp"
#include "verifying_families/proof_parts.hpp"

namespace hamel::varying {

namespace {

using P = ParameterPolynomial;

constexpr int least_places = 4, most_places = 40;

/// Not 0 for all u and f at any parameters of the part.
bool is_unit(const Part& part, const P& factor) {
  if (std::find(part.units.begin(), part.units.end(), factor) != part.units.end()) return true;
  const Vector coefficients = coefficients_in_parameters(part.family, factor);
  if (std::ranges::any_of(coefficients, [](const P& c) { return c.is_constant(); })) return true;
  if (part.family.has_quadratic_field()) return false;
  const auto zeros = outside(part, coefficients);
  return zeros && zeros->empty();
}

/// The factors of the common divisor of a row that vanish nowhere on the part or move with u: for generic motions it
/// may be divided by them.
P removable(const Part& part, const Vector& row) {
  const auto& family = part.family;
  P result = family.number(1);
  const P common = content(row, family.ring);
  if (common.is_zero()) return result;
  for (const auto& factor : common.factors()) {
    if (!is_unit(part, factor)) continue;
    P rest = common.divided_by(result).value();
    while (auto quotient = rest.divided_by(factor)) {
      result = result * factor;
      rest = *quotient;
    }
  }
  return result;
}

/// A row without what is divided by, which is told as a proof has it.
Vector without_divisor(const Part& part, const ParametricMotion& motion, int from, Vector row,
                       P& divisor) {
  const auto& family = part.family;
  divisor = family.number(2);
  const auto tidy = [&] {
    for (auto& p : row)
      if (part.is_zero(p)) p = family.number(0);
    const P common = removable(part, row);
    for (auto& p : row) p = p.divided_by(common).value();
    divisor = common * divisor;
  };
  tidy();
  if (family.has_quadratic_field()) return row;
  row = related(part, std::move(row));  // normal forms hide common factors
  tidy();
  if (from >= 0) divisor = motion.common * divisor;
  return row;
}

/// A place for velocities and points, one after the other.
Minor::Place place_of(const ParameterFamily& family, std::mt19937& generator, int index) {
  const auto points = static_cast<int>(family.points.size());
  Minor::Place place{points > 0 ? index % points : 0, {}};
  for (int i = 0; i < family.rank(); ++i)
    place.velocities.push_back(static_cast<int>(generator() % 9) - 4);
  return place;
}

/// Columns in which the rows of values have a determinant that is not 0.
std::optional<std::vector<int>> columns_of(const Part& part, const Matrix& values) {
  for (auto& columns : choices(part.family.dimension, static_cast<int>(values.size()) - 1))
    if (!part.is_zero(minor_of(part.family, values, columns))) return std::move(columns);
  return std::nullopt;
}

}  // namespace

std::optional<Refutation> minor_that_refutes(const Part& part, const ParametricMotion& motion,
                                             const Matrix& subalgebra) {
  const auto& family = part.family;
  const int n = family.dimension;
  std::mt19937 generator(5);
  Refutation found{{}, {}, family.number(0), Minor{subalgebra, {}, {}}};
  auto& minor = *found.minor;
  minor.places.push_back(place_of(family, generator, 0));
  Matrix values;
  const auto look = [&](int from, Vector row) {
    P divisor = family.number(1);
    row = without_divisor(part, motion, from, std::move(row), divisor);
    const Vector value = value_at(family, row, minor.places[0]);
    Matrix all = values;
    all.push_back(value);
    if (solve(as_columns(all), static_cast<int>(values.size()), part.modulus, family.ring).solvable)
      return;
    values.push_back(value);
    found.rows.push_back({from, divisor, std::move(row)});
  };
  const auto complete = [&] { return values.size() > subalgebra.size(); };
  for (int j = 0; j < family.rank(); ++j) look(-1 - j, motion.constraint(j));
  for (std::size_t next = 0; next < found.rows.size() && !complete(); ++next)
    look(static_cast<int>(next), motion.differentiated(found.rows[next].w));
  if (!complete()) return std::nullopt;
  const auto columns = columns_of(part, values);
  if (!columns) return std::nullopt;
  minor.columns = *columns;
  // More places, as long as there may be parameters at which the determinant is 0 at all of them.
  Vector minors{minor_at(family, found, minor.places[0])};
  for (int i = 1; i < most_places && (i < least_places || minors.size() > 1); ++i) {
    minor.places.push_back(place_of(family, generator, i));
    minors.push_back(minor_at(family, found, minor.places.back()));
    if (i + 1 >= least_places) minors = with_zeros_of(family, std::move(minors));
  }
  found.remainder = minors.front();
  return found;
}

Consequences consequences(const Part& part, const ParametricMotion& motion) {
  const auto& family = part.family;
  const int n = family.dimension;
  Consequences result;
  Refutation found{{}, {}, family.number(0)};
  Matrix equations;  // [w | -c] of the independent rows, and the one looked at
  const bool is_all = part.modulus.basis().empty() && family.point_numbers() == 0;
  const auto left_sides = [&] {
    Matrix all = equations;
    for (auto& w : all) w.pop_back();
    return all;
  };
  const auto look = [&](int from, Vector row) {
    P divisor = family.number(1);
    row = without_divisor(part, motion, from, std::move(row), divisor);
    Vector equation = row;
    equation.back() = -equation.back();
    equations.push_back(equation);
    // Independent of those before, or a contradiction to them?
    if (is_all && rank_at_a_place(left_sides()) == static_cast<int>(equations.size())) {
      found.rows.push_back({from, divisor, row});
      return false;
    }
    const auto dependence = solve(as_columns(left_sides()), static_cast<int>(equations.size()) - 1,
                                  part.modulus, family.ring);
    if (!dependence.solvable) {
      found.rows.push_back({from, divisor, row});
      return false;
    }
    P remainder = dependence.bottom * equation.back();
    for (std::size_t k = 0; k + 1 < equations.size(); ++k)
      remainder = remainder - dependence.top[k] * equations[k].back();
    remainder = part.modulus.related(remainder);
    if (part.is_zero(remainder)) {
      result.divisors.push_back(dependence.bottom);
      equations.pop_back();
      return false;
    }
    found.rows.push_back({from, divisor, row});
    found.combination = dependence.top;
    found.combination.push_back(-dependence.bottom);
    found.remainder = remainder;
    result.refutation = std::move(found);
    return true;
  };
  for (int j = 0; j < family.rank(); ++j)
    if (look(-1 - j, motion.constraint(j))) return result;
  for (std::size_t next = 0; next < found.rows.size(); ++next)
    if (look(static_cast<int>(next), motion.differentiated(found.rows[next].w))) return result;
  result.divisors.push_back(solve(equations, n, part.modulus, family.ring).bottom);
  return result;
}

}  // namespace hamel::varying
