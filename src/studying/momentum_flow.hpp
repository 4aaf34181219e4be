// The vakonomic flow of a file in the momenta p = M a + mu, without denominators.
#pragma once

#include "lowering/multipliers.hpp"
#include "lowering/polynomial_file.hpp"
#include "studied_flow.hpp"

namespace hamel {

/// x' = x a, a = v0 + D u, p' = ad*_a p + F(x,a) - <mu, (d_k D) u + d_k v0>_k. Momenta are written as
///     p = M (v0 + D u) + C l,  the columns of C(x) annihilating D(x),
/// which reaches almost all of them: what is 0 for all stored numbers, u and l is 0 for all x and p.
class MomentumFlow final : public StudiedFlow {
 public:
  /// Keeps references to the file and to it in numbers, which the multipliers are in too.
  MomentumFlow(const PolynomialFile& about, const StoredSystem& stored, Multipliers multipliers);

  const StoredSystem& system() const override { return system_; }
  int variables() const override { return system_.dim(); }
  int sampled() const override { return system_.dim(); }
  FlowSample at(const SamplePoint& sample) const override;
  bool keeps(const Polynomial& p) const override;
  bool keeps_energy() const override { return true; }  // the Hamiltonian, which names no time
  bool has_momenta() const override { return true; }
  bool is_energy(const Polynomial& p) const override;
  /// <p, a> - L = <p, v0> + 1/2 <M D u, D u> - 1/2 <M v0, v0> + U.
  Polynomial energy() const override;
  std::vector<std::vector<int>> parities() const override;

  /// a, p and p' in stored numbers, u and l; mu = C l.
  const StoredSystem::Table& admissible() const { return a_; }
  const StoredSystem::Table& momenta() const { return momenta_; }
  const StoredSystem::Table& momentum_rates() const { return rates_; }
  const StoredSystem::Table& annihilators() const { return multipliers_.columns; }
  /// Where D^T M D is invertible: dp = |det(M D, C)| du dl, and this is det(D^T M D) times a polynomial that is 0
  /// nowhere. With one l that is so where the vectors of D are independent.
  bool reaches_all_momenta() const;

 private:
  /// A polynomial in the functions, momenta and u in stored numbers, u and l.
  Polynomial in_parameters(const Polynomial& p) const;

  const PolynomialFile& about_;
  const StoredSystem& system_;
  Multipliers multipliers_;  // C, n x (n - r)
  StoredSystem::Table a_, momenta_, rates_;
};

}  // namespace hamel
