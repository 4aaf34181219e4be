// A chart as polynomials in functions of coordinates and velocities.
#pragma once

#include <optional>
#include <vector>

#include <hamel/check/coordinate_polynomial.hpp>
#include <hamel/io/system_file.hpp>

#include "coordinate_ring.hpp"

namespace hamel {

/// Any Lagrangian and any constraints phi, linear in the velocities or not, without factors that are 0 nowhere, over a
/// ring whose coordinates are q and v, in this order.
struct ChartPolynomials {
  CoordinateRing ring;
  int n;  ///< coordinates q
  /// The last of them is time, with the constraint t' = 1 behind the others and t'^2 / 2 in L.
  bool timed;
  CoordinatePolynomial lagrangian;
  std::vector<CoordinatePolynomial> constraints;
  std::vector<CoordinatePolynomial> pull;  ///< L_q and the force of the inputs, n components
  /// The functions have their true values at every point with rational numbers: none is an exponential, a logarithm or
  /// the cosine of another angle, and no x stands beside its own cosine.
  bool values_are_true;

  /// The derivative by q_k, and by v_k.
  CoordinatePolynomial by_q(const CoordinatePolynomial& p, int k) const {
    return p.derivative(ring.along()[static_cast<std::size_t>(k)]);
  }
  CoordinatePolynomial by_v(const CoordinatePolynomial& p, int k) const { return by_q(p, n + k); }
  /// Whether all constraints together are affine in these velocities.
  bool affine_in(const std::vector<int>& velocities) const;
};

/// Charts with constraints, of at most 6 coordinates and time, which is one of them where signals of inputs name it: t'
/// = 1 changes no motion and no lambda of the others, and its own is any constant. Nothing for formulas that are no
/// polynomials.
std::optional<ChartPolynomials> chart_polynomials(const SystemFile& file);

}  // namespace hamel
