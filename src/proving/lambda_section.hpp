// lambda as one polynomial for all motions of a chart.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <hamel/algebra/linear.hpp>

#include "chart_division.hpp"
#include "cramer_motion.hpp"

namespace hamel {

/// A term c p e_a of lambda, p a product of functions of the chart.
struct LambdaTerm {
  int constraint;
  std::vector<int> exponents;
  Rational factor;

  /// p
  CoordinatePolynomial value() const {
    CoordinatePolynomial p(1);
    for (std::size_t i = 0; i < exponents.size(); ++i)
      for (int k = 0; k < exponents[i]; ++k)
        p *= CoordinatePolynomial::variable(static_cast<int>(i));
    return p;
  }
};

/// The largest degree of lambda in the functions of the chart that is looked at.
inline constexpr int lambda_degree = 2;

/// Whether A^T (lambda' - nu) + B^T lambda = 0 on phi = 0, times det and leading coefficients.
bool serves(const ChartPolynomials& chart, const CramerMotion& motion,
            const ChartDivision& division, const std::vector<LambdaTerm>& section);

/// lambda with undetermined coefficients: what is left of the equations by division vanishes, term by term.
std::optional<std::vector<LambdaTerm>> find_lambda(const ChartPolynomials& chart,
                                                   const CramerMotion& motion,
                                                   const ChartDivision& division, int degree);

/// How many constant lambda, linearly independent, satisfy A^T lambda' + B^T lambda = 0 on phi = 0: equations for
/// lambda have a rank that is less by that. As many constraints are derivatives along motions of functions, y' - x' for
/// example.
Eigen::Index constant_lambdas(const ChartPolynomials& chart);

/// Rows [a, exponents, c], a from 1.
DynamicMatrix<Rational> as_matrix(const std::vector<LambdaTerm>& section, int functions);
/// Nothing for rows that are none.
std::optional<std::vector<LambdaTerm>> lambda_from(const DynamicMatrix<Rational>& rows,
                                                   const ChartPolynomials& chart);

}  // namespace hamel
