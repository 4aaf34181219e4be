// The nonholonomic field by Cramer's rule, and what it carries.
#include "transport.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace hamel::varying {

using P = ParameterPolynomial;

Field field_of(const ParameterFamily& family, const Vector& a) {
  const Matrix gram = varying::gram(family), inverse = adjugate(gram, family.ring);
  const Vector covector = family.covector(a), push = family.push(a);
  const P times = family.number(family.has_quadratic_field() ? Integer(1) : family.rate_scale);
  Field result{times * determinant(gram, family.ring), {}};
  // M (D' u + v0'), where the constraint moves
  const Vector turning = family.covector(family.along(a, a));
  Vector pull;
  for (const auto& d : family.distribution)
    pull.push_back(times * (dot(covector, family.bracket(a, d)) + dot(push, d)) - dot(turning, d));
  for (const auto& row : inverse) result.value.push_back(dot(row, pull));
  return result;
}

Vector velocity_of(const ParameterFamily& family) {
  Vector a = family.offset.empty() ? family.zero() : family.offset;
  for (int i = 0; i < family.rank(); ++i)
    a = sum(a, product(family.velocity(i), family.distribution[i]));
  return a;
}

Transport::Transport(const ParameterFamily& of, Field given)
    : family(of),
      det(determinant(gram(of), of.ring)),
      a(velocity_of(of)),
      momentum(of.covector(a)),
      push(of.push(a)),
      field(std::move(given)) {
  const P times = family.number(family.rate_scale);
  if (family.has_quadratic_field()) {  // else the scale of rates is in the field
    field.value = product(times, std::move(field.value));
  } else {
    const Modulus group({}, family.relations);
    det = group.related(det);
    for (auto& p : field.value) p = group.related(p);
  }
  field.scale = times * det;
}

Vector Transport::carried(const Vector& w) const {
  return sum(product(family.number(family.rate_scale), family.bracket(a, w)),
             product(family.number(-1), family.along(w, a)));
}

P Transport::drive(const Vector& w) const {
  return dot(momentum, family.along(w, a)) + family.number(family.rate_scale) * dot(push, w);
}

P Transport::reaction(const Vector& w) const {
  Vector change = product(det, family.along(a, a));
  for (int i = 0; i < family.rank(); ++i)
    change = sum(change, product(field.value[i], family.distribution[i]));
  return dot(family.covector(change), w) -
         field.scale * (dot(momentum, family.bracket(a, w)) + dot(push, w));
}

P Transport::rate(const P& p) const {
  P result = family.number(0);
  for (int i = 0; i < family.rank(); ++i)
    result = result + p.derivative(family.parameters + i) * field.value[i];
  for (int k = 0; k < family.dimension && family.point_numbers() > 0; ++k)
    if (!a[k].is_zero()) result = result + det * a[k] * family.along(k, p);
  return result;
}

Vector Transport::constraint(int j) const {
  Vector row = family.distribution[j];
  row.push_back(family.has_quadratic_field() ? -dot(momentum, row) : family.number(0));
  return row;
}

Vector Transport::differentiated(const Vector& row) const {
  const Vector w(row.begin(), row.end() - 1);
  Vector result = product(det, carried(w));
  result.push_back(family.has_quadratic_field() ? det * drive(w) : -reaction(w));
  for (std::size_t k = 0; k < row.size(); ++k) result[k] = result[k] + rate(row[k]);
  return result;
}

Vector related(const Part& part, Vector vector) {
  for (auto& p : vector) p = part.modulus.related(p);
  return vector;
}

Generated generated_subalgebra(const Part& part) {
  const auto& family = part.family;
  Generated result{family.has_quadratic_field() ? family.distribution : Matrix{}, {}};
  // The coordinates of a vector in those found: the denominators of a solution.
  const auto within = [&](const Vector& vector) -> std::optional<P> {
    if (result.vectors.empty()) return std::nullopt;
    Matrix all = result.vectors;
    all.push_back(vector);
    const auto answer =
        solve(as_columns(all), static_cast<int>(result.vectors.size()), part.modulus, family.ring);
    return answer.solvable ? std::optional<P>(answer.bottom) : std::nullopt;
  };
  const auto join = [&](const Vector& vector) {
    const Vector more = part.modulus.reduced(vector);
    if (std::all_of(more.begin(), more.end(), [&](const P& p) { return part.is_zero(p); })) return;
    const auto bottom = within(more);
    if (!bottom) {
      result.vectors.push_back(more);
      return;
    }
    for (const auto& factor : part.factors(*bottom).value_or(Vector{}))
      result.denominators.push_back(factor);
  };
  if (family.has_quadratic_field()) {
    for (std::size_t k = 0; k < result.vectors.size(); ++k)
      for (const auto& d : family.distribution) join(family.bracket(d, result.vectors[k]));
    return result;
  }
  const Transport motion(family);
  const auto join_terms = [&](const Vector& vector) {
    for (const auto& term : terms_of(family, related(part, vector))) join(term.vector);
  };
  for (const auto& d : family.distribution) join_terms(d);
  for (std::size_t k = 0; k < result.vectors.size(); ++k)
    join_terms(motion.carried(result.vectors[k]));
  return result;
}

}  // namespace hamel::varying
