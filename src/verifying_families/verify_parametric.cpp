// Proofs about systems with parameters, from their numbers alone: nothing of the search is used.
#include <algorithm>
#include <cstddef>
#include <utility>

#include "parameters/common_zeros.hpp"
#include "parameters/real_zeros.hpp"
#include "proof_parts.hpp"

namespace hamel::varying {

using P = ParameterPolynomial;

Vector functions_of(const ParameterFamily& family, const Vector& monomials) {
  Vector result;
  for (const auto& monomial : monomials) {
    for (int i = 0; i < family.rank(); ++i) result.push_back(monomial * family.velocity(i));
    if (family.is_affine()) result.push_back(monomial);
  }
  return result;
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

bool have_solutions(const Part& part, const Matrix& equations, Vector& left_out) {
  const int unknowns = static_cast<int>(equations[0].size()) - 1;
  const auto answer = solve(equations, unknowns, part.modulus, part.family.ring);
  return answer.solvable &&
         std::ranges::all_of(equations,
                             [&](const Vector& row) {
                               P rest = -(answer.bottom * row.back());
                               for (int k = 0; k < unknowns; ++k)
                                 rest = rest + row[k] * answer.top[k];
                               return part.is_zero(rest);
                             }) &&
         leave_out_zeros(part, answer.bottom, left_out);
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

bool carries(const Part& part, const Transport& motion, const Matrix& subalgebra,
             Vector& left_out) {
  const auto& family = part.family;
  const auto inside = [&](const Vector& vector) {
    Matrix all = subalgebra;
    all.push_back(vector);
    return have_solutions(part, as_columns(all), left_out);
  };
  const auto all_inside = [&](const Vector& vector) {
    return std::ranges::all_of(terms_of(family, vector),
                               [&](const auto& term) { return inside(term.vector); });
  };
  return std::ranges::all_of(family.distribution, all_inside) &&
         std::ranges::all_of(subalgebra, [&](const Vector& b) {
           Vector carried = motion.carried(b);
           for (auto& p : carried) p = part.modulus.related(p);
           return all_inside(carried);
         });
}

namespace {

bool verify_minor(const Part& part, const Transport& motion, const Refutation& refutation,
                  Vector& left_out) {
  const auto& family = part.family;
  const auto& minor = *refutation.minor;
  const std::size_t count = minor.subalgebra.size();
  if (family.has_quadratic_field() || refutation.rows.size() != count + 1 ||
      minor.columns.size() != count ||
      !std::ranges::all_of(minor.columns, [&](int k) { return k >= 0 && k < family.dimension; }))
    return false;
  for (const auto& [point, velocities] : minor.places)
    if (point < 0 || (point > 0 && point >= static_cast<int>(family.points.size())) ||
        static_cast<int>(velocities.size()) != family.rank())
      return false;
  for (const auto& vector : minor.subalgebra)
    if (!is_in_parameters(family, vector)) return false;
  return carries(part, motion, minor.subalgebra, left_out) &&
         leave_out_common_zeros(part, determinants_of(family, refutation), left_out);
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
  const Vector functions = functions_of(family, section.monomials);
  if (section.momentum.size() != functions.size()) return false;
  const Transport motion(family);
  Vector momentum = family.zero();
  for (std::size_t c = 0; c < functions.size(); ++c)
    momentum = sum(momentum, product(functions[c], section.momentum[c]));
  for (const auto& d : family.distribution)
    if (!part.is_zero(dot(d, momentum) - section.denominator * dot(d, motion.momentum)))
      return false;
  Vector rate = family.zero();
  for (int k = 0; k < family.dimension; ++k) rate[k] = motion.rate(momentum[k]);
  for (const auto& b : section.subalgebra)
    if (!part.is_zero(dot(rate, b) - motion.det * (dot(momentum, motion.carried(b)) +
                                                   section.denominator * motion.drive(b))))
      return false;
  return carries(part, motion, section.subalgebra, left_out);
}

Vector value_at(const ParameterFamily& family, Vector row, const Minor::Place& place) {
  const auto put = [&](int variable, const Rational& value) {
    int power = 0;
    for (const auto& p : row) power = std::max(power, p.degree(variable));
    if (power == 0) return;
    for (auto& p : row)
      p = p.with(variable, family.number(value.numerator()), family.number(value.denominator()),
                 power);
  };
  for (int i = 0; i < family.rank(); ++i)
    put(family.parameters + i, Rational(place.velocities[static_cast<std::size_t>(i)]));
  for (int i = 0; i < family.point_numbers(); ++i)
    put(family.point_number(i),
        family.points[static_cast<std::size_t>(place.point)][static_cast<std::size_t>(i)]);
  return row;
}

P minor_of(const ParameterFamily& family, const Matrix& values, const std::vector<int>& columns) {
  Matrix square;
  for (const auto& value : values) {
    square.emplace_back();
    for (const int k : columns) square.back().push_back(value[static_cast<std::size_t>(k)]);
    square.back().push_back(value.back());
  }
  return determinant(square, family.ring);
}

P minor_at(const ParameterFamily& family, const Refutation& refutation, const Minor::Place& place) {
  Matrix values;
  for (const auto& row : refutation.rows) values.push_back(value_at(family, row.w, place));
  return minor_of(family, values, refutation.minor->columns);
}

Vector determinants_of(const ParameterFamily& family, const Refutation& refutation) {
  Vector all;
  for (const auto& place : refutation.minor->places)
    all.push_back(minor_at(family, refutation, place));
  return with_zeros_of(family, std::move(all));
}

bool verify(const Part& part, const Refutation& refutation, Vector& left_out) {
  const auto& family = part.family;
  const int n = family.dimension;
  const Transport motion(family);
  const auto is_of = [&](const Vector& expected, const Refutation::Row& row) {
    if (family.has_quadratic_field()) return is_multiple(part, expected, row.w);
    for (std::size_t k = 0; k < expected.size(); ++k)
      if (!part.is_zero(expected[k] - row.divisor * row.w[k])) return false;
    return leave_out_common_zeros(part, coefficients_in_parameters(family, row.divisor), left_out);
  };
  for (std::size_t i = 0; i < refutation.rows.size(); ++i) {
    const auto& row = refutation.rows[i];
    if (row.from >= static_cast<int>(i) || row.from < -family.rank()) return false;
    Vector expected = row.from < 0
                          ? motion.constraint(-1 - row.from)
                          : related(part, motion.differentiated(refutation.rows[row.from].w));
    if (!is_of(product(family.number(2), std::move(expected)), row)) return false;
  }
  if (refutation.minor) return verify_minor(part, motion, refutation, left_out);
  P remainder = family.number(0);
  for (int k = 0; k <= n; ++k) {
    P sum = family.number(0);
    for (std::size_t i = 0; i < refutation.rows.size(); ++i)
      sum = sum + refutation.combination[i] * refutation.rows[i].w[k];
    if (k < n && !part.is_zero(sum)) return false;
    remainder = std::move(sum);
  }
  return part.is_zero(remainder - refutation.remainder) && !part.is_zero(remainder);
}

bool are_exceptions(const Part& part, const Vector& exceptions) {
  return is_in_parameters(part.family, exceptions) &&
         std::ranges::all_of(exceptions, [&](const P& p) {
           const auto factors = part.factors(p);
           return factors && !factors->empty();
         });
}

}  // namespace hamel::varying
