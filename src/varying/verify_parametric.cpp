// Proofs about systems with parameters, from their numbers alone: nothing of the search is used.
#include <algorithm>
#include <cstddef>
#include <utility>

#include "common_zeros.hpp"
#include "proof_parts.hpp"
#include "real_zeros.hpp"

namespace hamel::varying {

using P = ParameterPolynomial;

namespace {

/// <dU, b>.
P fall(const ParameterFamily& family, const Vector& b) {
  return family.slope.empty() ? family.number(0) : dot(family.slope, b);
}

}  // namespace

Field field_of(const ParameterFamily& family, const Vector& a) {
  const Matrix gram = varying::gram(family), inverse = adjugate(gram, family.ring);
  const Vector covector = family.covector(a);
  Field result{determinant(gram, family.ring), {}};
  for (const auto& row : inverse) {
    P sum = family.number(0);
    for (int j = 0; j < family.rank(); ++j)
      sum = sum + row[j] * (dot(covector, family.bracket(a, family.distribution[j])) -
                            fall(family, family.distribution[j]));
    result.value.push_back(sum);
  }
  return result;
}

Vector velocity_of(const ParameterFamily& family) {
  Vector a = family.zero();
  for (int i = 0; i < family.rank(); ++i)
    a = sum(a, product(family.velocity(i), family.distribution[i]));
  return a;
}

bool is_in_parameters(const ParameterFamily& family, const Vector& polynomials) {
  const int count = static_cast<int>(names_of(family.ring).size());
  return std::ranges::all_of(polynomials, [&](const P& p) {
    for (int v = family.parameters; v < count; ++v)
      if (p.degree(v) > 0) return false;
    return true;
  });
}

bool leave_out_zeros(const Part& part, const P& p, Vector& left_out) {
  const auto factors = part.factors(p);
  if (factors) left_out.insert(left_out.end(), factors->begin(), factors->end());
  return factors.has_value();
}

bool leave_out_common_zeros(const Part& part, const Vector& polynomials, Vector& left_out) {
  const auto zeros = outside(part, polynomials);
  if (zeros) left_out.insert(left_out.end(), zeros->begin(), zeros->end());
  return zeros.has_value();
}

namespace {

/// Whether vector = factor * row with a factor that is 0 for all u at no parameters of the part.
bool is_multiple(const Part& part, const Vector& vector, const Vector& row) {
  const auto& family = part.family;
  const auto entry = std::find_if(row.begin(), row.end(), [](const P& p) { return !p.is_zero(); });
  if (entry == row.end()) return false;
  const auto factor = vector[entry - row.begin()].divided_by(*entry);
  if (!factor || part.is_zero(*factor)) return false;
  for (std::size_t k = 0; k < row.size(); ++k)
    if (!part.is_zero(vector[k] - *factor * row[k])) return false;
  const auto vanishes_nowhere = [&](const P& p) {
    if (has_no_real_zeros(p) ||
        std::find(part.units.begin(), part.units.end(), p) != part.units.end())
      return true;
    const Vector coefficients = coefficients_in_parameters(family, p);
    return std::any_of(coefficients.begin(), coefficients.end(),
                       [](const P& c) { return c.is_constant() && !c.is_zero(); });
  };
  const auto factors = factor->factors();
  return std::all_of(factors.begin(), factors.end(), vanishes_nowhere);
}

}  // namespace

bool verify(const Part& part, const Section& section, Vector& left_out) {
  const auto& family = part.family;
  for (const auto* vectors : {&section.momentum, &section.subalgebra})
    for (const auto& vector : *vectors)
      if (!is_in_parameters(family, vector)) return false;
  if (!is_in_parameters(family, {section.denominator}) ||
      !leave_out_zeros(part, section.denominator, left_out))
    return false;
  const Vector a = velocity_of(family);
  const Field field = field_of(family, a);
  Vector momentum = family.zero(), rate = family.zero();  // Q u, Q F
  for (int c = 0; c < family.rank(); ++c) {
    momentum = sum(momentum, product(family.velocity(c), section.momentum[c]));
    rate = sum(rate, product(field.value[c], section.momentum[c]));
  }
  for (const auto& d : family.distribution)
    if (!part.is_zero(dot(d, momentum) - section.denominator * dot(d, family.covector(a))))
      return false;
  for (const auto& b : section.subalgebra)
    if (!part.is_zero(dot(rate, b) - field.scale * (dot(momentum, family.bracket(a, b)) -
                                                    section.denominator * fall(family, b))))
      return false;
  // The subalgebra has D and is stable under brackets with it, but for what is left out.
  const int count = static_cast<int>(section.subalgebra.size());
  const auto inside = [&](const Vector& vector) {
    Matrix equations;
    for (int k = 0; k < family.dimension; ++k) {
      Vector row;
      for (const auto& b : section.subalgebra) row.push_back(b[k]);
      row.push_back(vector[k]);
      equations.push_back(std::move(row));
    }
    const auto answer = solve(equations, count, part.modulus, family.ring);
    if (!answer.solvable) return false;
    for (const auto& row : equations) {
      P sum = -(answer.bottom * row.back());
      for (int k = 0; k < count; ++k) sum = sum + row[k] * answer.top[k];
      if (!part.is_zero(sum)) return false;
    }
    return leave_out_zeros(part, answer.bottom, left_out);
  };
  for (const auto& d : family.distribution) {
    if (!inside(d)) return false;
    for (const auto& b : section.subalgebra)
      if (!inside(family.bracket(d, b))) return false;
  }
  return true;
}

bool verify(const Part& part, const Refutation& refutation) {
  const auto& family = part.family;
  const int n = family.dimension;
  const Vector a = velocity_of(family);
  const Field field = field_of(family, a);
  const auto derivative = [&](const P& p) {
    P result = family.number(0);
    for (int i = 0; i < family.rank(); ++i)
      result = result + p.derivative(family.parameters + i) * field.value[i];
    result = family.number(family.rate_scale) * result;
    for (int k = 0; k < n && family.point_numbers() > 0; ++k)
      result = result + field.scale * a[k] * family.along(k, p);
    return result;
  };
  const P scale = family.number(family.rate_scale) * field.scale;
  for (std::size_t i = 0; i < refutation.rows.size(); ++i) {
    const auto& row = refutation.rows[i];
    if (row.from >= static_cast<int>(i) || row.from < -family.rank()) return false;
    Vector expected;
    if (row.from < 0) {
      expected = family.distribution[-1 - row.from];
      expected.push_back(-dot(family.covector(a), expected));
    } else {
      const Vector& before = refutation.rows[row.from].w;
      const Vector w(before.begin(), before.end() - 1);
      expected = product(scale, family.bracket(a, w));
      for (int k = 0; k < n; ++k) expected[k] = expected[k] + derivative(w[k]);
      expected.push_back(derivative(before.back()) - scale * fall(family, w));
    }
    if (!is_multiple(part, product(family.number(2), std::move(expected)), row.w)) return false;
  }
  for (int k = 0; k < n; ++k) {
    P sum = family.number(0);
    for (std::size_t i = 0; i < refutation.rows.size(); ++i)
      sum = sum + refutation.combination[i] * refutation.rows[i].w[k];
    if (!part.is_zero(sum)) return false;
  }
  P sum = family.number(0);
  for (std::size_t i = 0; i < refutation.rows.size(); ++i)
    sum = sum + refutation.combination[i] * refutation.rows[i].w[n];
  return part.is_zero(sum - refutation.remainder) && !part.is_zero(sum);
}

bool are_exceptions(const Part& part, const Vector& exceptions) {
  return is_in_parameters(part.family, exceptions) &&
         std::ranges::all_of(exceptions, [&](const P& p) {
           const auto factors = part.factors(p);
           return factors && !factors->empty();
         });
}

}  // namespace hamel::varying
