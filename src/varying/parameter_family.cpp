// Systems with parameters.
#include "parameter_family.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <utility>

#include "common_zeros.hpp"
#include "real_zeros.hpp"

namespace hamel::varying {

namespace {

using P = ParameterPolynomial;

Matrix without(const Matrix& a, std::size_t row, std::size_t column) {
  Matrix result;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (i == row) continue;
    Vector kept = a[i];
    kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(column));
    result.push_back(std::move(kept));
  }
  return result;
}

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

void multiply(const std::vector<P*>& block, const P& factor, int power) {
  for (; power > 0; --power)
    for (P* p : block) *p = *p * factor;
}

void substitute(ParameterFamily& family, int variable, const P& top, const P& bottom) {
  std::vector<P*> constants, metric;
  for (auto& c : family.algebra) constants.push_back(&c.value);
  for (auto& row : family.metric)
    for (auto& p : row) metric.push_back(&p);
  // potential and offset may vanish
  const bool together = !family.slope.empty() && !family.offset.empty();
  const int brackets = substitute(constants, variable, top, bottom, false),
            inertia = substitute(metric, variable, top, bottom, !together),
            fall = substitute(entries_of(family.slope), variable, top, bottom, false),
            drift = substitute(entries_of(family.offset), variable, top, bottom, false);
  if (together) {
    const int wanted = inertia + brackets + 2 * drift;
    multiply(entries_of(family.slope), bottom, wanted - fall);
    multiply(metric, bottom, fall - wanted);
  }
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

Vector ParameterFamily::bracket(const Vector& a, const Vector& b) const {
  Vector result = zero();
  for (const auto& c : algebra) {
    const P wedge = a[c.i] * b[c.j] - a[c.j] * b[c.i];
    if (!wedge.is_zero()) result[c.k] = result[c.k] + c.value * wedge;
  }
  return result;
}

P ParameterFamily::along(int k, const P& p) const {
  P result = number(0);
  for (int i = 0; i < point_numbers(); ++i)
    result = result + p.derivative(point_number(i)) * point_rates[k][i];
  return result;
}

Vector ParameterFamily::along(const Vector& direction, const Vector& vector) const {
  Vector result(vector.size(), number(0));
  if (point_numbers() == 0) return result;
  for (int k = 0; k < dimension; ++k)
    if (!direction[k].is_zero())
      for (std::size_t i = 0; i < vector.size(); ++i)
        result[i] = result[i] + direction[k] * along(k, vector[i]);
  return result;
}

std::vector<VectorTerm> terms_of(const ParameterFamily& family, const Vector& vector) {
  std::map<std::vector<unsigned long>, Vector> terms;
  for (std::size_t k = 0; k < vector.size(); ++k)
    for (const auto& [exponents, coefficient] : vector[k].all_terms()) {
      std::vector<unsigned long> monomial = exponents;
      P term = P(family.ring, coefficient);
      for (int v = 0; v < family.parameters; ++v) {
        for (unsigned long i = 0; i < exponents[v]; ++i) term = term * P::variable(family.ring, v);
        monomial[v] = 0;
      }
      Vector& entries =
          terms.try_emplace(monomial, Vector(vector.size(), family.number(0))).first->second;
      entries[k] = entries[k] + term;
    }
  std::vector<VectorTerm> result;
  for (auto& [monomial, entries] : terms) result.push_back({monomial, std::move(entries)});
  return result;
}

Matrix slope_terms(const ParameterFamily& family) {
  Matrix result;
  for (auto& term : terms_of(family, family.slope)) result.push_back(std::move(term.vector));
  return result;
}

Vector ParameterFamily::covector(const Vector& a) const {
  Vector result;
  for (const auto& row : metric) result.push_back(dot(row, a));
  return result;
}

Vector ParameterFamily::basis_vector(int i) const {
  Vector result = zero();
  result[i] = number(1);
  return result;
}

Vector sum(const Vector& a, const Vector& b) {
  Vector result;
  for (std::size_t k = 0; k < a.size(); ++k) result.push_back(a[k] + b[k]);
  return result;
}

Vector product(const P& factor, Vector a) {
  for (auto& p : a) p = factor * p;
  return a;
}

P determinant(const Matrix& a, const Ring& ring) {
  if (a.empty()) return {ring, 1};
  P result(ring, 0);
  for (std::size_t j = 0; j < a.size(); ++j) {
    if (a[0][j].is_zero()) continue;
    const P term = a[0][j] * determinant(without(a, 0, j), ring);
    result = j % 2 == 0 ? result + term : result - term;
  }
  return result;
}

Matrix adjugate(const Matrix& a, const Ring& ring) {
  Matrix result(a.size(), Vector(a.size(), P(ring, 0)));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a.size(); ++j) {
      const P minor = determinant(without(a, j, i), ring);
      result[i][j] = (i + j) % 2 == 0 ? minor : -minor;
    }
  return result;
}

