// Nonholonomic motions of a system with parameters, and momenta along them.
#pragma once

#include "parameter_family.hpp"

namespace hamel::varying {

/// The nonholonomic field: scale u' = field, by Cramer's rule.
struct Field {
  ParameterPolynomial scale;
  Vector value;
};
Field field_of(const ParameterFamily& family, const Vector& a);

/// a = D u + v0.
Vector velocity_of(const ParameterFamily& family);

/// Of momenta p with p' = ad*_a p + F - dU - <p - M a, (d_k D) u + d_k v0>_k along nonholonomic motions:
///     scale <p', w> = det (<p, carried(w)> + drive(w)).
struct Transport {
  const ParameterFamily& family;
  ParameterPolynomial det;  ///< of the metric on d; times the scale of rates it is the scale
  Vector a, momentum;       ///< M a
  Vector push;              ///< F - dU
  Field field;              ///< scale u' = field

  explicit Transport(const ParameterFamily& of) : Transport(of, field_of(of, velocity_of(of))) {}
  /// With a field as `field_of` gives it.
  Transport(const ParameterFamily& of, Field field);
  Vector carried(const Vector& w) const;
  ParameterPolynomial drive(const Vector& w) const;
  /// scale <nu, w> of the reaction nu = (M a)' - ad*_a M a + dU - F.
  ParameterPolynomial reaction(const Vector& w) const;
  /// scale times the derivative of a polynomial in u and f.
  ParameterPolynomial rate(const ParameterPolynomial& p) const;

  /// The constraint <p, D_j> = <M a, D_j>, where the field is not quadratic <p - M a, D_j> = 0, as a row [w | c] of the
  /// equation <p, w> + c = 0, or of <p - M a, w> + c = 0.
  Vector constraint(int j) const;
  /// The derivative of such a row, times the scale.
  Vector differentiated(const Vector& row) const;
};

/// Vectors that span the smallest space around D that velocities carry into itself where `denominators` do not vanish:
/// of a constant d without offset the subalgebra Lie(d).
struct Generated {
  Matrix vectors;
  Vector denominators;
};
Generated generated_subalgebra(const Part& part);

/// In normal form by the relations between the numbers of a point.
Vector related(const Part& part, Vector vector);

}  // namespace hamel::varying
