// Systems with parameters.
#include "parameter_family.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

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

P power_of(const P& p, int power) {
  P result(p.ring(), 1);
  for (; power > 0; --power) result = result * p;
  return result;
}

/// How many velocities a term of the force is a product of.
int degree_of(const ParameterFamily& family, const ParameterTerm& term) {
  int degree = 0;
  for (int i = 0; i < family.dimension; ++i)
    degree += static_cast<int>(term.exponents[family.parameters + i]);
  return degree;
}

/// Each term times values[k], k the degree it has in velocities, these replaced by others where told.
P with_terms(const ParameterFamily& family, const P& p, const Vector& values, const Vector* a) {
  P result = family.number(0);
  for (const auto& [exponents, coefficient] : p.all_terms()) {
    P term = family.number(coefficient) * values[degree_of(family, {exponents, coefficient})];
    for (std::size_t v = 0; v < exponents.size(); ++v) {
      if (exponents[v] == 0) continue;
      const int i = static_cast<int>(v) - family.parameters;
      const bool velocity = i >= 0 && i < family.dimension;
      term =
          term * power_of(velocity && a != nullptr ? (*a)[static_cast<std::size_t>(i)]
                                                   : P::variable(family.ring, static_cast<int>(v)),
                          static_cast<int>(exponents[v]));
    }
    result = result + term;
  }
  return result;
}

/// The largest degree in velocities.
int degree_of_force(const ParameterFamily& family) {
  int degree = 0;
  for (const auto& p : family.force)
    for (const auto& term : p.all_terms()) degree = std::max(degree, degree_of(family, term));
  return degree;
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

Vector ParameterFamily::push(const Vector& a) const {
  Vector result = zero();
  if (!force.empty()) {
    const Vector ones(static_cast<std::size_t>(degree_of_force(*this)) + 1, number(1));
    for (int k = 0; k < dimension; ++k) result[k] = with_terms(*this, force[k], ones, &a);
  }
  if (slope.empty()) return result;
  for (int k = 0; k < dimension; ++k) result[k] = result[k] - slope[k];
  return result;
}

void make_agree(ParameterFamily& family, const Factors& by) {
  if (family.force.empty() && (family.slope.empty() || family.offset.empty())) return;
  const int degree = std::max(2, degree_of_force(family));
  const P inertia = by.metric * by.brackets;
  for (auto& row : family.metric)
    row = product(by.potential * by.force * power_of(by.offset, degree - 2), std::move(row));
  family.slope = product(inertia * by.force * power_of(by.offset, degree), std::move(family.slope));
  Vector values;
  for (int k = 0; k <= degree; ++k)
    values.push_back(inertia * by.potential * power_of(by.offset, degree - k));
  for (auto& p : family.force) p = with_terms(family, p, values, nullptr);
  Vector all = family.slope;  // what all have in common is none of them
  all.insert(all.end(), family.force.begin(), family.force.end());
  for (const auto& row : family.metric) all.insert(all.end(), row.begin(), row.end());
  const P common = content(all, family.ring);
  for (auto* vector : {&family.slope, &family.force})
    for (auto& p : *vector) p = p.divided_by(common).value();
  for (auto& row : family.metric)
    for (auto& p : row) p = p.divided_by(common).value();
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
  // Elimination without fractions (Bareiss 1968): the entry (i, j) after k steps is a minor of order k + 1, so that
  // the pivot of the step before divides it.
  Matrix m = a;
  P before(ring, 1);
  bool odd = false;
  for (std::size_t k = 0; k < m.size(); ++k) {
    std::size_t pivot = k;
    while (pivot < m.size() && m[pivot][k].is_zero()) ++pivot;
    if (pivot == m.size()) return {ring, 0};
    if (pivot != k) {
      std::swap(m[pivot], m[k]);
      odd = !odd;
    }
    for (std::size_t i = k + 1; i < m.size(); ++i)
      for (std::size_t j = k + 1; j < m.size(); ++j)
        m[i][j] = (m[k][k] * m[i][j] - m[i][k] * m[k][j]).divided_by(before).value();
    before = m[k][k];
  }
  return odd ? -before : before;
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

}  // namespace hamel::varying
