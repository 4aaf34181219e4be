// Polynomials that say the conditions on systems with parameters, and proofs by them: nothing of the search is used.
#include <algorithm>
#include <cstddef>
#include <utility>

#include "parameters/common_zeros.hpp"
#include "parameters/null_velocities.hpp"
#include "proof_parts.hpp"

namespace hamel::varying {

namespace {

using P = ParameterPolynomial;
using Kind = Finding::Kind;

bool all_vanish(const Part& part, const Vector& polynomials) {
  return std::ranges::all_of(polynomials, [&](const P& p) { return part.is_zero(p); });
}

/// Yes where the polynomials are 0 on all of the part, no where they are not but for what is left out.
bool decides(const Part& part, const Vector& polynomials, const Finding& finding,
             Vector& left_out) {
  return finding.kind == Kind::yes ? finding.exceptions.empty() && all_vanish(part, polynomials)
                                   : leave_out_common_zeros(part, polynomials, left_out);
}

/// The equations for the entries of Q, as rows [A | b].
class SectionRows {
 public:
  explicit SectionRows(const ParameterFamily& family)
      : family_(family),
        a_(velocity_of(family)),
        field_(field_of(family, a_)),
        inverse_(adjugate(gram(family), family.ring)),
        terms_(slope_terms(family)) {}

  bool has(const SectionRow& row) const {
    const bool slope = row.of == SectionRow::Of::slope;
    const int n = slope || row.of == SectionRow::Of::rate ? family_.dimension : family_.rank();
    if (slope)
      return row.vector >= 0 && row.vector < n && row.j == 0 && row.i >= 0 &&
             row.i < static_cast<int>(terms_.size());
    const bool fits = row.vector >= 0 && row.vector < n && row.i >= 0 && row.i < family_.rank();
    return fits && (row.of == SectionRow::Of::momentum ? row.j == 0
                                                       : row.j >= row.i && row.j < family_.rank());
  }

  Vector operator()(const SectionRow& row) const {
    if (row.of == SectionRow::Of::slope) return of_slope(row);
    const bool first = row.of == SectionRow::Of::momentum, rate = row.of == SectionRow::Of::rate;
    const Vector b = rate ? family_.basis_vector(row.vector) : family_.distribution[row.vector];
    const Vector turned = first ? b : family_.bracket(a_, b);
    Vector result;
    for (int c = 0; c < family_.rank(); ++c)
      for (int k = 0; k < family_.dimension; ++k) {
        P entry = family_.velocity(c) * turned[k];
        if (rate) entry = field_.value[c] * b[k] - field_.scale * entry;
        result.push_back(coefficient(entry, row));
      }
    result.push_back(rate ? family_.number(0)
                          : coefficient(dot(family_.covector(a_), turned), row));
    return result;
  }

 private:
  Vector of_slope(const SectionRow& row) const {
    const Vector& term = terms_[static_cast<std::size_t>(row.i)];
    Vector result;
    for (const auto& line : inverse_) {
      P rate = family_.number(0);
      for (int l = 0; l < family_.rank(); ++l)
        rate = rate + line[l] * dot(term, family_.distribution[l]);
      for (int k = 0; k < family_.dimension; ++k)
        result.push_back(k == row.vector ? rate : family_.number(0));
    }
    result.push_back(field_.scale * term[row.vector]);
    return result;
  }
  P coefficient(const P& p, const SectionRow& row) const {
    const int i = family_.parameters + row.i, j = family_.parameters + row.j;
    if (row.of == SectionRow::Of::momentum) return p.coefficient(i, 1);
    return i == j ? p.coefficient(i, 2) : p.coefficient(i, 1).coefficient(j, 1);
  }

