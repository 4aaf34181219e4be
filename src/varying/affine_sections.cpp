// Sections by undetermined coefficients: identities in u and numbers of a point, coefficient by coefficient.
#include "affine_sections.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include "parametric_motion.hpp"
#include "verifying_families/proof_parts.hpp"

namespace hamel::varying {

namespace {

using P = ParameterPolynomial;

constexpr std::size_t most_unknowns = 160;

void join(Vector& all, const P& p) {
  if (std::ranges::find(all, p) == all.end()) all.push_back(p);
}

/// 1 and the monomials in numbers of a point that M a has, or products of up to `degree` of them.
Vector monomials_of(const Part& part, const Transport& motion, int degree) {
  const auto& family = part.family;
  Vector once{family.number(1)}, all{family.number(1)};
  for (const auto& term : terms_of(family, related(part, motion.momentum))) {
    P monomial = family.number(1);
    for (int i = 0; i < family.point_numbers(); ++i) {
      const int variable = family.point_number(i);
      for (unsigned long k = 0; k < term.monomial[variable]; ++k)
        monomial = monomial * P::variable(family.ring, variable);
    }
    join(once, monomial);
  }
  for (int k = 0; k < degree; ++k) {
    const Vector before = all;
    for (const auto& p : before)
      for (const auto& q : once) join(all, p * q);
  }
  return all;
}

/// Rows [A | b] for the entries of the columns, entry k of column c being n c + k.
Matrix equations_of(const Part& part, const Transport& motion, const Matrix& subalgebra,
                    const Vector& functions) {
  const auto& family = part.family;
  Matrix rows;
  const auto add = [&](const Vector& identity) {
    for (auto& term : terms_of(family, related(part, identity)))
      rows.push_back(std::move(term.vector));
  };
  for (const auto& d : family.distribution) {  // <p, D_j> = <M a, D_j>
    Vector identity;
    for (const auto& function : functions)
      for (const auto& entry : d) identity.push_back(function * entry);
    identity.push_back(dot(motion.momentum, d));
    add(identity);
  }
  Vector rates;
  for (const auto& function : functions) rates.push_back(motion.rate(function));
  for (const auto& b : subalgebra) {  // scale <p', b> = det (<p, carried(b)> + drive(b))
    const Vector carried = motion.carried(b);
    Vector identity;
    for (std::size_t c = 0; c < functions.size(); ++c)
      for (int k = 0; k < family.dimension; ++k)
        identity.push_back(rates[c] * b[k] - motion.det * functions[c] * carried[k]);
    identity.push_back(motion.det * motion.drive(b));
    add(identity);
  }
  return rows;
}

}  // namespace

std::optional<Finding> affine_section(const Part& part, const Matrix& subalgebra, int degree) {
  const auto& family = part.family;
  const Transport motion(family);
  const Vector monomials = monomials_of(part, motion, degree),
               functions = functions_of(family, monomials);
  const std::size_t unknowns = functions.size() * static_cast<std::size_t>(family.dimension);
  if (unknowns > most_unknowns) return std::nullopt;
  const LinearAnswer answer = solve(equations_of(part, motion, subalgebra, functions),
                                    static_cast<int>(unknowns), part.modulus, family.ring);
  if (!answer.solvable) return std::nullopt;
  Finding finding;
  finding.kind = Finding::Kind::yes;
  finding.section = Section{{}, answer.bottom, subalgebra, {}, family.is_affine()};
  const std::size_t width = functions.size() / monomials.size();
  for (std::size_t m = 0; m < monomials.size(); ++m) {  // without columns of zeros
    Matrix columns;
    for (std::size_t c = m * width; c < (m + 1) * width; ++c) {
      const auto first = answer.top.begin() + static_cast<std::ptrdiff_t>(c) * family.dimension;
      columns.emplace_back(first, first + family.dimension);
    }
    const bool occurs = std::ranges::any_of(columns, [](const Vector& column) {
      return std::ranges::any_of(column, [](const P& p) { return !p.is_zero(); });
    });
    if (!occurs && m > 0) continue;
    finding.section->monomials.push_back(monomials[m]);
    std::ranges::move(columns, std::back_inserter(finding.section->momentum));
  }
  finding.exceptions = part.factors(answer.bottom).value_or(Vector{});
  return finding;
}

}  // namespace hamel::varying
