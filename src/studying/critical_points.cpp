// (dH - sum_i l_i dC_i)(p) = 0, linear in p.
#include "critical_points.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

#include <hamel/algebra/linear.hpp>

#include "exact/algebraic_number.hpp"
#include "exact/factorisation.hpp"
#include "exact/interpolation.hpp"
#include "exact/root_counts.hpp"
#include "flows/first_integrals.hpp"
#include "isolated_zeros.hpp"

namespace hamel {

namespace {

using Slopes = DynamicMatrix<Rational>;
using Slope = DynamicVector<Rational>;

/// The matrix of the differential of a homogeneous polynomial of degree 2.
Slopes slope_of(const CoordinatePolynomial& p, int n) {
  Slopes slope = Slopes::Constant(n, n, Rational(0));
  for (const auto& [monomial, factor] : p.terms()) {
    const int i = index_of(monomial.front().first), j = index_of(monomial.back().first);
    slope(i, j) += factor;
    slope(j, i) += factor;
  }
  return slope;
}

/// The differential of a linear form.
Slope slope_of_linear(const CoordinatePolynomial& p, int n) {
  Slope slope = Slope::Constant(n, Rational(0));
  for (const auto& [monomial, factor] : p.terms()) slope(index_of(monomial.front().first)) = factor;
  return slope;
}

/// det(a - x b), times (-1)^n, by its values at n + 1 places.
Polynomial pencil_determinant(const Slopes& a, const Slopes& b) {
  std::vector<std::pair<Rational, Rational>> values;
  for (int i = 0; i <= a.rows(); ++i)
    values.emplace_back(i, characteristic_polynomial<Rational>(a - Rational(i) * b)(Rational(0)));
  return through(values);
}

/// The vector that a - x b annihilates at a root x, if they are one line.
std::optional<ZeroFamily> annihilated(const Slopes& a, const Slopes& b, const RealRoot& root,
                                      int number) {
  const auto shared = std::make_shared<const RealRoot>(root);
  const AlgebraicNumber x = root.is_rational()
                                ? AlgebraicNumber(root.lower)
                                : AlgebraicNumber(Polynomial(std::vector<Rational>{0, 1}), shared);
  DynamicMatrix<AlgebraicNumber> pencil(a.rows(), a.cols());
  for (Eigen::Index i = 0; i < a.rows(); ++i)
    for (Eigen::Index j = 0; j < a.cols(); ++j)
      pencil(i, j) = AlgebraicNumber(a(i, j)) - x * AlgebraicNumber(b(i, j));
  const auto line = kernel<AlgebraicNumber>(pencil);
  if (line.cols() != 1) return std::nullopt;
  ZeroFamily point;
  if (!root.is_rational()) point.number = {number, root};
  for (Eigen::Index i = 0; i < a.rows(); ++i)
    point.values[static_cast<int>(i)] = {in_variable(line(i, 0).polynomial(), number)};
  return point;
}

}  // namespace

std::vector<ZeroFamily> critical_points(const OrbitFunctions& functions, int n, int number) {
  constexpr std::size_t enough = 2;
  std::vector<Slopes> quadratic;
  std::vector<Slope> linear;
  for (const auto& p : functions.casimirs) {
    const int degree = detail::degree_of(p);
    if (degree == 1) linear.push_back(slope_of_linear(p, n));
    if (degree == 2) quadratic.push_back(slope_of(p, n));
  }
  std::vector<ZeroFamily> points;
  if (quadratic.empty()) return points;
  std::ranges::stable_sort(quadratic, std::ranges::greater{},
                           rank<Rational>);  // least roots of the last
  for (int trial = 1; trial <= 3 && points.size() < enough; ++trial) {
    Slopes slope = slope_of(functions.energy, n);
    for (std::size_t i = 0; i + 1 < quadratic.size(); ++i)
      slope -= Rational(trial * (i % 2 == 0 ? 1 : -1)) * quadratic[i];
    for (const auto& factor : irreducible_factors(pencil_determinant(slope, quadratic.back())))
      for (const RealRoot& root : real_roots(factor))
        if (auto point = annihilated(slope, quadratic.back(), root, number);
            point && points.size() < enough)
          points.push_back(*std::move(point));
    const auto unconstrained = inverse<Rational>(slope - Rational(trial) * quadratic.back());
    if (linear.empty() || !unconstrained) continue;
    const Slope at = *unconstrained * linear[static_cast<std::size_t>(trial) % linear.size()];
    points.emplace_back();
    for (int k = 0; k < n; ++k) points.back().values[k] = {CoordinatePolynomial(at(k))};
  }
  return points;
}

}  // namespace hamel
