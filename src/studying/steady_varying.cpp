// Families of zeros, and their members.
#include "steady_varying.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "angle_families.hpp"
#include "flows/first_integrals.hpp"
#include "isolated_zeros.hpp"
#include "root_signs.hpp"
#include "set_samples.hpp"
#include "split_zeros.hpp"
#include "stability_limits.hpp"
#include "steady_members.hpp"
#include "turned_fields.hpp"
#include "verifying/steady_parts.hpp"
#include "zero_case.hpp"

namespace hamel {

namespace {

using Formula = CoordinatePolynomial;
using Point = DynamicVector<Rational>;

/// Of a family with a circle, an angle say, and one more number the lines where it meets the axes: along them stability
/// is told, ahead and back.
std::vector<ZeroFamily> lines_of(const ZeroFamily& family, std::size_t free) {
  std::vector<ZeroFamily> lines;
  if (family.spheres.size() != 1 || family.spheres[0].size() != 2 || free != 3) return lines;
  for (const std::size_t axis : {0, 1})
    for (const int sign : {1, -1}) {
      const int k = family.spheres[0][axis], other = family.spheres[0][1 - axis];
      ZeroCase line;
      line.values = family.values;
      for (const auto& [i, quotient] : family.values) line.nonzero.push_back(quotient.over);
      line = line.with(k, Formula(sign)).with(other, Formula());
      if (line.tidy()) lines.push_back({std::move(line.values)});
    }
  return lines;
}

bool contains(const ZeroFamily& family, const Point& z) {
  return std::ranges::all_of(family.values, [&](const auto& entry) {
    const Rational over = value_at(entry.second.over, z);
    return !over.is_zero() && z(entry.first) * over == value_at(entry.second.value, z);
  });
}

/// Whether no element has the functions of a family: these are constant there, and the fields have too few directions.
bool is_nowhere(const ReducedField& reduced, const ZeroFamily& family, const Point& member) {
  return !reduced.values.have_directions(member) &&
         std::ranges::all_of(reduced.values.places, [&](int i) {
           const auto value = family.values.find(i);
           return value != family.values.end() && value->second.is_polynomial() &&
                  detail::degree_of(value->second.value) == 0;
         });
}

/// Whether motions that turn do not: others have them.
bool is_still(const ReducedField& reduced, const ZeroFamily& family) {
  if (reduced.turns == 0) return false;
  const int n = reduced.field.dimension(), first = n - reduced.turns;
  for (int i = 0; i < first; ++i) {
    Formula sum;
    for (int t = 0; t < reduced.turns; ++t)
      sum += Formula::variable(first + t) *
             reduced.turnings[static_cast<std::size_t>(t)].rates[static_cast<std::size_t>(i)];
    if (!family.is_zero(sum)) return false;
  }
  return true;
}

constexpr const char* at_true_angles =
    "the stability of motions at angles whose cosines are not rational";

/// Of polynomials in one free variable, others being polynomials in it.
int degree_along(const std::vector<Formula>& rates, const ZeroFamily& family) {
  int largest = 0;
  for (const auto& rate : rates)
    for (const auto& [monomial, factor] : rate.terms()) {
      int sum = 0;
      for (const auto& [variable, power] : monomial) {
        const auto value = family.values.find(index_of(variable));
        sum += power * (value == family.values.end() ? 1 : detail::degree_of(value->second.value));
      }
      largest = std::max(largest, sum);
    }
  return largest;
}

/// The stability along a family in which one number is free.
void add_pieces(SteadyFamily& family, const ZeroFamily& zero, const std::vector<int>& free,
                const ReducedField& reduced) {
  const auto det = numerator(reduced.det, zero.values);
  if (free.size() != 1 || !zero.spheres.empty() || det.terms().size() != 1 ||
      !std::ranges::all_of(zero.values,
                           [](const auto& entry) { return entry.second.is_polynomial(); }) ||
      !det.terms().begin()->first.empty())
    return;
  family.parameter = reduced.field.names[static_cast<std::size_t>(free[0])];
  const auto at = [&](const Rational& w) {
    Point z = Point::Constant(reduced.field.dimension(), w);
    const Point chosen = z;
    for (const auto& [k, quotient] : zero.values) z(k) = value_at(quotient.value, chosen);
    return z;
  };
  family.pieces =
      stability_pieces([&](const Rational& w) { return stability_at(reduced, at(w), 1); },
                       degree_along(reduced.field.rates, zero),
                       [&](const Rational& w) { return reduced.values.include(at(w)); });
}

/// A name for a number that no variable has.
std::string name_beside(const std::vector<std::string>& names) {
  std::string name = "s";
  while (std::ranges::find(names, name) != names.end()) name += "_";
  return name;
}

SteadyFamily described(const ZeroFamily& zero, const std::vector<int>& free,
                       const std::vector<std::string>& names) {
  SteadyFamily family{{}, {}, {}, static_cast<int>(free.size() - zero.spheres.size())};
  for (const auto& [k, p] : zero.values)
    family.where.emplace_back(names[static_cast<std::size_t>(k)], p);
  for (const auto& sphere : zero.spheres) {
    family.spheres.emplace_back();
    for (const int k : sphere) family.spheres.back().push_back(names[static_cast<std::size_t>(k)]);
  }
  if (zero.number) {
    family.number = zero.number->root;
    family.name_of_number = name_beside(names);
  }
  return family;
}

/// Says why there are none.
std::string add_members_at_number(SteadyFamily& family, const ReducedField& reduced,
                                  const ZeroFamily& zero, const std::vector<int>& free) try {
  constexpr std::int64_t member_operations = 60'000'000;
  const WorkBudget budget(member_operations);
  family.members_at_number = stabilities(
      reduced, members_of<AlgebraicNumber>(zero, free, reduced.field.dimension()), family.still());
  return family.members_at_number.empty() ? "motions that are not seen to be on the group" : "";
} catch (const BudgetExceeded&) {
  return "the stability of motions at a root of " + zero.number->root.polynomial.str("s");
}

std::vector<int> free_of(const ZeroFamily& zero, int n) {
  std::vector<int> free;
  for (int k = 0; k < n; ++k)
    if (!zero.values.contains(k)) free.push_back(k);
  return free;
}

/// What only equations describe, with these of its members; without members nothing that lies in another set.
void add_set(SteadyMotions& result, const ReducedField& reduced, const ZeroCase& set,
             const SampledZeros& samples, bool inside) {
  const int n = reduced.field.dimension();
  std::vector<SteadyFamily> members;
  for (const ZeroFamily& zero : samples.families) {
    const auto free = free_of(zero, n);
    SteadyFamily member = described(zero, free, reduced.field.names);
    member.within = samples.dimension;
    if (zero.number) {
      add_members_at_number(member, reduced, zero, free);
    } else {
      auto points = members_of<Rational>(zero, free, n);
      std::erase_if(points, [&](const Point& z) { return !contains({set.values}, z); });
      member.members = stabilities(reduced, points, member.still());
    }
    if (!member.members.empty() || !member.members_at_number.empty())
      members.push_back(std::move(member));
  }
  if (members.empty() && inside) return;
  SteadyFamily whole = described({set.values}, {}, reduced.field.names);
  whole.equations = set.equations;
  whole.dimension = members.empty() || samples.dimension == 0 ? -1 : members.front().still();
  if (members.empty())
    result.not_covered = reduced.values.angles.empty()
                             ? "members of a set that equations alone describe"
                             : at_true_angles;
  result.families.push_back(std::move(whole));
  std::ranges::move(members, std::back_inserter(result.families));
}

SteadyMotions by_cases(const ReducedField& reduced, const std::optional<Point>& start,
                       const std::optional<OrbitFunctions>& orbits) {
  const int n = reduced.field.dimension();
  SteadyMotions result;
  result.names = reduced.field.names;
  std::vector<Formula> equations = reduced.balance.empty() ? reduced.field.rates : reduced.balance;
  const auto [related, relations] = by_variables(reduced.values);
  equations.insert(equations.end(), related.begin(), related.end());
  SplitZeros zeros = split_zeros(equations, relations, reduced.nonzero(), n);
  if (!reduced.values.angles.empty()) {  // where angles and their cosines are rational
    for (const auto& [x, cosine, sine] : reduced.values.angles) {
      equations.push_back(Formula::variable(x));
      equations.push_back(Formula::variable(cosine) - Formula(1));
      equations.push_back(Formula::variable(sine));
    }
    SplitZeros turned = split_zeros(equations, relations, reduced.nonzero(), n);
    std::ranges::move(turned.families, std::back_inserter(zeros.families));
    if (!turned.sets.empty()) result.not_covered = "motions beyond the cases that were looked at";
  }
  std::stable_partition(zeros.families.begin(), zeros.families.end(),
                        [](const auto& zero) { return !zero.number; });
  std::vector<ZeroFamily> kept;
  std::vector<SteadyFamily> beside_angles;
  const bool starts = start && stability_at(reduced, *start, 0);
  bool start_is_seen = false;
  const std::size_t found = zeros.families.size();
  for (std::size_t place = 0; place < zeros.families.size(); ++place) {
    const ZeroFamily zero = zeros.families[place];
    if (zero.is_zero(reduced.det)) continue;  // no motion is determined there
    if (is_at_no_root(reduced.values, zero.values, {}) || is_still(reduced, zero)) continue;
    if (place < found &&
        std::ranges::any_of(kept, [&](const auto& outer) { return lies_in(zero, outer); }))
      continue;
    const auto free = free_of(zero, n);
    SteadyFamily family = described(zero, free, reduced.field.names);
    if (zero.number) {
      const std::string missing = add_members_at_number(family, reduced, zero, free);
      if (!missing.empty()) {
        result.not_covered = missing;
        continue;
      }
      kept.push_back(zero);
      result.families.push_back(std::move(family));
      continue;
    }
    std::vector<Point> members = members_of<Rational>(zero, free, n);
    const auto in_turns = [&](const Point& z) { return reduced.values.are_turned(z); };
    if (!are_turned(zero, reduced)) {
      if (are_at_rest(zero, reduced)) continue;  // among the families at rational angles
      if (is_at_no_angle(zero, reduced)) continue;
      // Cosines and sines are those of the angles, not as free as here.
      family.dimension = dimension_at_angles(zero.values, zero.spheres, reduced.values,
                                             static_cast<std::size_t>(n))
                             .value_or(-1);
      if (!add_members_at_angles(family, reduced, zero, free, name_beside(reduced.field.names))) {
        family.dimension = -1;
        result.not_covered = at_true_angles;
      }
      beside_angles.push_back(std::move(family));
      continue;
    }
    const bool first = starts && !start_is_seen && !members.empty() && contains(zero, *start);
    if (first) {
      std::erase_if(members, [&](const Point& z) { return z == *start; });
      members.insert(members.begin(), *start);
    }
    family.members = stabilities(reduced, members, family.dimension);
    if (family.members.empty()) {
      if (members.empty() || !is_nowhere(reduced, zero, members.front()))
        result.not_covered = !members.empty() && std::ranges::any_of(members, in_turns)
                                 ? "motions that are not seen to be on the group"
                                 : "motions at angles whose cosines are not rational";
      continue;
    }
    add_pieces(family, zero, free, reduced);
    kept.push_back(zero);
    if (place < found)
      std::ranges::move(lines_of(zero, free.size()), std::back_inserter(zeros.families));
    start_is_seen = start_is_seen || first;
    result.families.insert(first ? result.families.begin() : result.families.end(),
                           std::move(family));
  }
  if (starts && !start_is_seen) {
    SteadyFamily alone{{}, {*stability_at(reduced, *start, 0)}, {}, 0};
    for (int k = 0; k < n; ++k)
      alone.where.emplace_back(reduced.field.names[static_cast<std::size_t>(k)],
                               VariableQuotient{Formula((*start)(k))});
    result.families.insert(result.families.begin(), std::move(alone));
  }
  std::ranges::move(beside_angles, std::back_inserter(result.families));
  std::int64_t left = 60'000'000;  // operations that look for members of sets
  bool inside = false;
  for (const ZeroCase& set : zeros.sets)
    if (!is_at_no_root(reduced.values, set.values, set.equations) &&
        !is_still(reduced, {set.values}) &&
        (reduced.values.angles.empty() ||
         (!are_at_rest({set.values}, reduced) && !is_at_no_angle({set.values}, reduced)))) {
      add_set(result, reduced, set, samples_of(reduced, set, orbits, left), inside);
      if (zeros.whole && !inside) left = std::min<std::int64_t>(left, 10'000'000);
      inside = zeros.whole;
    }
  result.rest = false;  // it would be in a family
  return result;
}

/// As zeros: of a basis of a space the rows of its reduced echelon form, whose pivots are free.
ZeroFamily zeros_of(const SteadyFamily& family, const std::vector<std::string>& names) {
  ZeroFamily zeros;
  for (const auto& [name, value] : family.where)
    zeros.values[static_cast<int>(std::ranges::find(names, name) - names.begin())] = value;
  if (family.number) zeros.number = {static_cast<int>(names.size()), *family.number};
  if (family.basis.rows() == 0) return zeros;
  std::vector<Eigen::Index> free;
  DynamicMatrix<Rational> chosen(0, family.basis.cols());
  for (Eigen::Index i = 0; i < family.basis.rows(); ++i) {
    DynamicMatrix<Rational> more(chosen.rows() + 1, chosen.cols());
    more << chosen, family.basis.row(i);
    if (rank<Rational>(more) < more.rows()) continue;
    chosen = std::move(more);
    free.push_back(i);
  }
  const DynamicMatrix<Rational> by_free = family.basis * inverse<Rational>(chosen).value();
  for (Eigen::Index i = 0; i < by_free.rows(); ++i) {
    if (std::ranges::count(free, i) > 0) continue;
    Formula sum;
    for (Eigen::Index j = 0; j < by_free.cols(); ++j)
      sum += Formula(by_free(i, j)) *
             Formula::variable(static_cast<int>(free[static_cast<std::size_t>(j)]));
    zeros.values[static_cast<int>(i)] = {sum};
  }
  return zeros;
}

}  // namespace

SteadyMotions steady_motions(const PolynomialField& field,
                             const std::optional<OrbitFunctions>& orbits) {
  constexpr std::int64_t form_operations = 20'000'000;
  SteadyMotions result;
  {
    const WorkBudget budget(form_operations);
    result = find_steady(field);
  }
  if (result.not_covered.empty()) return result;
  const ReducedField reduced{field, 0, Formula(1), {}, {}};
  SteadyMotions more = by_cases(reduced, std::nullopt, orbits);
  result.not_covered = more.not_covered;
  const auto in = [&](const SteadyFamily& inner) {
    return [&](const SteadyFamily& outer) {
      return !outer.is_set() && lies_in(zeros_of(inner, field.names), zeros_of(outer, field.names));
    };
  };
  std::erase_if(more.families, [&](const SteadyFamily& family) {
    return (family.dimension == 0 && !family.within) ||
           std::ranges::any_of(result.families, in(family));
  });
  std::erase_if(result.families, [&](const SteadyFamily& family) {
    return std::ranges::any_of(more.families, in(family));
  });
  std::ranges::move(more.families, std::back_inserter(result.families));
  const auto names_variables = [](const SteadyFamily& family) {
    return !family.where.empty() || family.is_set();
  };
  if (std::ranges::any_of(result.families, names_variables)) result.names = field.names;
  return result;
}

SteadyMotions steady_motions(const ReducedField& reduced, const std::optional<Point>& start) {
  SteadyMotions result;
  if (is_quadratic(reduced)) {
    PolynomialField field = reduced.field;
    const Rational det = reduced.det.terms().begin()->second;
    for (auto& rate : field.rates) rate *= Formula(Rational(Rational(1) / det));
    result = steady_motions(field);
  } else {
    result = by_cases(reduced, start, std::nullopt);
  }
  result.names = reduced.field.names;
  result.field = reduced.field;
  result.over = reduced.det;
  for (const ReducedField& turned : turned_fields(reduced)) {
    TurningMotions motions{DynamicMatrix<Rational>(turned.turnings.front().xi.size(), turned.turns),
                           by_cases(turned, std::nullopt, std::nullopt),
                           {}};
    if (motions.motions.families.empty() && motions.motions.not_covered.empty()) continue;
    for (int t = 0; t < turned.turns; ++t) {
      const Turning& turning = turned.turnings[static_cast<std::size_t>(t)];
      motions.xi.col(t) = turning.xi;
      motions.rates.push_back(turning.rates);
      motions.rates.back().resize(reduced.field.rates.size());
    }
    result.turning.push_back(std::move(motions));
  }
  return result;
}

}  // namespace hamel
