// Linear sections by elimination; ideals among the complements that they vanish on.
#include "linear_sections.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "parameters/common_zeros.hpp"
#include "parametric_motion.hpp"

namespace hamel::varying {

namespace {

using P = ParameterPolynomial;
using Kind = Finding::Kind;

/// Equations of `section_equations` summed with factors, as they are named: those of `rate` are divided by `common`
/// there, and those of u_i u_i are twice as large.
Contradiction named(const std::vector<SectionRow>& names, const Vector& factors, const P& common) {
  Contradiction result;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (factors[k].is_zero()) continue;
    P times = factors[k];
    if (names[k].of != SectionRow::Of::rate) times = common * times;
    if (names[k].of != SectionRow::Of::momentum && names[k].of != SectionRow::Of::slope &&
        names[k].i == names[k].j)
      times = P(common.ring(), 2) * times;
    result.terms.push_back({names[k], std::move(times)});
  }
  return result;
}

/// momentum / denominator with an unknown = top / bottom.
void substitute(Vector& momentum, P& denominator, int variable, const P& top, const P& bottom) {
  int power = 0;
  for (const auto& p : momentum) power = std::max(power, p.degree(variable));
  for (auto& p : momentum) p = p.with(variable, top, bottom, power);
  for (; power > 0; --power) denominator = denominator * bottom;
}

/// Without common divisor.
Section in_lowest_terms(const ParameterFamily& family, Vector momentum, P denominator) {
  Vector all = momentum;
  all.push_back(denominator);
  const P common = content(all, family.ring);
  for (auto& p : momentum) p = p.divided_by(common).value();
  return {columns_of(family, momentum),
          denominator.divided_by(common).value(),
          whole_algebra(family),
          {family.number(1)}};
}

/// Solves equations in the auxiliary unknowns as long as one is linear in one of them with a coefficient free of all.
/// Where one of `beyond` is 0 there may be solutions that these equations do not have.
Finding solved_for_unknowns(const Part& part, NoIdeal family_of_sections, Vector momentum,
                            Vector equations, Vector exceptions, const Vector& beyond) {
  const auto& family = part.family;
  const int first = family.parameters + family.dimension;
  const int unknowns = static_cast<int>(family_of_sections.free.size());
  const auto free_of = [&](const P& p) {
    for (int t = 0; t < unknowns; ++t)
      if (p.degree(first + t) > 0) return false;
    return true;
  };
  P denominator = family_of_sections.denominator;
  Finding finding;
  for (;;) {
    Vector refuting;
    bool solved = true, moved = false;
    for (auto& p : equations) {
      if (part.is_zero(p)) p = family.number(0);
      solved = solved && p.is_zero();
      if (!p.is_zero() && free_of(p)) refuting.push_back(p);
    }
    if (solved) {
      finding.kind = Kind::yes;
      for (int t = 0; t < unknowns; ++t)  // those that are free are 0
        substitute(momentum, denominator, first + t, family.number(0), family.number(1));
      finding.section = in_lowest_terms(family, std::move(momentum), denominator);
      finding.exceptions = std::move(exceptions);
      return finding;
    }
    if (!refuting.empty()) {
      finding = vanishing(part, refuting);
      finding.exceptions.insert(finding.exceptions.end(), exceptions.begin(), exceptions.end());
      finding.exceptions.insert(finding.exceptions.end(), beyond.begin(), beyond.end());
      finding.no_ideal = std::move(family_of_sections);
      return finding;
    }
    for (std::size_t e = 0; e < equations.size() && !moved; ++e) {
      for (int t = 0; t < unknowns && !moved; ++t) {
        const P& p = equations[e];
        if (p.degree(first + t) != 1) continue;
        const P bottom = p.coefficient(first + t, 1), top = -p.coefficient(first + t, 0);
        const auto factors = part.factors(bottom);
        if (!free_of(bottom) || !factors) continue;
        exceptions.insert(exceptions.end(), factors->begin(), factors->end());
        for (auto& q : equations)
          q = q.with(first + t, top, bottom, std::max(q.degree(first + t), 0));
        substitute(momentum, denominator, first + t, top, bottom);
        family_of_sections.steps.push_back({static_cast<int>(e), t});
        moved = true;
      }
    }
    if (!moved) {
      finding.reason = "quadratic equations for the ideal are left";
      return finding;
    }
  }
}

/// y with y A = 0 and y b not 0 for the rows of an unsolvable system, one entry per row.
Vector contradiction_of(const Matrix& equations, int unknowns, const LinearAnswer& answer,
                        const Modulus& modulus, const Ring& ring) {
  const int count = static_cast<int>(answer.independent.size());
  Matrix transposed;
  for (int c = 0; c < unknowns; ++c) {
    Vector row;
    for (const int index : answer.independent) row.push_back(equations[index][c]);
    row.push_back(-equations[answer.contradicting][c]);
    transposed.push_back(std::move(row));
  }
  const LinearAnswer found = solve(transposed, count, modulus, ring);
  Vector combination(equations.size(), P(ring, 0));
  for (int k = 0; k < count; ++k) combination[answer.independent[k]] = found.top[k];
  combination[answer.contradicting] = found.bottom;
  return combination;
}

}  // namespace

