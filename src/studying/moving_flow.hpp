// The nonholonomic flow of a file with polynomial numerators.
#pragma once

#include <optional>
#include <vector>

#include "lowering/polynomial_file.hpp"
#include "studied_flow.hpp"

namespace hamel {

/// The motion as polynomials in stored numbers and velocities, in normal form: det = det(D^T M D) times every rate.
class MovingFlow final : public StudiedFlow {
 public:
  /// Keeps references to both.
  MovingFlow(const PolynomialFile& about, const StoredSystem& stored);

  const StoredSystem& system() const override { return system_; }
  int variables() const override { return system_.rank(); }
  int sampled() const override { return system_.rank(); }
  FlowSample at(const SamplePoint& sample) const override;
  bool keeps(const Polynomial& p) const override { return vanishes(along(stored(p))); }
  bool keeps_energy() const override { return keeps(energy()); }
  bool has_momenta() const override { return false; }
  bool is_energy(const Polynomial& p) const override { return vanishes(stored(p - energy())); }
  Polynomial energy() const override { return energy_; }
  std::vector<std::vector<int>> parities() const override;

  const PolynomialFile& about() const { return about_; }
  const Polynomial& det() const { return det_; }
  /// D^T M D.
  const StoredSystem::Table& gram() const { return gram_; }
  /// det times the divergence, for the right-invariant measure, which left-invariant fields keep, and du.
  const Polynomial& divergence() const { return divergence_; }
  /// det times the rate of a polynomial in stored numbers and velocities.
  Polynomial along(const Polynomial& p) const { return reduced(p.derivative(rates_)); }
  /// det times the rates of the stored numbers and the velocities.
  const std::vector<Polynomial>& rates() const { return rates_; }
  /// v0 + D u.
  const std::vector<Polynomial>& admissible() const { return admissible_; }
  /// The rates of the stored numbers and D^T M D u': of lower degree, and 0 where the rates are.
  const std::vector<Polynomial>& undivided() const { return undivided_; }
  Polynomial reduced(const Polynomial& p) const { return system_.relations.reduced(p); }
  /// A polynomial in functions and velocities, variables 0 .. m+r-1, in stored numbers.
  Polynomial stored(const Polynomial& p) const { return in_numbers(system_, p); }
  bool vanishes(const Polynomial& p) const { return system_.relations.vanishes(p); }
  /// Function i of the ring at the identity, where the functions are rational there.
  std::optional<Rational> at_identity(Eigen::Index i) const {
    const auto values = about_.ring.exact_at_identity();
    return values ? std::optional((*values)(i)) : std::nullopt;
  }
  /// A point where the stored numbers and the functions adjoined are rational.
  StoredPoint some_point() const;
  /// A polynomial in stored numbers and velocities at a sample.
  static Residue value(const Polynomial& p, const FlowSample& at);

 private:
  Polynomial energy_of_file() const;
  Polynomial velocity(int j) const { return Polynomial::variable(system_.numbers + j); }

  const PolynomialFile& about_;
  const StoredSystem& system_;
  Polynomial det_, divergence_, energy_;
  StoredSystem::Table gram_;
  std::vector<Polynomial> rates_, undivided_, admissible_;
};

}  // namespace hamel
