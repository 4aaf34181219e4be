// Families of zeros, and their members.
#include "steady_varying.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hamel/check/first_integrals.hpp>

#include "split_zeros.hpp"
#include "stability_limits.hpp"

namespace hamel {

namespace {

using Formula = CoordinatePolynomial;
using Point = DynamicVector<Rational>;

Rational value(const Formula& p, const Point& z) {
  return p.at_identity({z.data(), z.data() + z.size()});
}

DynamicMatrix<Rational> slopes(const std::vector<Formula>& functions, const Point& z) {
  DynamicMatrix<Rational> m(static_cast<Eigen::Index>(functions.size()), z.size());
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index k = 0; k < m.cols(); ++k) {
      std::vector<Formula> unit(static_cast<std::size_t>(z.size()));
      unit[static_cast<std::size_t>(k)] = Formula(1);
      m(i, k) = value(functions[static_cast<std::size_t>(i)].derivative(unit), z);
    }
  return m;
}

/// The linear part of rates / det at a zero of the rates, on the directions along the relations.
std::optional<LinearStability> stability_at(const ReducedField& reduced, const Point& z,
                                            int family) {
  const auto is_zero = [&](const Formula& p) { return value(p, z).is_zero(); };
  const Rational det = value(reduced.det, z);
  if (det.is_zero() || !std::ranges::all_of(reduced.field.rates, is_zero) ||
      !std::ranges::all_of(reduced.values.relations, is_zero))
    return std::nullopt;
  const DynamicMatrix<Rational> whole =
      Rational(Rational(1) / det) * slopes(reduced.field.rates, z);
  if (reduced.values.relations.empty()) return linear_stability(whole, z, family);
  const DynamicMatrix<Rational> along = kernel<Rational>(slopes(reduced.values.relations, z));
  const auto inner = solve<Rational>(along, DynamicMatrix<Rational>(whole * along));
  return inner ? std::optional(linear_stability(*inner, z, family)) : std::nullopt;
}

/// Values of free variables: 1, 2, 3 ..., each alone, and the negatives; on a sphere a rational point.
std::vector<Point> members_of(const ZeroFamily& family, const std::vector<int>& free, int n) {
  Point still = Point::Constant(n, Rational(0));
  for (const auto& sphere : family.spheres) {  // k (4 / (k+4))^2 + ((4-k) / (k+4))^2 = 1
    const auto k = static_cast<int>(sphere.size()) - 1;
    for (const int i : sphere) still(i) = Rational(4) / Rational(k + 4);
    still(sphere.back()) = Rational(4 - k) / Rational(k + 4);
  }
  std::vector<int> numbers;
  for (const int i : free)
    if (std::ranges::none_of(family.spheres,
                             [i](const auto& sphere) { return std::ranges::count(sphere, i) > 0; }))
      numbers.push_back(i);
  std::vector<Point> all;
  for (const int sign : {1, -1}) {
    Point mixed = still;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      mixed(numbers[i]) = Rational(sign * static_cast<int>(i + 1));
    all.push_back(mixed);
    if (numbers.empty()) break;
  }
  for (std::size_t i = 0; i < numbers.size() && numbers.size() > 1; ++i)
    for (const int sign : {1, -1}) {
      Point one = still;
      one(numbers[i]) = Rational(sign);
      all.push_back(one);
    }
  for (auto& point : all) {
    const Point chosen = point;
    for (const auto& [k, p] : family.values) point(k) = value(p, chosen);
  }
  return all;
}

/// A homogeneous quadratic field in velocities alone.
bool is_quadratic(const ReducedField& reduced) {
  if (!reduced.values.relations.empty() || reduced.det.terms().size() != 1 ||
      !reduced.det.terms().begin()->first.empty())
    return false;
  for (const auto& rate : reduced.field.rates)
    for (const auto& [monomial, factor] : rate.terms())
      if (detail::degree_of(monomial) != 2) return false;
  return reduced.functions == 0;
}

bool contains(const ZeroFamily& family, const Point& z) {
  return std::ranges::all_of(
      family.values, [&](const auto& entry) { return z(entry.first) == value(entry.second, z); });
}

/// Whether no element has the functions of a family: these are constant there, and the fields have too few directions.
bool is_nowhere(const ReducedField& reduced, const ZeroFamily& family, const Point& member) {
  return !reduced.values.have_directions(member) &&
         std::ranges::all_of(reduced.values.places, [&](int i) {
           const auto value = family.values.find(i);
           return value != family.values.end() && detail::degree_of(value->second) == 0;
         });
}

/// Of polynomials in one free variable, others being polynomials in it.
int degree_along(const std::vector<Formula>& rates, const ZeroFamily& family) {
  int largest = 0;
  for (const auto& rate : rates)
    for (const auto& [monomial, factor] : rate.terms()) {
      int sum = 0;
      for (const auto& [variable, power] : monomial) {
        const auto value = family.values.find(variable / 3);
        sum += power * (value == family.values.end() ? 1 : detail::degree_of(value->second));
      }
      largest = std::max(largest, sum);
    }
  return largest;
}

/// The stability along a family in which one number is free.
void add_pieces(SteadyFamily& family, const ZeroFamily& zero, const std::vector<int>& free,
                const ReducedField& reduced) {
  const auto det = replaced(reduced.det, zero.values);
  if (free.size() != 1 || !zero.spheres.empty() || det.terms().size() != 1 ||
      !det.terms().begin()->first.empty())
    return;
  family.parameter = reduced.field.names[static_cast<std::size_t>(free[0])];
  const auto at = [&](const Rational& w) {
    Point z = Point::Constant(reduced.field.dimension(), w);
    const Point chosen = z;
    for (const auto& [k, p] : zero.values) z(k) = value(p, chosen);
    return z;
  };
  family.pieces =
      stability_pieces([&](const Rational& w) { return stability_at(reduced, at(w), 1); },
                       degree_along(reduced.field.rates, zero),
                       [&](const Rational& w) { return reduced.values.include(at(w)); });
}

SteadyMotions by_cases(const ReducedField& reduced, const std::optional<Point>& start) {
  const int n = reduced.field.dimension();
  SteadyMotions result;
  result.names = reduced.field.names;
  std::vector<Formula> equations = reduced.field.rates;
  equations.insert(equations.end(), reduced.values.relations.begin(),
                   reduced.values.relations.end());
  const SplitZeros zeros = split_zeros(equations);
  if (!zeros.complete)
    result.not_covered = "motions that need more than rational cases of the equations";
  const bool starts = start && stability_at(reduced, *start, 0);
  bool start_is_seen = false;
  for (const auto& zero : zeros.families) {
    if (const auto det = replaced(reduced.det, zero.values); det.is_known() && det.terms().empty())
      continue;  // no motion is determined there
    std::vector<int> free;
    for (int k = 0; k < n; ++k)
      if (!zero.values.contains(k)) free.push_back(k);
    SteadyFamily family{{}, {}, {}, static_cast<int>(free.size() - zero.spheres.size())};
    for (const auto& [k, p] : zero.values)
      family.where.emplace_back(reduced.field.names[static_cast<std::size_t>(k)], p);
    std::vector<Point> members = members_of(zero, free, n);
    const auto in_turns = [&](const Point& z) { return reduced.values.are_turned(z); };
    const bool first = starts && !start_is_seen && contains(zero, *start);
    if (first) {
      std::erase_if(members, [&](const Point& z) { return z == *start; });
      members.insert(members.begin(), *start);
    }
    for (const auto& z : members)
      if (reduced.values.include(z))
        if (auto member = stability_at(reduced, z, family.dimension))
          family.members.push_back(std::move(*member));
    if (family.members.empty()) {
      if (!is_nowhere(reduced, zero, members.front()))
        result.not_covered = std::ranges::any_of(members, in_turns)
                                 ? "motions that are not seen to be on the group"
                                 : "motions at angles whose cosines are not rational";
      continue;
    }
    add_pieces(family, zero, free, reduced);
    start_is_seen = start_is_seen || first;
    result.families.insert(first ? result.families.begin() : result.families.end(),
                           std::move(family));
  }
  if (starts && !start_is_seen) {
    SteadyFamily alone{{}, {*stability_at(reduced, *start, 0)}, {}, 0};
    for (int k = 0; k < n; ++k)
      alone.where.emplace_back(reduced.field.names[static_cast<std::size_t>(k)],
                               Formula((*start)(k)));
    result.families.insert(result.families.begin(), std::move(alone));
  }
  result.rest = false;  // it would be in a family
  return result;
}

/// What the variables are in some parameters, of which there are as many as the basis has columns or variables are
/// free.
std::map<int, Formula> values_of(const SteadyFamily& family,
                                 const std::vector<std::string>& names) {
  std::map<int, Formula> values;
  for (Eigen::Index i = 0; i < family.basis.rows(); ++i)
    values[static_cast<int>(i)] =
        linear_form(DynamicVector<Rational>(family.basis.row(i).transpose()));
  for (const auto& [name, value] : family.where)
    values[static_cast<int>(std::ranges::find(names, name) - names.begin())] = value;
  return values;
}

/// Every member of the one is a member of the other.
bool lies_in(const SteadyFamily& inner, const SteadyFamily& outer,
             const std::vector<std::string>& names) {
  const auto values = values_of(inner, names);
  const auto vanishes = [&](const Formula& p) {
    const Formula rest = replaced(p, values);
    return rest.is_known() && rest.terms().empty();
  };
  if (outer.basis.rows() > 0) {
    const DynamicMatrix<Rational> across =
        kernel<Rational>(DynamicMatrix<Rational>(outer.basis.transpose()));
    for (Eigen::Index k = 0; k < across.cols(); ++k)
      if (!vanishes(linear_form(DynamicVector<Rational>(across.col(k))))) return false;
    return true;
  }
  return std::ranges::all_of(values_of(outer, names), [&](const auto& value) {
    return vanishes(Formula::variable(value.first) - value.second);
  });
}

}  // namespace

