// Motions of systems with parameters.
#include "parametric_motion.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "verifying_families/proof_parts.hpp"

namespace hamel::varying {

using P = ParameterPolynomial;

ParametricMotion::ParametricMotion(const ParameterFamily& of)
    : Transport(of,
                of.has_quadratic_field() ? Field{of.number(0), {}} : field_of(of, velocity_of(of))),
      gram(varying::gram(of)),
      common(det) {
  if (!family.has_quadratic_field()) {
    divide();
    return;
  }
  const int r = family.rank();
  const auto& d = family.distribution;
  std::vector<Matrix> force(r, Matrix(r, Vector(r, family.number(0))));  // <M a, [a, D_k]>, twice
  for (int k = 0; k < r; ++k)
    for (int j = 0; j < r; ++j) {
      const Vector bracket = family.bracket(d[j], d[k]);
      for (int i = 0; i < r; ++i) {
        const P value = dot(family.covector(d[i]), bracket);
        force[k][i][j] = force[k][i][j] + value;
        force[k][j][i] = force[k][j][i] + value;
      }
    }
  const Matrix inverse = adjugate(gram, family.ring);
  forms.assign(r, Matrix(r, Vector(r, family.number(0))));
  Vector fall(r, family.number(0));  // -adj(G) D^T dU
  if (!family.slope.empty())
    for (int k = 0; k < r; ++k)
      for (int l = 0; l < r; ++l) fall[k] = fall[k] - inverse[k][l] * dot(family.slope, d[l]);
  for (const auto& p : fall) common = gcd(common, p);
  for (int k = 0; k < r; ++k)
    for (int i = 0; i < r; ++i)
      for (int j = 0; j < r; ++j) {
        for (int l = 0; l < r; ++l)
          forms[k][i][j] = forms[k][i][j] + inverse[k][l] * force[l][i][j];
        common = gcd(common, forms[k][i][j]);
      }
  det = det.divided_by(common).value();
  for (auto& form : forms)
    for (auto& row : form)
      for (auto& p : row) p = p.divided_by(common).value();
  for (int k = 0; k < r; ++k) {
    P twice = family.number(0);
    for (int i = 0; i < r; ++i)
      for (int j = 0; j < r; ++j)
        twice = twice + forms[k][i][j] * family.velocity(i) * family.velocity(j);
    field.value.push_back(family.number(family.rate_scale) *
                          (twice + family.number(2) * fall[k].divided_by(common).value()));
  }
  // The forms are those of twice the field.
  det = family.number(2) * det;
  field.scale = family.number(family.rate_scale) * det;
}

void ParametricMotion::divide() {
  for (const auto& p : field.value) common = gcd(common, p);
  det = det.divided_by(common).value();
  for (auto& p : field.value) p = p.divided_by(common).value();
  field.scale = family.number(family.rate_scale) * det;
}

Matrix section_equations(const Part& part, const ParametricMotion& motion, const Matrix& subalgebra,
                         std::vector<SectionRow>* names) {
  using Of = SectionRow::Of;
  const auto& family = part.family;
  const int n = family.dimension, r = family.rank();
  const auto& d = family.distribution;
  Matrix rows;
  const auto add_row = [&](const SectionRow& name) {
    rows.emplace_back(static_cast<std::size_t>(n * r + 1), family.number(0));
    if (names != nullptr) names->push_back(name);
  };
  const auto add = [&](Vector& to, int column, const P& factor, const Vector& vector) {
    for (int k = 0; k < n; ++k)
      if (!vector[k].is_zero()) to[n * column + k] = to[n * column + k] + factor * vector[k];
  };
  for (int c = 0; c < r; ++c)
    for (int j = 0; j < r; ++j) {
      add_row({Of::momentum, j, c, 0});
      add(rows.back(), c, family.number(1), d[j]);
      rows.back()[n * r] = motion.gram[c][j];
    }
  // <Q u - M D u, [D u, D_j]> = 0
  for (int j = 0; j < r; ++j)
    for (int i = 0; i < r; ++i)
      for (int k = i; k < r; ++k) {
        add_row({Of::constraint, j, i, k});
        const Vector first = family.bracket(d[i], d[j]), second = family.bracket(d[k], d[j]);
        add(rows.back(), k, family.number(1), first);
        add(rows.back(), i, family.number(1), second);
        rows.back()[n * r] = dot(family.covector(d[k]), first) + dot(family.covector(d[i]), second);
      }
  // delta <Q u', b> = delta <Q u, [D u, b]>, with 2 delta / 2 here
  const P delta = motion.det.divided_by(family.number(2)).value();
  for (std::size_t b = 0; b < subalgebra.size(); ++b)
    for (int i = 0; i < r; ++i)
      for (int k = i; k < r; ++k) {
        add_row({Of::rate, static_cast<int>(b), i, k});
        for (int c = 0; c < r; ++c) add(rows.back(), c, motion.forms[c][i][k], subalgebra[b]);
        add(rows.back(), k, -delta, family.bracket(d[i], subalgebra[b]));
        add(rows.back(), i, -delta, family.bracket(d[k], subalgebra[b]));
      }
  // det(G) <Q u', b> = -det(G) <dU, b> of what u' has from dU
  if (family.slope.empty()) return rows;
  const Matrix inverse = adjugate(motion.gram, family.ring), terms = slope_terms(family);
  const P det = determinant(motion.gram, family.ring);
  for (std::size_t b = 0; b < subalgebra.size(); ++b)
    for (std::size_t i = 0; i < terms.size(); ++i) {
      add_row({Of::slope, static_cast<int>(b), static_cast<int>(i), 0});
      for (int c = 0; c < r; ++c)
        for (int l = 0; l < r; ++l)
          add(rows.back(), c, inverse[c][l] * dot(terms[i], d[l]), subalgebra[b]);
      rows.back()[n * r] = det * dot(terms[i], subalgebra[b]);
    }
  return rows;
}

}  // namespace hamel::varying
