// Steady motions of a homogeneous quadratic field, and their linear stability, exactly.
#include "steady_motions.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "exact/partial_derivative.hpp"
#include "exact/quadric_zeros.hpp"

namespace hamel {

Stability stability_of(const RootCounts& roots, int family) {
  return roots.right > 0      ? Stability::unstable
         : roots.on == 0      ? Stability::asymptotic
         : roots.on == family ? Stability::transversal
                              : Stability::spectral;
}

namespace {

/// The derivative of a field at a point.
DynamicMatrix<Rational> slope_at(const PolynomialField& field,
                                 const DynamicVector<Rational>& point) {
  const std::vector<Rational> values(point.data(), point.data() + point.size());
  const int n = field.dimension();
  DynamicMatrix<Rational> slope(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      slope(i, j) = partial(field.rates[static_cast<std::size_t>(i)], j).at_identity(values);
  return slope;
}

LinearStability linear_stability(const PolynomialField& field, const DynamicVector<Rational>& point,
                                 int family) {
  return linear_stability(slope_at(field, point), point, family);
}

/// The symmetric matrices of the components of a homogeneous quadratic field.
std::vector<DynamicMatrix<Rational>> quadratic_forms(const PolynomialField& field) {
  const int n = field.dimension();
  std::vector<DynamicMatrix<Rational>> forms;
  for (const auto& rate : field.rates) {
    DynamicMatrix<Rational> form = DynamicMatrix<Rational>::Constant(n, n, Rational(0));
    for (const auto& [monomial, factor] : rate.terms()) {
      const int i = index_of(monomial.front().first), j = index_of(monomial.back().first);
      form(i, j) += factor / Rational(2);
      form(j, i) += factor / Rational(2);
    }
    forms.push_back(std::move(form));
  }
  return forms;
}

}  // namespace

SteadyMotions find_steady(const PolynomialField& field) {
  SteadyMotions result;
  const int n = field.dimension();
  try {
    const QuadricZeros zeros = common_zeros(quadratic_forms(field), n);
    if (!zeros.complete)
      result.not_covered =
          "motions on which no component of the field is a product of rational linear forms";
    for (const auto& subspace : zeros.subspaces) {
      SteadyFamily family{subspace, {}, {}, static_cast<int>(subspace.cols())};
      const int k = static_cast<int>(subspace.cols());
      std::vector<DynamicVector<Rational>> points;
      if (k > 1) {
        DynamicVector<Rational> sum = DynamicVector<Rational>::Constant(n, Rational(0));
        for (int j = 0; j < k; ++j) sum += Rational(j + 1) * subspace.col(j);
        points.push_back(sum);
      }
      for (int j = 0; j < k; ++j) points.push_back(subspace.col(j));
      for (const auto& point : points)
        for (const int direction : {1, -1})
          family.members.push_back(linear_stability(field, Rational(direction) * point, k));
      result.families.push_back(std::move(family));
    }
  } catch (const BudgetExceeded& limit) {
    result.not_covered = limit.what();
  }
  return result;
}

}  // namespace hamel