  const ParameterFamily& family_;
  Vector a_;
  Field field_;
  Matrix inverse_, terms_;
};

/// Whether rows without the columns `free` have combinations that read (not 0) Q_k = 0 for each other entry k, but for
/// what is left out.
bool determine(const Part& part, const Matrix& rows, const std::vector<int>& free, int unknowns,
               Vector& left_out) {
  const auto& family = part.family;
  const auto is_free = [&](int k) { return std::ranges::find(free, k) != free.end(); };
  for (int wanted = 0; wanted < unknowns; ++wanted) {
    if (is_free(wanted)) continue;
    Matrix transposed;
    for (int k = 0; k < unknowns; ++k) {
      if (is_free(k)) continue;
      Vector line;
      for (const auto& row : rows) line.push_back(row[k]);
      line.push_back(family.number(k == wanted ? 1 : 0));
      transposed.push_back(std::move(line));
    }
    if (!have_solutions(part, transposed, left_out)) return false;
  }
  return true;
}

}  // namespace

Matrix whole_algebra(const ParameterFamily& family) {
  Matrix result;
  for (int k = 0; k < family.dimension; ++k) result.push_back(family.basis_vector(k));
  return result;
}

Matrix columns_of(const ParameterFamily& family, const Vector& momentum) {
  Matrix result;
  for (int c = 0; c < family.rank(); ++c)
    result.emplace_back(momentum.begin() + family.dimension * c,
                        momentum.begin() + family.dimension * (c + 1));
  return result;
}

Matrix in_perp(const ParameterFamily& family, const Matrix& vectors) {
  const Matrix gram = varying::gram(family), inverse = adjugate(gram, family.ring);
  const P delta = determinant(gram, family.ring);
  Matrix result;
  for (const auto& v : vectors) {
    const Vector covector = family.covector(v);
    Vector b = product(delta, v);
    for (int i = 0; i < family.rank(); ++i)
      for (int j = 0; j < family.rank(); ++j)
        b = sum(b, product(-(inverse[i][j] * dot(covector, family.distribution[j])),
                           family.distribution[i]));
    result.push_back(std::move(b));
  }
  return result;
}

Vector polarised(const ParameterFamily& family, const Matrix& perp) {
  const auto& d = family.distribution;
  Vector all;
  for (const auto& b : perp)
    for (int i = 0; i < family.rank(); ++i)
      for (int j = i; j < family.rank(); ++j) {
        P s = dot(family.covector(d[i]), family.bracket(d[j], b)) +
              dot(family.covector(d[j]), family.bracket(d[i], b));
        if (!s.is_zero()) all.push_back(std::move(s));
      }
  return all;
}

Vector condition_equations(const std::string& id, const ParameterFamily& family) {
  if (id == "eq_3_11") return polarised(family, in_perp(family, whole_algebra(family)));
  if (id != "integrable") return {};
  Matrix brackets;
  for (const auto& a : family.distribution)
    for (const auto& b : family.distribution) brackets.push_back(family.bracket(a, b));
  Vector all;
  for (const auto& beyond : in_perp(family, brackets))
    for (const auto& p : beyond)
      if (!p.is_zero()) all.push_back(p);
  return all;
}

bool is_integrable(const Part& part) {
  return all_vanish(part, condition_equations("integrable", part.family));
}

Vector ideal_equations(const ParameterFamily& family, const Matrix& columns, const P& denominator) {
  const Matrix gram = varying::gram(family), inverse = adjugate(gram, family.ring);
  const P delta = determinant(gram, family.ring) * denominator;
  Matrix zeros;
  for (int m = 0; m < family.dimension; ++m) {
    Vector v = product(delta, family.basis_vector(m));
    for (int i = 0; i < family.rank(); ++i)
      for (int j = 0; j < family.rank(); ++j)
        v = sum(v, product(-(inverse[i][j] * columns[j][m]), family.distribution[i]));
    zeros.push_back(std::move(v));
  }
  Vector all;
  for (int k = 0; k < family.dimension; ++k)
    for (const auto& column : columns)
      for (const auto& v : zeros)
        all.push_back(dot(column, family.bracket(family.basis_vector(k), v)));
  return all;
}

bool verify(const Part& part, const Contradiction& contradiction, Vector& left_out) {
  const SectionRows row_of(part.family);
  Vector sums(static_cast<std::size_t>(part.family.dimension * part.family.rank() + 1),
              part.family.number(0));
  for (const auto& [row, times] : contradiction.terms) {
    if (!row_of.has(row) || !is_in_parameters(part.family, {times})) return false;
    sums = sum(sums, product(times, row_of(row)));
  }
  const P remainder = sums.back();
  sums.pop_back();
  return all_vanish(part, sums) && leave_out_zeros(part, remainder, left_out);
}

bool is_ideal_of(const Part& part, const Section& section) {
  return all_vanish(part, ideal_equations(part.family, section.momentum, section.denominator));
}

bool verify(const Part& part, const NoIdeal& proof, Vector& left_out) {
  const auto& family = part.family;
  const int unknowns = family.dimension * family.rank();
  const std::size_t count = proof.free.size();
  if (count > auxiliary_unknowns || proof.directions.size() != count ||
      !is_in_parameters(family, proof.momentum) || !is_in_parameters(family, {proof.denominator}) ||
      !leave_out_zeros(part, proof.denominator, left_out))
    return false;
  const SectionRows row_of(family);
  Matrix rows;
  for (const auto& row : proof.rows) {
    if (!row_of.has(row)) return false;
    rows.push_back(row_of(row));
    const P rest = dot(Vector(rows.back().begin(), rows.back().end() - 1), proof.momentum) -
                   proof.denominator * rows.back().back();
    if (!part.is_zero(rest)) return false;
  }
  Vector momentum = proof.momentum;
  for (std::size_t s = 0; s < count; ++s) {
    const Vector& direction = proof.directions[s];
    if (!is_in_parameters(family, direction)) return false;
    for (const auto& row : rows)
      if (!part.is_zero(dot(Vector(row.begin(), row.end() - 1), direction))) return false;
    for (std::size_t t = 0; t < count; ++t) {
      const int entry = proof.free[t];
      if (entry < 0 || entry >= unknowns) return false;
      if (s == t ? !leave_out_zeros(part, direction[entry], left_out)
                 : !part.is_zero(direction[entry]))
        return false;
    }
    momentum = sum(momentum, product(family.unknown(static_cast<int>(s)), direction));
  }
  if (!determine(part, rows, proof.free, unknowns, left_out)) return false;

  Vector equations = ideal_equations(family, columns_of(family, momentum), proof.denominator);
  const int first = family.parameters + family.dimension;
  for (const auto& [equation, unknown] : proof.steps) {
    if (equation < 0 || equation >= static_cast<int>(equations.size()) || unknown < 0 ||
        unknown >= static_cast<int>(count) || equations[equation].degree(first + unknown) != 1)
      return false;
    const P bottom = equations[equation].coefficient(first + unknown, 1);
    const P top = -equations[equation].coefficient(first + unknown, 0);
    if (!is_in_parameters(family, {bottom}) || !leave_out_zeros(part, bottom, left_out))
      return false;
    for (auto& p : equations)
      p = p.with(first + unknown, top, bottom, std::max(p.degree(first + unknown), 0));
  }
  std::erase_if(equations, [&](const P& p) { return !is_in_parameters(family, {p}); });
  return leave_out_common_zeros(part, equations, left_out);
}

namespace {

bool leave_out_remainder(const Part& part, const P& remainder, Vector& left_out) {
  const auto zeros = outside_zeros(part, part.family, remainder);
  if (zeros) left_out.insert(left_out.end(), zeros->begin(), zeros->end());
  return zeros.has_value();
}

}  // namespace

bool proves(const std::string& id, const Part& part, const Finding& finding, Vector& left_out) {
  const bool yes = finding.kind == Kind::yes;
  if (finding.kind == Kind::undecided) return false;
  if (id == "integrable" || id == "eq_3_11")
    return decides(part, condition_equations(id, part.family), finding, left_out);
  if (yes && id == "q1" && !finding.section)
    return part.family.has_quadratic_field() && finding.exceptions.empty() && is_integrable(part);
  if (yes) {
    const auto& section = finding.section;
    return section && verify(part, *section, left_out) &&
           (id == "q1" || section->subalgebra == whole_algebra(part.family)) &&
           (id != "cor_3_9" || is_ideal_of(part, *section));
  }
  if (id == "q1" && finding.no_multiplier) return verify(part, *finding.no_multiplier, left_out);
  if (id == "q1")
    return finding.refutation && verify(part, *finding.refutation, left_out) &&
           (finding.refutation->minor ||
            leave_out_remainder(part, finding.refutation->remainder, left_out));
  if (finding.contradiction) return verify(part, *finding.contradiction, left_out);
  return id == "cor_3_9" && finding.no_ideal && verify(part, *finding.no_ideal, left_out);
}

bool is_proved(const std::string& id, const Part& part, const Finding& finding) {
  Vector left_out;
  return are_exceptions(part, finding.exceptions) && proves(id, part, finding, left_out) &&
         std::ranges::all_of(left_out, [&](const P& p) {
           return std::ranges::find(finding.exceptions, p) != finding.exceptions.end();
         });
}

}  // namespace hamel::varying
