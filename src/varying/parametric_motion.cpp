// Motions of systems with parameters.
#include "parametric_motion.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "common_zeros.hpp"

namespace hamel::varying {

namespace {

using P = ParameterPolynomial;

/// Along delta u' = F(u), times delta and the scale of the rates of a point.
P derivative(const ParameterFamily& family, const ParametricMotion& motion, const P& p) {
  P result = family.number(0);
  for (int i = 0; i < family.rank(); ++i)
    result = result + p.derivative(family.parameters + i) * motion.field[i];
  result = family.number(family.rate_scale) * result;
  if (family.point_numbers() == 0) return result;
  for (int k = 0; k < family.dimension; ++k)
    if (!motion.velocity[k].is_zero())
      result = result + motion.delta * motion.velocity[k] * family.along(k, p);
  return result;
}

/// The row <p, w> + c = 0 differentiated, p' = ad*_a p - dU.
Vector derivative(const ParameterFamily& family, const ParametricMotion& motion,
                  const Vector& row) {
  const Vector w(row.begin(), row.end() - 1);
  const P scale = family.number(family.rate_scale) * motion.delta;
  Vector result = product(scale, family.bracket(motion.velocity, w));
  for (std::size_t k = 0; k < w.size(); ++k)
    result[k] = result[k] + derivative(family, motion, w[k]);
  result.push_back(derivative(family, motion, row.back()));
  if (!family.slope.empty()) result.back() = result.back() - scale * dot(family.slope, w);
  return result;
}

/// The factors of the common divisor of a row that vanish nowhere on the part or move with u: for generic motions it
/// may be divided by them.
P removable(const Part& part, const Vector& row) {
  const auto& family = part.family;
  P result = family.number(1);
  const P common = content(row, family.ring);
  if (common.is_zero()) return result;
  for (const auto& factor : common.factors()) {
    const bool unit = std::find(part.units.begin(), part.units.end(), factor) != part.units.end();
    bool certain = unit;
    for (const auto& c : coefficients_in_parameters(family, factor))
      certain = certain || c.is_constant();
    if (!certain) continue;
    P rest = common.divided_by(result).value();
    while (auto quotient = rest.divided_by(factor)) {
      result = result * factor;
      rest = *quotient;
    }
  }
  return result;
}

}  // namespace

ParametricMotion::ParametricMotion(const ParameterFamily& family)
    : gram(varying::gram(family)), delta(determinant(gram, family.ring)), velocity(family.zero()) {
  const int r = family.rank();
  const auto& d = family.distribution;
  for (int i = 0; i < r; ++i) velocity = sum(velocity, product(family.velocity(i), d[i]));
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
  P common = delta;
  for (const auto& p : fall) common = gcd(common, p);
  for (int k = 0; k < r; ++k)
    for (int i = 0; i < r; ++i)
      for (int j = 0; j < r; ++j) {
        for (int l = 0; l < r; ++l)
          forms[k][i][j] = forms[k][i][j] + inverse[k][l] * force[l][i][j];
        common = gcd(common, forms[k][i][j]);
      }
  delta = delta.divided_by(common).value();
  for (auto& form : forms)
    for (auto& row : form)
      for (auto& p : row) p = p.divided_by(common).value();
  for (int k = 0; k < r; ++k) {
    P twice = family.number(0);
    for (int i = 0; i < r; ++i)
      for (int j = 0; j < r; ++j)
        twice = twice + forms[k][i][j] * family.velocity(i) * family.velocity(j);
    field.push_back(twice + family.number(2) * fall[k].divided_by(common).value());
  }
  // field holds 2 F, so that 2 delta u' = field.
  delta = family.number(2) * delta;
}

Generated generated_subalgebra(const Part& part) {
  const auto& family = part.family;
  const int n = family.dimension;
  Generated result{family.distribution, {}};
  // The coordinates of a vector in those found: the denominators of a solution.
  const auto within = [&](const Vector& vector) -> std::optional<P> {
    Matrix equations;
    for (int k = 0; k < n; ++k) {
      Vector row;
      for (const auto& b : result.vectors) row.push_back(b[k]);
      row.push_back(vector[k]);
      equations.push_back(std::move(row));
    }
    const auto answer =
        solve(equations, static_cast<int>(result.vectors.size()), part.modulus, family.ring);
    return answer.solvable ? std::optional<P>(answer.bottom) : std::nullopt;
  };
  for (std::size_t k = 0; k < result.vectors.size(); ++k)
    for (const auto& d : family.distribution) {
      const Vector bracket = Modulus(part.modulus).reduced(family.bracket(d, result.vectors[k]));
      if (std::all_of(bracket.begin(), bracket.end(), [&](const P& p) { return part.is_zero(p); }))
        continue;
      const auto bottom = within(bracket);
      if (!bottom) {
        result.vectors.push_back(bracket);
        continue;
      }
      for (const auto& factor : part.factors(*bottom).value_or(Vector{}))
        result.denominators.push_back(factor);
    }
  return result;
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
  const P delta = motion.delta.divided_by(family.number(2)).value();
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

Consequences consequences(const Part& part, const ParametricMotion& motion) {
  const auto& family = part.family;
  const int n = family.dimension;
  Consequences result;
  Refutation found{{}, {}, family.number(0)};
  Matrix equations;  // [w | -c] of the independent rows, and the one looked at
  const auto look = [&](int from, Vector row) {
    for (auto& p : row)
      if (part.is_zero(p)) p = family.number(0);
    const P divisor = removable(part, row);
    for (auto& p : row) p = p.divided_by(divisor).value();
    Vector equation = row;
    equation.back() = -equation.back();
    equations.push_back(equation);
    // Independent of those before, or a contradiction to them?
    Matrix transposed;
    for (int k = 0; k < n; ++k) {
      Vector line;
      for (const auto& e : equations) line.push_back(e[k]);
      transposed.push_back(std::move(line));
    }
    const auto dependence =
        solve(transposed, static_cast<int>(equations.size()) - 1, part.modulus, family.ring);
    if (!dependence.solvable) {
      found.rows.push_back({from, divisor, row});
      return false;
    }
    P remainder = dependence.bottom * equation.back();
    for (std::size_t k = 0; k + 1 < equations.size(); ++k)
      remainder = remainder - dependence.top[k] * equations[k].back();
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
  for (int j = 0; j < family.rank(); ++j) {
    Vector row = family.distribution[j];
    row.push_back(-dot(family.covector(motion.velocity), family.distribution[j]));
    if (look(-1 - j, std::move(row))) return result;
  }
  for (std::size_t next = 0; next < found.rows.size(); ++next)
    if (look(static_cast<int>(next), derivative(family, motion, Vector(found.rows[next].w))))
      return result;
  result.divisors.push_back(solve(equations, n, part.modulus, family.ring).bottom);
  return result;
}

}  // namespace hamel::varying
