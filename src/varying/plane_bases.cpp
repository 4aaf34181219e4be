// By determinants without real zeros, and by the coefficients of monomials.
#include "plane_bases.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "read_family.hpp"
#include "real_zeros.hpp"

namespace hamel::varying {

namespace {

using P = ParameterPolynomial;

/// A multiple of e v.
Vector times(const DynamicMatrix<Rational>& e, const Vector& v, const ParameterFamily& family) {
  Integer common(1);
  for (const auto& entry : e.reshaped()) common *= entry.denominator();
  Vector result;
  for (Eigen::Index i = 0; i < e.rows(); ++i) {
    P sum = family.number(0);
    for (Eigen::Index j = 0; j < e.cols(); ++j)
      sum = sum + P(family.ring, (e(i, j) * Rational(common)).numerator()) *
                      v[static_cast<std::size_t>(j)];
    result.push_back(std::move(sum));
  }
  return result;
}

bool has_denominators(const ReadFamily& read) {
  return !std::ranges::all_of(read.denominators, [](const P& p) { return p.is_constant(); });
}

}  // namespace

bool are_bases_with(const reading::FamilyFile& file, const DynamicMatrix<Rational>& e) {
  const ReadFamily read = read_family(file);
  const auto& family = read.family;
  if (family.rank() != 2 || family.dimension != 6 || has_denominators(read)) return false;
  Matrix vectors = family.distribution;
  vectors.push_back(family.bracket(vectors[0], vectors[1]));
  for (std::size_t k = 0; k < 3; ++k) vectors.push_back(times(e, vectors[k], family));
  const P all = determinant(vectors, family.ring);
  return !all.is_zero() && std::ranges::all_of(all.factors(), has_no_real_zeros);
}

DynamicMatrix<Rational> coefficients_of(const reading::FamilyFile& file, int j) {
  const ReadFamily read = read_family(file);
  const auto& family = read.family;
  if (j >= family.rank() || has_denominators(read)) return {};
  std::map<std::vector<unsigned long>, DynamicVector<Rational>> vectors;
  const auto& spanning = family.distribution[static_cast<std::size_t>(j)];
  for (int i = 0; i < family.dimension; ++i)
    for (const auto& [exponents, coefficient] : spanning[static_cast<std::size_t>(i)].all_terms())
      vectors
          .try_emplace(exponents, DynamicVector<Rational>::Constant(family.dimension, Rational(0)))
          .first->second(i) = Rational(coefficient);
  DynamicMatrix<Rational> columns(family.dimension, static_cast<Eigen::Index>(vectors.size()));
  Eigen::Index column = 0;
  for (const auto& [exponents, vector] : vectors) columns.col(column++) = vector;
  return columns;
}

}  // namespace hamel::varying
