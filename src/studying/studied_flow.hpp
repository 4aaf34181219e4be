// What a search for integrals knows of a flow.
#pragma once

#include <cstddef>
#include <vector>

#include "exact/moving_distribution.hpp"
#include "lowering/function_monomials.hpp"
#include "lowering/stored_system.hpp"

namespace hamel {

/// A flow at one point modulo the prime in use: functions f of the coordinates and variables z, velocities or momenta.
struct FlowSample {
  ResiduePoint point;                              ///< stored numbers
  std::vector<Residue> functions, function_rates;  ///< f and f'
  DynamicMatrix<Residue> function_slopes;          ///< df along the basis, m x n
  DynamicMatrix<Residue> z, z_rates;               ///< k x 1
  Residue energy;
  DynamicMatrix<Residue>
      energy_slopes;  ///< along the basis and z, 1 x (n + k), where z are momenta

  /// A polynomial in f and z, variables 0 .. m+k-1.
  Residue operator()(const CoordinatePolynomial& p) const;
  /// Its derivatives along the basis and z, 1 x (n + k).
  DynamicMatrix<Residue> slopes(const CoordinatePolynomial& p) const;
};

/// A polynomial in the functions of a system and variables behind them in the numbers that are stored of a point and
/// these variables.
CoordinatePolynomial in_numbers(const StoredSystem& system, const CoordinatePolynomial& p);

/// A flow whose rates are rational functions of f and z. Proofs are identities between polynomials.
class StudiedFlow {
 public:
  using Polynomial = CoordinatePolynomial;

  virtual ~StudiedFlow() = default;
  virtual const StoredSystem& system() const = 0;
  /// How many z there are, and how many numbers a sample needs beside the point.
  virtual int variables() const = 0;
  virtual int sampled() const = 0;
  /// Throws std::overflow_error where the prime divides a denominator.
  virtual FlowSample at(const SamplePoint& sample) const = 0;
  /// A polynomial in f and z is constant along every motion.
  virtual bool keeps(const Polynomial& p) const = 0;
  virtual bool keeps_energy() const = 0;
  /// It is the energy.
  virtual bool is_energy(const Polynomial& p) const = 0;
  /// In f, z and, where z are momenta, velocities u behind them.
  virtual Polynomial energy() const = 0;
  virtual bool has_momenta() const = 0;
  /// Changes of sign of f and z under which the flow is the same, forwards or backwards: see parities_of.
  virtual std::vector<std::vector<int>> parities() const = 0;
};

}  // namespace hamel
