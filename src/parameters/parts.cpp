// Parts of the space of parameters.
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "common_zeros.hpp"
#include "real_zeros.hpp"

namespace hamel::varying {

namespace {

using P = ParameterPolynomial;

/// All entries of a block with variable = top / bottom, times one power of bottom, which is returned; divided by their
/// content where told.
int substitute(std::vector<P*> block, int variable, const P& top, const P& bottom, bool divide) {
  int power = 0;
  for (const P* p : block) power = std::max(power, p->degree(variable));
  for (P* p : block) *p = p->with(variable, top, bottom, power);
  if (!divide || block.empty()) return power;
  Vector values;
  for (const P* p : block) values.push_back(*p);
  const P common = content(values, block[0]->ring());
  if (common.is_zero()) return power;
  for (P* p : block) *p = p->divided_by(common).value();
  return power;
}

std::vector<P*> entries_of(Vector& vector) {
  std::vector<P*> entries;
  for (auto& p : vector) entries.push_back(&p);
  return entries;
}

void substitute(ParameterFamily& family, int variable, const P& top, const P& bottom) {
  std::vector<P*> constants, metric;
  for (auto& c : family.algebra) constants.push_back(&c.value);
  for (auto& row : family.metric)
    for (auto& p : row) metric.push_back(&p);
  // potential, force and offset may vanish
  const bool alone = family.force.empty() && (family.slope.empty() || family.offset.empty());
  const auto factor = [&](const std::vector<P*>& block, bool divide) {
    P result(family.ring, 1);
    for (int power = substitute(block, variable, top, bottom, divide); power > 0; --power)
      result = result * bottom;
    return result;
  };
  make_agree(family, {.metric = factor(metric, alone),
                      .brackets = factor(constants, false),
                      .offset = factor(entries_of(family.offset), false),
                      .potential = factor(entries_of(family.slope), false),
                      .force = factor(entries_of(family.force), false)});
  for (auto& vector : family.distribution)
    substitute(entries_of(vector), variable, top, bottom, true);
}

/// Adds the irreducible factors of p to the units; false where p vanishes.
bool add_unit(Part& part, const P& p) {
  if (part.is_zero(p)) return false;
  for (auto& factor : p.factors())
    if (std::find(part.units.begin(), part.units.end(), factor) == part.units.end())
      part.units.push_back(std::move(factor));
  return true;
}

/// The parameter to solve for: with a bottom that cannot vanish if there is one, else with the smallest.
std::optional<int> solved_best(const Part& part, const P& p) {
  std::optional<int> best;
  std::size_t cost = 0;
  for (int v = 0; v < part.family.parameters; ++v) {
    if (p.degree(v) != 1) continue;
    const P bottom = p.coefficient(v, 1);
    const auto factors = part.factors(bottom);
    if (!factors) continue;
    const std::size_t price = factors->empty() ? p.terms() : 1000 * factors->size() + p.terms();
    if (best && cost <= price) continue;
    best = v;
    cost = price;
  }
  return best;
}

}  // namespace

P Part::restricted(const P& p) const {
  P result = p;
  for (const auto& [variable, quotient] : solved)
    result = result.with(variable, quotient[0], quotient[1], std::max(result.degree(variable), 0));
  return modulus.basis().size() > 1 ? result.remainder(modulus.basis()).second : result;
}

std::optional<Vector> Part::factors(const P& p) const {
  const P here = restricted(p);
  if (is_zero(here)) return std::nullopt;
  Vector result;
  for (auto& factor : here.factors())
    if (!has_no_real_zeros(factor) && std::find(units.begin(), units.end(), factor) == units.end())
      result.push_back(std::move(factor));
  return result;
}

namespace {

/// The part where a factor that is linear in a variable vanishes, without modulus; nothing where no systems are there.
std::optional<Part> solved_for(const Part& part, const P& factor, int variable) {
  Part smaller = part;
  smaller.zero.push_back(factor);
  for (const auto& p : part.modulus.basis()) std::erase(smaller.zero, p);
  const P bottom = factor.coefficient(variable, 1), top = -factor.coefficient(variable, 0);
  smaller.avoided_last = part.factors(bottom).value();
  smaller.solved.emplace_back(variable, Vector{top, bottom});
  substitute(smaller.family, variable, top, bottom);
  smaller.units.clear();
  smaller.modulus = smaller.modulus.with({});
  for (const auto& unit : part.units)
    if (!add_unit(smaller, smaller.restricted(unit))) return std::nullopt;
  for (const auto& p : smaller.avoided_last)
    if (!add_unit(smaller, smaller.restricted(p))) return std::nullopt;
  smaller.avoided.insert(smaller.avoided.end(), smaller.avoided_last.begin(),
                         smaller.avoided_last.end());
  return smaller;
}

/// An irreducible component of a part by a Groebner basis in place of its modulus, those of degree 1 solved for
/// parameters; nothing where no systems are there.
std::optional<Part> component_of(const Part& part, Vector basis) {
  if (std::ranges::any_of(basis, has_no_real_zeros)) return std::nullopt;
  Part smaller = part;
  for (const auto& p : part.modulus.basis()) std::erase(smaller.zero, p);
  smaller.modulus = smaller.modulus.with({});
  smaller.avoided_last.clear();
  for (auto p = basis.begin(); p != basis.end();) {
    if (p->total_degree() > 1) {
      ++p;
      continue;
    }
    int variable = 0;
    while (p->degree(variable) < 1) ++variable;
    auto solved = solved_for(smaller, *p, variable);
    if (!solved) return std::nullopt;
    smaller = *std::move(solved);
    basis.erase(p);
    for (auto& q : basis) q = smaller.restricted(q);
    p = basis.begin();
  }
  smaller.zero.insert(smaller.zero.end(), basis.begin(), basis.end());
  smaller.modulus = smaller.modulus.with(basis);
  const Vector units = std::exchange(smaller.units, {});
  for (const auto& unit : units)
    if (!add_unit(smaller, unit)) return std::nullopt;
  return smaller;
}

/// Where an irreducible polynomial that is linear in no parameter, or any where more than one is the modulus, vanishes
/// as well, and the others where it is no part alone.
std::vector<Part> intersection(const Part& part, const P& factor, const Vector& others) {
  Vector all = part.modulus.basis();
  const auto modulus = static_cast<std::ptrdiff_t>(all.size());
  all.push_back(factor);
  std::optional<std::vector<Vector>> components;
  if (all.size() == 1) components.emplace(1, all);
  for (const auto& p : components ? Vector{} : others)
    if (const P here = part.restricted(p);
        !part.is_zero(here) && std::ranges::count(all, here) == 0)
      all.push_back(here);
  if (!components && part.open.empty()) components = part.family.decompositions->components_of(all);
  std::vector<Part> result;
  if (!components) {
    result.push_back(part);
    result.back().zero.insert(result.back().zero.end(), all.begin() + modulus, all.end());
    result.back().avoided_last.clear();
    if (part.open.empty())
      result.back().open = "polynomials are left that are linear in no parameter: " +
                           part.family.decompositions->why_not();
    return result;
  }
  for (const auto& basis : *components)
    if (auto smaller = component_of(part, basis)) result.push_back(*std::move(smaller));
  return result;
}

/// Where all of the polynomials vanish.
std::vector<Part> where_all(const Part& part, const Vector& polynomials, const Vector& others) {
  std::vector<Part> parts = covering_all({part}, polynomials, others);
  for (auto& smaller : parts) smaller.avoided_last.clear();
  return parts;
}

}  // namespace

std::vector<Part> where(const Part& part, const P& polynomial, const Vector& others) {
  const auto factors = part.factors(polynomial);
  if (!factors) return {part};
  std::vector<Part> result;
  const auto add = [&](std::vector<Part> parts) {
    std::ranges::move(parts, std::back_inserter(result));
  };
  for (const auto& factor : *factors) {
    const auto variable =
        part.modulus.basis().size() < 2 ? solved_best(part, factor) : std::optional<int>();
    if (const auto squares = as_sum_of_squares(factor); !variable && squares) {
      add(where_all(part, *squares, others));
      continue;
    }
    if (!variable) {
      add(intersection(part, factor, others));
      continue;
    }
    const auto smaller = solved_for(part, factor, *variable);
    if (!smaller) continue;
    if (part.modulus.basis().empty()) {
      result.push_back(*smaller);
      continue;
    }
    for (auto& component :
         covering(*smaller, smaller->restricted(part.modulus.basis()[0]), others)) {
      component.avoided_last = smaller->avoided_last;
      result.push_back(std::move(component));
    }
  }
  return result;
}

std::vector<Part> covering(const Part& part, const P& polynomial, const Vector& others) {
  std::vector<Part> result;
  for (auto& smaller : where(part, polynomial, others)) {
    const Vector avoided = smaller.avoided_last;
    result.push_back(std::move(smaller));
    for (const auto& bottom : avoided)
      for (auto& rest : covering(part, bottom, others)) {
        if (!rest.open.empty()) {
          result.push_back(std::move(rest));
          continue;
        }
        for (auto& component : covering(rest, polynomial, others))
          result.push_back(std::move(component));
      }
  }
  return result;
}

std::vector<Part> covering_all(std::vector<Part> parts, const Vector& polynomials,
                               const Vector& others) {
  for (const auto& p : polynomials) {
    std::vector<Part> next;
    for (const auto& part : parts)
      for (auto& smaller : covering(part, p, others)) next.push_back(std::move(smaller));
    parts = std::move(next);
  }
  return parts;
}

namespace {

/// Parts that together are where the metric on d is not degenerate at all elements of the group: where one coefficient
/// of its determinant is not 0, and where that is 0 but another is not.
std::vector<Part> regular_on_d(const Part& part) {
  if (!part.open.empty()) return {part};  // what is 0 there is not known
  const auto& family = part.family;
  const auto zeros =
      outside(part, coefficients_in_parameters(
                        family, part.modulus.related(determinant(gram(family), family.ring))));
  if (!zeros) return {};
  std::vector<Part> result{part};
  for (const auto& p : *zeros)
    if (!add_unit(result[0], p)) return {};
  for (const auto& p : *zeros)
    for (const auto& smaller : covering(part, p))
      std::ranges::move(regular_on_d(smaller), std::back_inserter(result));
  return result;
}

}  // namespace

std::vector<Part> whole(const ParameterFamily& family, const Vector& denominators) {
  const Modulus modulus({}, family.has_quadratic_field() ? Vector{} : family.relations);
  Part all{family, {}, {}, {}, modulus, {}, {}, {}};
  for (const auto& p : denominators) add_unit(all, p);
  if (!add_unit(all, determinant(family.metric, family.ring)) ||
      (!family.moves && !add_unit(all, determinant(gram(family), family.ring))))
    return {};
  return covering_all(family.moves ? regular_on_d(all) : std::vector<Part>{all},
                      jacobi_polynomials(family));
}

}  // namespace hamel::varying
