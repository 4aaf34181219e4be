// The reduced equations of motion as polynomial vector fields over the rationals.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/check/algebraic_system.hpp>
#include <hamel/check/coordinate_polynomial.hpp>

namespace hamel {

/// z' = F(z) with F polynomial in z_1 .. z_N, variable k of the polynomials.
struct PolynomialField {
  std::vector<std::string> names;           ///< of the variables
  std::vector<CoordinatePolynomial> rates;  ///< F
  std::vector<int> weights = {};  ///< of the variables, for integrals weight by weight; none: all 1

  int dimension() const { return static_cast<int>(rates.size()); }
  /// The derivative of a polynomial along the motion.
  CoordinatePolynomial along(const CoordinatePolynomial& p) const { return p.derivative(rates); }
  /// The derivative of a polynomial by variable k.
  CoordinatePolynomial partial(const CoordinatePolynomial& p, int k) const {
    std::vector<CoordinatePolynomial> unit(rates.size());
    unit[static_cast<std::size_t>(k)] = CoordinatePolynomial(1);
    return p.derivative(unit);
  }
  int weight_of(int k) const { return weights.empty() ? 1 : weights[static_cast<std::size_t>(k)]; }
  int weight_of(const CoordinatePolynomial::Monomial& monomial) const {
    int sum = 0;
    for (const auto& [variable, power] : monomial) sum += power * weight_of(variable / 3);
    return sum;
  }
  /// Every rate weighs one more than its variable.
  bool is_graded() const {
    for (int k = 0; k < dimension(); ++k)
      for (const auto& [monomial, factor] : rates[static_cast<std::size_t>(k)].terms())
        if (weight_of(monomial) != weight_of(k) + 1) return false;
    return true;
  }
  CoordinatePolynomial divergence() const {
    CoordinatePolynomial sum;
    for (int k = 0; k < dimension(); ++k) sum += partial(rates[static_cast<std::size_t>(k)], k);
    return sum;
  }
};

/// The linear form sum_k c_k z_k in the variables from `first` on.
inline CoordinatePolynomial linear_form(const DynamicVector<Rational>& c, int first = 0) {
  CoordinatePolynomial sum;
  for (Eigen::Index k = 0; k < c.size(); ++k)
    if (!c(k).is_zero())
      sum +=
          CoordinatePolynomial(c(k)) * CoordinatePolynomial::variable(first + static_cast<int>(k));
  return sum;
}

/// 1/2 z^T A z.
inline CoordinatePolynomial half_square(const DynamicMatrix<Rational>& a) {
  CoordinatePolynomial sum;
  for (Eigen::Index i = 0; i < a.rows(); ++i)
    sum += CoordinatePolynomial::variable(static_cast<int>(i)) *
           linear_form(DynamicVector<Rational>(a.row(i).transpose()));
  return CoordinatePolynomial(Rational(1) / Rational(2)) * sum;
}

namespace detail {

inline std::vector<std::string> numbered(const char* letter, int n) {
  std::vector<std::string> names;
  for (int i = 1; i <= n; ++i) names.push_back(letter + std::to_string(i));
  return names;
}

/// The components of ad*_a p for a and p linear in the variables (columns: coefficients).
inline std::vector<CoordinatePolynomial> coadjoint_forms(
    const StructureConstants<Rational>& algebra, const DynamicMatrix<Rational>& a,
    const DynamicMatrix<Rational>& p) {
  const auto row = [](const DynamicMatrix<Rational>& m, int i) {
    return linear_form(DynamicVector<Rational>(m.row(i).transpose()));
  };
  std::vector<CoordinatePolynomial> forms(static_cast<std::size_t>(algebra.dimension()));
  for (const auto& c : algebra.entries()) {
    const CoordinatePolynomial factor = CoordinatePolynomial(c.value) * row(p, c.k);
    forms[static_cast<std::size_t>(c.j)] += factor * row(a, c.i);
    forms[static_cast<std::size_t>(c.i)] -= factor * row(a, c.j);
  }
  return forms;
}

}  // namespace detail

/// u' = F(u) for a = D u, p = M a: u' = (D^T M D)^{-1} D^T ad*_a p.
inline PolynomialField nonholonomic_field(const Splitting<Rational>& split) {
  const auto forces =
      detail::coadjoint_forms(split.algebra(), split.d(), split.metric() * split.d());
  const DynamicMatrix<Rational> onto_u = split.gram_inverse() * split.d().transpose();
  PolynomialField field{detail::numbered("u", split.rank_d()), {}};
  for (Eigen::Index k = 0; k < onto_u.rows(); ++k) {
    CoordinatePolynomial sum;
    for (Eigen::Index j = 0; j < onto_u.cols(); ++j)
      if (!onto_u(k, j).is_zero())
        sum += CoordinatePolynomial(onto_u(k, j)) * forces[static_cast<std::size_t>(j)];
    field.rates.push_back(std::move(sum));
  }
  return field;
}

/// The Hamiltonian 1/2 p^T K p of the free (K = M^{-1}) or vakonomic (K = D (D^T M D)^{-1} D^T) motion on g*.
inline PolynomialField momentum_field(const StructureConstants<Rational>& algebra,
                                      const DynamicMatrix<Rational>& k) {
  const int n = algebra.dimension();
  DynamicMatrix<Rational> identity = DynamicMatrix<Rational>::Constant(n, n, Rational(0));
  for (int i = 0; i < n; ++i) identity(i, i) = 1;
  return {detail::numbered("p", n), detail::coadjoint_forms(algebra, k, identity)};
}

}  // namespace hamel
