// Monomials in the functions of a file that are independent as functions, and motions at points modulo a prime.
#pragma once

#include <cstddef>
#include <map>
#include <random>
#include <vector>

#include "exact/determinants.hpp"
#include "exact/moving_distribution.hpp"
#include "exact/residue.hpp"
#include "stored_system.hpp"

namespace hamel {

/// A point and velocities with rational numbers, to be read modulo any prime.
struct SamplePoint {
  SamplePoint(const CoordinateRing& ring, int velocities, std::mt19937& generator);
  ResiduePoint here() const;  ///< throws std::overflow_error where the prime divides a denominator

  StoredPoint stored;
  DynamicVector<Rational> u;
};

/// Monomials of the functions of a ring, those of low degree first, none a combination of those before it.
class FunctionMonomials {
 public:
  FunctionMonomials(const StoredSystem& system, const CoordinateRing& ring, int degree,
                    std::mt19937& generator);

  const std::vector<std::vector<int>>& exponents() const { return exponents_; }
  std::size_t place(const std::vector<int>& exponents) const { return places_.at(exponents); }
  /// The values of all of them.
  std::vector<Residue> values(const std::vector<Residue>& functions) const;
  /// Their rates where the functions have these.
  std::vector<Residue> rates(const std::vector<Residue>& functions,
                             const std::vector<Residue>& changes) const;

 private:
  std::vector<std::vector<int>> next_degree(int count, int degree) const;

  std::vector<std::vector<int>> exponents_;
  std::map<std::vector<int>, std::size_t> places_;
};

/// The nonholonomic motion through a point, modulo the prime in use.
struct SampledMotion {
  SampledMotion(const StoredSystem& system, const SamplePoint& sample);

  DynamicMatrix<Residue> value(const StoredSystem::Table& m) const {
    return m.unaryExpr([&](const CoordinatePolynomial& p) { return point(p); });
  }

  ResiduePoint point;
  DynamicMatrix<Residue> u;
  MotionTerms<Residue> motion;
  Residue det, det_rate;                    ///< of D^T M D
  DynamicMatrix<Residue> u_rate, reaction;  ///< u' and nu
  std::vector<Residue> functions, function_rates;
  DynamicMatrix<Residue> function_slopes;  ///< along the basis, m x n
};

}  // namespace hamel