Finding vanishing(const Part& part, const Vector& polynomials) {
  Finding finding;
  const auto exceptions = outside(part, polynomials);
  finding.kind = exceptions ? Kind::no : Kind::yes;
  if (exceptions) finding.exceptions = *exceptions;
  return finding;
}

WholeSection whole_section(const Part& part) {
  const auto& family = part.family;
  const ParametricMotion motion(family);
  const int unknowns = family.dimension * family.rank();
  std::vector<SectionRow> names;
  const Matrix equations = section_equations(part, motion, whole_algebra(family), &names);
  WholeSection result{solve(equations, unknowns, part.modulus, family.ring, true), {}, {}};
  const auto& answer = result.answer;
  auto& finding = result.finding;
  if (answer.solvable) {
    for (const int index : answer.independent) result.independent.push_back(names[index]);
    finding.kind = Kind::yes;
    finding.section = Section{
        columns_of(family, answer.top), answer.bottom, whole_algebra(family), {family.number(1)}};
    finding.exceptions = part.factors(answer.bottom).value_or(Vector{});
    return result;
  }
  const Vector y = contradiction_of(equations, unknowns, answer, part.modulus, family.ring);
  P remainder = family.number(0);
  for (std::size_t i = 0; i < equations.size(); ++i)
    remainder = remainder + y[i] * equations[i].back();
  finding = vanishing(part, {remainder});
  const P common = determinant(motion.gram, family.ring)
                       .divided_by(motion.det.divided_by(family.number(2)).value())
                       .value();
  finding.contradiction = named(names, y, common);
  return result;
}

Finding complementary_ideal(const Part& part) {
  WholeSection found = whole_section(part);
  if (found.finding.kind != Kind::yes) return found.finding;
  const auto& family = part.family;
  const int count = static_cast<int>(found.answer.kernel.size());
  Finding undecided;
  undecided.reason = "too large a family of linear sections";
  if (count > auxiliary_unknowns) return undecided;
  NoIdeal sections{found.answer.top,    found.answer.bottom,          found.answer.free,
                   found.answer.kernel, std::move(found.independent), {}};
  Vector momentum = found.answer.top;
  for (int t = 0; t < count; ++t)
    momentum = sum(momentum, product(family.unknown(t), found.answer.kernel[t]));
  Vector equations = ideal_equations(family, columns_of(family, momentum), found.answer.bottom);
  return solved_for_unknowns(part, std::move(sections), std::move(momentum), std::move(equations),
                             found.finding.exceptions,
                             part.factors(found.answer.divisors).value_or(Vector{}));
}

}  // namespace hamel::varying
