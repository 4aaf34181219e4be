// The nonholonomic motion of a chart as polynomials, by Cramer's rule.
#pragma once

#include <vector>

#include "lowering/chart_polynomials.hpp"

namespace hamel {

/// A nonholonomic motion by Cramer's rule, with det the determinant of the equations of motion: nothing of it is known
/// where that vanishes too.
struct CramerMotion {
  using Polynomial = CoordinatePolynomial;

  Polynomial determinant;
  std::vector<Polynomial> rates;      ///< det v'
  std::vector<Polynomial> reactions;  ///< det nu
  DynamicMatrix<Polynomial> normals,
      turned;  ///< A = phi_v and det B = det (d/dt phi_v - phi_q), m x n

  /// From [L_vv, A^T; A, 0] [v'; nu] = [L_q + f - L_vq v; -phi_q v].
  explicit CramerMotion(const ChartPolynomials& chart);

  /// det dp/dt of a polynomial in the functions of the chart.
  Polynomial det_rate(const ChartPolynomials& chart, const Polynomial& p) const;
  /// det A^T nu
  std::vector<Polynomial> det_force() const;
  /// The minors of [A; a row of det B], which vanish where this row is a combination of those of A.
  std::vector<Polynomial> minors() const;
};

}  // namespace hamel
