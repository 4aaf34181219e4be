// The table of proof kinds: one row for each.
#include <algorithm>
#include <cstddef>

#include <hamel/io/proof_kinds.hpp>

namespace hamel {

namespace {

using enum ProofStatus;

constexpr const char *in_verify = "src/claims/verify.hpp",
                     *in_series = "src/lowering/motion_series.hpp",
                     *in_sections = "src/verifying/section_proof.cpp",
                     *in_chart_yes = "src/verifying/chart_identities.cpp",
                     *in_conditions = "src/verifying_families/verify_conditions.cpp",
                     *in_parametric = "src/verifying_families/verify_parametric.cpp",
                     *in_claims = "src/verifying/study_claims.cpp";

constexpr ProofKind rows[] = {
    {Proof::products_of_basis, "products_of_basis", proved, "conditions, q1",
     "brackets, traces and products of the basis are multiplied out, and all are 0, or one is not",
     in_verify},
    {Proof::jacobi_modular, "jacobi_modular", recomputed, "jacobi of large algebras",
     "the sums of triple brackets are found again modulo primes", "src/exact/jacobi_modular.hpp"},
    {Proof::vectors, "vectors", proved, "conditions",
     "the vectors of the certificate are put into the condition", in_verify},
    {Proof::ranks, "ranks", proved, "nondegenerate, bracket_generating, gauge_momenta",
     "matrices are set up from the numbers of the file, and eliminated",
     "src/verifying/conditions_again.cpp"},
    {Proof::ideal, "ideal", proved, "cor_3_9, q1",
     "brackets of the ideal stay in it, it is complementary, and its form is skew", in_verify},
    {Proof::no_combination, "no_combination", proved, "q1, q2",
     "the combination of the equations for a multiplier reads 0 = not 0", in_verify},
    {Proof::no_modulo_prime, "no_modulo_prime", proved, "q1",
     "modulo the prime the equations for a multiplier have a rank that only a contradiction gives",
     in_verify},
    {Proof::section, "section", proved, "q1",
     "the momentum P u satisfies the equation of free motion, coefficient by coefficient",
     in_verify},
    {Proof::start, "start", proved, "q1, q2",
     "the start N(v) / q(v) satisfies the equations for a multiplier at as many points as decide",
     in_verify},
    {Proof::factors, "factors", proved, "q1", "each factor of d is proved as its own kind says",
     in_verify},
    {Proof::functions_on_group, "functions_on_group", recomputed,
     "invariant_decomposition, eq_3_9, eq_3_10, q1 by these",
     "the functions on the group that the condition names are expanded again",
     "src/claims/varying_conditions.hpp"},
    {Proof::ideal_of_functions, "ideal_of_functions", recomputed, "q1 by cor_3_9",
     "the ideal is one; that metric and potential are constant along it is expanded again",
     "src/claims/varying_conditions.hpp"},
    {Proof::no_series, "no_series", proved, "q1",
     "the combination of Taylor coefficients of a motion reads 0 = not 0", in_series},
    {Proof::no_series_of_start, "no_series_of_start", recomputed, "q2",
     "ranks of Taylor coefficients of the motion from the start are found again", in_series},
    {Proof::no_in_tangent, "no_in_tangent", recomputed, "q2",
     "the same ranks are found again, the tangent of the angles being a variable", in_series},
    {Proof::multiplier_section, "multiplier_section", proved, "q1, q2",
     "the multiplier satisfies its equation along every motion, polynomial by polynomial",
     in_sections},
    {Proof::reaction_vanishes, "reaction_vanishes", proved, "q1, q2",
     "lambda = 0 satisfies its equation along every motion, divided by the constraints",
     in_chart_yes},
    {Proof::variations_close, "variations_close", recomputed, "q1, q2",
     "minors of d/dt phi_v - phi_q and phi_v are expanded again", in_chart_yes},
    {Proof::straight, "straight", recomputed, "q1, q2",
     "the formulas are looked through again: none names a coordinate",
     "src/verifying/section_yes.cpp"},
    {Proof::steady_start, "steady_start", proved, "q2",
     "the start is steady, and its multiplier satisfies all equations",
     "src/verifying/steady_multiplier.cpp"},
    {Proof::steady_start_at_angles, "steady_start_at_angles", recomputed, "q2",
     "the equations of a steady start at angles that are not 0 are solved again",
     "src/verifying/steady_multiplier.cpp"},
    {Proof::free_start, "free_start", proved, "q2",
     "the numbers that are named stay, and the reaction is 0 wherever they are these",
     "src/verifying/reaction.hpp"},
    {Proof::brackets_on_part, "brackets_on_part", proved, "integrable, eq_3_11, q1, of parameters",
     "brackets beyond d, or S(D_i, D_j, b), are 0 on the part, or not but for the exceptions",
     in_conditions},
    {Proof::section_on_part, "section_on_part", proved,
     "linear_section, cor_3_9, q1, of parameters",
     "Q satisfies D^T Q = G and the equation of free motion as polynomials", in_parametric},
    {Proof::contradiction, "contradiction", proved, "linear_section, cor_3_9, of parameters",
     "equations for the entries of Q, multiplied and added, read 0 = not 0", in_conditions},
    {Proof::no_ideal, "no_ideal", proved, "cor_3_9, of parameters",
     "rows determine Q but for the free entries, and its equations as an ideal leave what is not 0",
     in_conditions},
    {Proof::refutation, "refutation", proved, "q1, of parameters",
     "constraints are differentiated, and their combination reads 0 = not 0", in_parametric},
    {Proof::no_multiplier, "no_multiplier", proved, "q1, of parameters",
     "D and [D u, D] span Lie(d), so mu = 0, and (3.11) on it fails",
     "src/verifying_families/free_motions.cpp"},
    {Proof::walk_of_parts, "walk_of_parts", recomputed, "answers with exceptions, of parameters",
     "that the parts of the parameters are all there are is found by the walk of the search",
     "src/verifying_families/pieces.cpp"},
    {Proof::equations_of_entries, "equations_of_entries", recomputed, "q1 of metrics and planes",
     "the equations of (3.11) in the parameters are found again",
     "src/verifying_families/equations_of_entries.cpp"},
    {Proof::integral, "integral", proved, "study",
     "the derivative along the flow, derived from the file anew, is 0", in_claims},
    {Proof::independence, "independence", proved, "study",
     "differentials have this rank at a rational point", in_claims},
    {Proof::volume, "volume", proved, "study", "the divergence is 0, or is not", in_claims},
    {Proof::density, "density", proved, "study",
     "its logarithm changes by minus the divergence, multiplied out", in_claims},
    {Proof::steady_family, "steady_family", proved, "study",
     "all rates vanish on the family, as polynomials", in_claims},
    {Proof::steady_motion, "steady_motion", proved, "study",
     "rates and relations of the group are 0 at it, signs tell the component of the group, and the "
     "characteristic polynomial and its roots are counted",
     in_claims},
    {Proof::steady_motion_by_path, "steady_motion_by_path", rounded, "study",
     "the same, but that it lies on the group's component is seen by a path in floating point",
     "src/lowering/function_values.cpp"},
    {Proof::stability_along, "stability_along", proved, "study",
     "no root crosses the axis on the interval, by subresultants",
     "src/verifying/stability_again.cpp"},
    {Proof::metrics_basis, "metrics_basis", proved, "inverse",
     "each form solves (3.11), and the rank leaves no others", "src/verifying/metrics_again.cpp"},
    {Proof::signature, "signature", proved, "inverse",
     "signs of the characteristic polynomial count plus and minus",
     "src/verifying/metrics_again.cpp"},
    {Proof::all_signatures, "all_signatures", recomputed, "inverse",
     "a member of each signature that occurs is found again", "src/verifying/metrics_again.cpp"},
    {Proof::normal_form, "normal_form", recomputed, "inverse",
     "the normal form of metrics is made again by the functions of the search",
     "src/verifying_inverse/family_files.cpp"},
    {Proof::degenerate_planes, "degenerate_planes", recomputed, "inverse",
     "planes on which the metric is degenerate are found again",
     "src/verifying_inverse/family_files.cpp"},
    {Proof::potential, "potential", proved, "inverse",
     "the multiplier satisfies its equation without potential, and with each of the basis",
     in_sections},
    {Proof::fast_motion, "fast_motion", proved, "inverse",
     "at the start the equations for a multiplier have a rank that excludes one",
     "src/verifying_inverse/fast_motion.cpp"}};

/// In the order of the names, each once.
constexpr bool are_in_order() {
  for (std::size_t i = 0; i < std::size(rows); ++i)
    if (static_cast<std::size_t>(rows[i].proof) != i) return false;
  return std::size(rows) == static_cast<std::size_t>(Proof::fast_motion) + 1;
}
static_assert(are_in_order());

}  // namespace

const char* text(ProofStatus status) {
  return status == proved ? "proved" : status == recomputed ? "recomputed" : "rounded";
}

std::span<const ProofKind> proof_kinds() {
  return rows;
}

const ProofKind& kind_of(Proof proof) {
  return rows[static_cast<std::size_t>(proof)];
}

void add_proofs(std::vector<ProofCount>& all, const std::vector<ProofCount>& more) {
  for (const auto& [proof, count] : more) {
    const auto known = std::ranges::find(all, proof, &ProofCount::proof);
    if (known == all.end())
      all.push_back({proof, count});
    else
      known->count += count;
  }
}

ProofStatus status_of(std::span<const ProofCount> proofs) {
  ProofStatus weakest = proved;
  for (const auto& [proof, count] : proofs) weakest = std::max(weakest, kind_of(proof).status);
  return weakest;
}

std::array<int, 3> counts_of(std::span<const ProofCount> proofs) {
  std::array<int, 3> counts{};
  for (const auto& [proof, count] : proofs)
    counts[static_cast<std::size_t>(kind_of(proof).status)] += count;
  return counts;
}

}  // namespace hamel
