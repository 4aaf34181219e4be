// Motions that no multiplier but 0 can have, and those that need none.
#include <algorithm>
#include <cstddef>
#include <utility>

#include "exact/choices.hpp"
#include "parameters/common_zeros.hpp"
#include "proof_parts.hpp"

namespace hamel::varying {

namespace {

using P = ParameterPolynomial;

constexpr std::size_t most_minors = 60;

/// Determinants of D and some [a, D_j], in parameters and u.
Vector determinants(const ParameterFamily& family, const Matrix& subalgebra) {
  const int n = family.dimension, r = family.rank(), count = static_cast<int>(subalgebra.size());
  if (count < r || count > std::min(n, 2 * r)) return {};
  const auto rows = choices(r, count - r), columns = choices(n, count);
  if (rows.size() * columns.size() > most_minors) return {};
  const Vector a = velocity_of(family);
  Matrix brackets;
  for (const auto& d : family.distribution) brackets.push_back(family.bracket(a, d));
  Vector all;
  for (const auto& chosen : rows) {
    Matrix vectors = family.distribution;
    for (const int j : chosen) vectors.push_back(brackets[static_cast<std::size_t>(j)]);
    for (const auto& places : columns) {
      Matrix square;
      for (const auto& vector : vectors) {
        square.emplace_back();
        for (const int k : places) square.back().push_back(vector[static_cast<std::size_t>(k)]);
      }
      if (P p = determinant(square, family.ring); !p.is_zero()) all.push_back(std::move(p));
    }
  }
  return all;
}

}  // namespace

Vector free_equations(const ParameterFamily& family, const Matrix& subalgebra) {
  const Matrix perp = in_perp(family, subalgebra), slopes = slope_terms(family);
  Vector all;
  for (const auto& b : perp)
    for (const auto& slope : slopes)
      if (P p = dot(slope, b); !p.is_zero()) all.push_back(std::move(p));
  for (auto& p : polarised(family, perp)) all.push_back(std::move(p));
  return all;
}

Vector multiplier_minors(const ParameterFamily& family, const Matrix& subalgebra) {
  Vector all;
  for (const auto& p : determinants(family, subalgebra))
    for (auto& c : coefficients_in_parameters(family, p)) all.push_back(std::move(c));
  return all;
}

P refuting_polynomial(const ParameterFamily& family, const NoMultiplier& proof) {
  const Vector a = velocity_of(family), minors = determinants(family, proof.subalgebra);
  for (const auto& b : in_perp(family, proof.subalgebra)) {
    P p = dot(family.covector(a), family.bracket(a, b));
    if (!family.slope.empty()) p = p - dot(family.slope, b);
    if (!p.is_zero() && !minors.empty()) return p * minors.front();
  }
  return family.number(0);
}

bool verify(const Part& part, const NoMultiplier& proof, Vector& left_out) {
  const auto& family = part.family;
  for (const auto& vector : proof.subalgebra)
    if (!is_in_parameters(family, vector)) return false;
  return family.has_quadratic_field() &&
         carries(part, Transport(family), proof.subalgebra, left_out) &&
         leave_out_common_zeros(part, multiplier_minors(family, proof.subalgebra), left_out) &&
         leave_out_common_zeros(part, free_equations(family, proof.subalgebra), left_out);
}

}  // namespace hamel::varying