SteadyMotions steady_motions(const PolynomialField& field) {
  SteadyMotions result = find_steady(field);
  if (result.not_covered.empty()) return result;
  const ReducedField reduced{field, 0, Formula(1), {}};
  SteadyMotions more = by_cases(reduced, std::nullopt);
  result.not_covered = more.not_covered;
  const auto in = [&](const SteadyFamily& inner) {
    return [&](const SteadyFamily& outer) { return lies_in(inner, outer, field.names); };
  };
  std::erase_if(more.families, [&](const SteadyFamily& family) {
    return family.dimension == 0 || std::ranges::any_of(result.families, in(family));
  });
  std::erase_if(result.families, [&](const SteadyFamily& family) {
    return std::ranges::any_of(more.families, in(family));
  });
  std::ranges::move(more.families, std::back_inserter(result.families));
  if (std::ranges::any_of(result.families,
                          [](const auto& family) { return !family.where.empty(); }))
    result.names = field.names;
  return result;
}

SteadyMotions steady_motions(const ReducedField& reduced, const std::optional<Point>& start) {
  if (!is_quadratic(reduced)) return by_cases(reduced, start);
  PolynomialField field = reduced.field;
  const Rational det = reduced.det.terms().begin()->second;
  for (auto& rate : field.rates) rate *= Formula(Rational(Rational(1) / det));
  SteadyMotions result = steady_motions(field);
  result.names = reduced.field.names;
  return result;
}

}  // namespace hamel
