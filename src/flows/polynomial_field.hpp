// The reduced equations of motion as polynomial vector fields over the rationals.
#pragma once

#include <cstddef>
#include <set>
#include <string>
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
  int weight_of(int k) const { return weights.empty() ? 1 : weights[static_cast<std::size_t>(k)]; }
  int weight_of(const CoordinatePolynomial::Monomial& monomial) const;
  /// Every rate weighs one more than its variable.
  bool is_graded() const;
  CoordinatePolynomial divergence() const;
  /// These variables, and those that their rates lead to.
  std::set<int> closed(std::set<int> variables) const;
};

/// The linear form sum_k c_k z_k in the variables from `first` on.
CoordinatePolynomial linear_form(const DynamicVector<Rational>& c, int first = 0);

/// 1/2 z^T A z.
CoordinatePolynomial half_square(const DynamicMatrix<Rational>& a);

/// u' = F(u) for a = D u, p = M a: u' = (D^T M D)^{-1} D^T ad*_a p.
PolynomialField nonholonomic_field(const Splitting<Rational>& split);

/// The Hamiltonian 1/2 p^T K p of the free (K = M^{-1}) or vakonomic (K = D (D^T M D)^{-1} D^T) motion on g*.
PolynomialField momentum_field(const StructureConstants<Rational>& algebra,
                               const DynamicMatrix<Rational>& k);

}  // namespace hamel
