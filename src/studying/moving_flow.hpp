// The nonholonomic flow of a file with polynomial numerators.
#pragma once

#include <vector>

#include "proving/polynomial_file.hpp"
#include "proving/stored_system.hpp"

namespace hamel {

/// The motion as polynomials in stored numbers and velocities, in normal form: det = det(D^T M D) times every rate.
class MovingFlow {
 public:
  using Polynomial = CoordinatePolynomial;

  /// Keeps a reference to `about`.
  MovingFlow(const PolynomialFile& about, StoredSystem stored);

  const StoredSystem& system() const { return system_; }
  const Polynomial& det() const { return det_; }
  /// det times the divergence, for the left-invariant measure and du.
  const Polynomial& divergence() const { return divergence_; }
  /// det times the rate of a polynomial.
  Polynomial along(const Polynomial& p) const { return reduced(p.derivative(rates_)); }
  Polynomial reduced(const Polynomial& p) const { return system_.relations.reduced(p); }
  /// A polynomial in functions and velocities, variables 0 .. m+r-1, in stored numbers.
  Polynomial stored(const Polynomial& p) const;
  /// 1/2 g(a,a) + U in functions and velocities.
  Polynomial energy() const;
  bool vanishes(const Polynomial& p) const { return system_.relations.vanishes(p); }

 private:
  Polynomial velocity(int j) const { return Polynomial::variable(system_.numbers + j); }

  const PolynomialFile& about_;
  StoredSystem system_;
  Polynomial det_, divergence_;
  std::vector<Polynomial> rates_;
};

}  // namespace hamel