Matrix gram(const ParameterFamily& family) {
  Matrix result;
  for (const auto& a : family.distribution) {
    const Vector covector = family.covector(a);
    Vector row;
    for (const auto& b : family.distribution) row.push_back(dot(covector, b));
    result.push_back(std::move(row));
  }
  return result;
}

Vector jacobi_polynomials(const ParameterFamily& family) {
  Vector result;
  const auto nested = [&](int i, int j, int k) {
    return family.bracket(family.basis_vector(i),
                          family.bracket(family.basis_vector(j), family.basis_vector(k)));
  };
  for (int i = 0; i < family.dimension; ++i)
    for (int j = 0; j < i; ++j)
      for (int k = 0; k < j; ++k)
        for (auto& p : sum(sum(nested(i, j, k), nested(j, k, i)), nested(k, i, j)))
          if (!p.is_zero()) result.push_back(std::move(p));
  return result;
}

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
/// as well.
std::vector<Part> intersection(const Part& part, const P& factor) {
  Vector all = part.modulus.basis();
  all.push_back(factor);
  std::optional<std::vector<Vector>> components;
  if (all.size() == 1) components.emplace(1, all);
  if (!components && part.open.empty()) components = part.family.decompositions->components_of(all);
  std::vector<Part> result;
  if (!components) {
    result.push_back(part);
    result.back().zero.push_back(factor);
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
std::vector<Part> where_all(const Part& part, const Vector& polynomials) {
  std::vector<Part> parts{part};
  for (const auto& p : polynomials) {
    std::vector<Part> next;
    for (const auto& each : parts)
      for (auto& smaller : covering(each, p)) next.push_back(std::move(smaller));
    parts = std::move(next);
  }
  for (auto& smaller : parts) smaller.avoided_last.clear();
  return parts;
}

}  // namespace

std::vector<Part> where(const Part& part, const P& polynomial) {
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
      add(where_all(part, *squares));
      continue;
    }
    if (!variable) {
      add(intersection(part, factor));
      continue;
    }
    const auto smaller = solved_for(part, factor, *variable);
    if (!smaller) continue;
    if (part.modulus.basis().empty()) {
      result.push_back(*smaller);
      continue;
    }
    for (auto& component : where(*smaller, smaller->restricted(part.modulus.basis()[0]))) {
      component.avoided_last.insert(component.avoided_last.end(), smaller->avoided_last.begin(),
                                    smaller->avoided_last.end());
      result.push_back(std::move(component));
    }
  }
  return result;
}

std::vector<Part> covering(const Part& part, const P& polynomial) {
  std::vector<Part> result;
  for (auto& smaller : where(part, polynomial)) {
    const Vector avoided = smaller.avoided_last;
    result.push_back(std::move(smaller));
    for (const auto& bottom : avoided)
      for (auto& rest : covering(part, bottom)) {
        if (!rest.open.empty()) {
          result.push_back(std::move(rest));
          continue;
        }
        for (auto& component : covering(rest, polynomial)) result.push_back(std::move(component));
      }
  }
  return result;
}

namespace {

/// Parts that together are where the metric on d is not degenerate at all elements of the group: where one coefficient
/// of its determinant is not 0, and where that is 0 but another is not.
std::vector<Part> regular_on_d(const Part& part) {
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
  const Modulus modulus({}, family.is_linear() ? Vector{} : family.relations);
  Part all{family, {}, {}, {}, modulus, {}, {}, {}};
  for (const auto& p : denominators) add_unit(all, p);
  if (!add_unit(all, determinant(family.metric, family.ring)) ||
      (!family.moves && !add_unit(all, determinant(gram(family), family.ring))))
    return {};
  std::vector<Part> parts = family.moves ? regular_on_d(all) : std::vector<Part>{all};
  for (const auto& p : jacobi_polynomials(family)) {
    std::vector<Part> next;
    for (const auto& part : parts)
      for (auto& smaller : covering(part, p)) next.push_back(std::move(smaller));
    parts = std::move(next);
  }
  return parts;
}

}  // namespace hamel::varying
