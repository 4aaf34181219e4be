// Kinds of proofs by the question, the kind of the evidence and what the file is.
#include "named_proof.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "covered.hpp"
#include "questions.hpp"

namespace hamel {

namespace {

/// What formulas prove of motions, by the kind of the evidence.
bool is_by_formulas(const std::string& kind) {
  return proves_by_section(kind) || kind == "no_series" || kind == "no_in_tangent" ||
         kind == "steady_start" || kind == "free_start";
}

/// The kind of what formulas prove.
Proof by_formulas(const Verdict& verdict) {
  const std::string kind = verdict.evidence.kind();
  if (verdict.id == "q2" && kind == "no_series") return Proof::no_series_of_start;
  if (kind == "steady_start" &&
      verdict.evidence.get_matrix<Rational>("multiplier_at_0").size() == 0)
    return Proof::steady_start_at_angles;
  return std::ranges::find(proof_kinds(), kind, &ProofKind::id)->proof;
}

/// The kind of what constant numbers prove of motions.
Proof by_constants(const Evidence& evidence) {
  const std::string kind = evidence.kind();
  return kind == "product"                                    ? Proof::factors
         : kind == "no" && evidence.get_text("prime").empty() ? Proof::no_combination
         : kind == "no"                                       ? Proof::no_modulo_prime
         : kind == "section"                                  ? Proof::section
         : kind == "start" || kind == "motion"                ? Proof::start
         : kind == "cor_3_9"                                  ? Proof::ideal
                                                              : Proof::products_of_basis;
}

/// The kind of what `VaryingConditions` prove; where the metric is constant d_perp is by its numbers.
Proof by_functions(const GroupSystem& file, const Verdict& verdict) {
  const std::string kind = verdict.evidence.kind();
  if (verdict.id == "invariant_decomposition" && file.metric_is_constant())
    return Proof::products_of_basis;
  return verdict.id != "q1" && verdict.id != "q2" ? Proof::functions_on_group
         : kind == "integrable"                   ? Proof::products_of_basis
         : kind == "cor_3_9"                      ? Proof::ideal_of_functions
                                                  : Proof::functions_on_group;
}

/// The kind of what verifies a condition on constant numbers.
Proof of_condition(const GroupSystem& file, const Verdict& verdict) {
  const std::string& id = verdict.id;
  const bool holds(verdict);
  if (id == "jacobi" && holds)
    return has_few_products(file.exact->algebra) ? Proof::products_of_basis : Proof::jacobi_modular;
  if (id == "nondegenerate" || id == "bracket_generating")
    return holds ? Proof::ranks : Proof::vectors;
  if (id == "gauge_momenta") return holds ? Proof::vectors : Proof::ranks;
  if (id == "cor_3_9") return Proof::ideal;
  const bool by_vectors =
      id == "jacobi" || id == "integrable" || id == "eq_3_11" || id == "prop_4_6";
  return by_vectors && !holds ? Proof::vectors : Proof::products_of_basis;
}

}  // namespace

bool has_few_products(const StructureConstants<Rational>& algebra) {
  constexpr std::size_t most_products = 1'000'000;
  std::vector<std::size_t> with(static_cast<std::size_t>(algebra.dimension()));
  for (const auto& c : algebra.entries())
    for (const int i : {c.i, c.j}) ++with[static_cast<std::size_t>(i)];
  std::size_t sum = 0;
  for (const auto& c : algebra.entries()) sum += with[static_cast<std::size_t>(c.k)];
  return sum <= most_products;
}

Proof named_proof(const SystemFile& file, const Verdict& verdict) {
  if (is_by_formulas(verdict.evidence.kind())) return by_formulas(verdict);
  const auto* group = std::get_if<GroupSystem>(&file.system);
  if (group == nullptr || !group->exact) return Proof::products_of_basis;
  const bool is_of_motions = verdict.id == "q1" || verdict.id == "q2";
  const bool kinetic = is_invariant_kinetic(*group);
  const Needs most = kinetic ? Needs::start : covered(*group);
  Proof proof = Proof::functions_on_group;
  with_question(verdict.id, [&]<class Row>(const Row& row) {
    if (group->moves() && Row::of_constraint) return;
    proof = row.needs > most ? by_functions(*group, verdict)
            : is_of_motions  ? by_constants(verdict.evidence)
                             : of_condition(*group, verdict);
  });
  return proof;
}

}  // namespace hamel
