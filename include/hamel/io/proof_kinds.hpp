// Kinds of proofs in certificates: what `hamel verify` does with each, and what that is worth.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hamel {

/// What it is worth that a proof was read again.
enum class ProofStatus {
  proved,      ///< an identity or a witness, multiplied out by code that no search decides by
  recomputed,  ///< the computation that the answer is from was run once more
  rounded      ///< a step in floating point decides
};
const char* text(ProofStatus status);

/// The kinds, those of `check`, `check --vary`, `study` and `inverse` in turn.
enum class Proof {
  products_of_basis,
  jacobi_modular,
  vectors,
  ranks,
  ideal,
  no_combination,
  no_modulo_prime,
  section,
  start,
  factors,
  functions_on_group,
  ideal_of_functions,
  no_series,
  no_series_of_start,
  no_in_tangent,
  multiplier_section,
  reaction_vanishes,
  variations_close,
  straight,
  steady_start,
  steady_start_at_angles,
  free_start,
  brackets_on_part,
  section_on_part,
  contradiction,
  no_ideal,
  refutation,
  no_multiplier,
  walk_of_parts,
  equations_of_entries,
  integral,
  independence,
  volume,
  density,
  steady_family,
  steady_motion,
  steady_motion_by_path,
  stability_along,
  metrics_basis,
  signature,
  all_signatures,
  normal_form,
  degenerate_planes,
  potential,
  fast_motion
};

/// A row of the table.
struct ProofKind {
  Proof proof;
  std::string_view id;
  ProofStatus status;
  std::string_view of;        ///< which answers
  std::string_view sentence;  ///< what verify does
  std::string_view where;     ///< the file that does it
};
std::span<const ProofKind> proof_kinds();
const ProofKind& kind_of(Proof proof);

/// Proofs of one kind.
struct ProofCount {
  Proof proof;
  int count = 1;
};
/// Joins proofs of the kinds that are there already.
void add_proofs(std::vector<ProofCount>& all, const std::vector<ProofCount>& more);
/// That of the weakest.
ProofStatus status_of(std::span<const ProofCount> proofs);
/// How many are proved, recomputed and rounded.
std::array<int, 3> counts_of(std::span<const ProofCount> proofs);

/// What was verified, in words, and by what.
struct VerifiedClaim {
  std::string words;
  std::vector<ProofCount> proofs;
  std::string_view about = "flow";  ///< the id of the claim, see io/claims.hpp

  ProofStatus status() const { return status_of(proofs); }
};

}  // namespace hamel
