// The table of claims. Conditions and questions have their words from their rows in hamel/check.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/io/claims.hpp>

#include "base/nearest_name.hpp"
#include "questions.hpp"

namespace hamel {

namespace {

template <class Row>
constexpr Claim asked(std::string_view equation) {
  return {Row::id, Row::statement, equation, Row::source};
}

constexpr std::string_view respondek = "Jozwikowski & Respondek 2013, question Q1",
                           crampin = "Crampin & Mestdag 2010, strong consistency",
                           arnold = "Arnold, Kozlov & Neishtadt 1985";

constexpr Claim all_claims[] = {
    asked<question::Jacobi>("[[a,b],c] + [[b,c],a] + [[c,a],b] = 0"),
    asked<question::Nondegenerate>("det M != 0, det(D^T M D) != 0"),
    asked<question::InvariantDecomposition>("g(x)(a,b) = 0 for a in d, b in d_perp"),
    asked<question::Integrable>("[a,b] in d for a, b in d"),
    asked<question::BracketGenerating>("d + [d,d] + [d,[d,d]] + .. = g"),
    asked<question::Eq311>("g(a1,[a2,b]) + g(a2,[a1,b]) = 0 for a1, a2 in d, b in d_perp"),
    asked<question::Eq39>("g(x)(a,[a,b]) + 1/2 <d_x g(a,a), x_* b> = 0 for a in d, b in d_perp"),
    asked<question::Eq310>("<dU, x_* b> = 0 for b in d_perp"),
    asked<question::Cor39>(
        "g = d + h, [g,h] in h, g(a1,p_h [a2,b]) + g(a2,p_h [a1,b]) = 0 for a1, a2 in d"),
    asked<question::Cor410>("[d,d] in d_perp, [d,d_perp] in d, [d_perp,d_perp] in d_perp, "
                            "g(a,[a,[a,c]]) = 0 for a in d"),
    asked<question::Prop46>("dim d = 2, dim g = 3, g(a1,[a2,b]) + g(a2,[a1,b]) = 0 for a1, a2 in "
                            "d, b in d_perp"),
    asked<question::AdInvariant>("g(a,[b,c]) + g(b,[a,c]) = 0"),
    asked<question::Unimodular>("tr ad_a = 0"),
    asked<question::InvariantMeasure>("div F = 0 for the reduced field u' = F(u)"),
    asked<question::GaugeMomenta>("g(a,[a,b]) = 0 for a in d, some b in d"),
    asked<question::Q1>(
        "(M a + mu)' = ad*_a (M a + mu) + F, mu in Ann(d), along every nonholonomic motion"),
    asked<question::Q2>(
        "(M a + mu)' = ad*_a (M a + mu) + F, mu in Ann(d), along this nonholonomic motion"),
    {"linear_section", "a momentum that is linear in the velocity makes every motion vakonomic",
     "D^T Q = D^T M D, (Q u)' = ad*_{D u} Q u", crampin},
    {"first_integrals", "polynomials that are constant along every motion of the flow",
     "dP(F) = 0 for the field z' = F(z)", arnold},
    {"invariant_densities", "densities that the flow preserves", "div(rho F) = 0", arnold},
    {"steady_motions", "motions at which the reduced field is 0, and where its roots there lie",
     "F(z) = 0, det(x - dF(z)) = 0", arnold},
    {"flow", "first integrals, invariant densities and steady motions of the flow",
     "dP(F) = 0, div(rho F) = 0, F(z) = 0", arnold},
    {"metrics_of_eq_3_11", "the metrics with eq_3_11, d and d_perp kept",
     "g(a1,[a2,b]) + g(a2,[a1,b]) = 0 for a1, a2 in d, b in d_perp",
     "Jozwikowski & Respondek 2013, cor. 3.5, polarised"},
    {"q1_of_metrics", "the metrics under which every nonholonomic motion is vakonomic",
     "(M a + mu)' = ad*_a (M a + mu), mu in Ann(d), along every nonholonomic motion", respondek},
    {"q1_of_distributions", "the d of this rank under which every nonholonomic motion is vakonomic",
     "(M a + mu)' = ad*_a (M a + mu), mu in Ann(d), along every nonholonomic motion", respondek},
    {"potentials", "the potentials under which a multiplier linear in the velocity remains one",
     "(M D + Lambda) (D^T M D)^-1 D^T x^*dU = x^*dU, mu = Lambda u", crampin}};

constexpr bool has_every_question() {
  bool all = true;
  for_each_question([&](const auto& row) {
    all = all && std::ranges::find(all_claims, row.id, &Claim::id) != std::ranges::end(all_claims);
  });
  return all;
}
static_assert(has_every_question());

}  // namespace

std::span<const Claim> claims() {
  return all_claims;
}

const Claim& claim_of(std::string_view id) {
  const auto* const row = std::ranges::find(all_claims, id, &Claim::id);
  if (row != std::ranges::end(all_claims)) return *row;
  std::vector<std::string> known;
  for (const auto& claim : all_claims) known.emplace_back(claim.id);
  throw InputError("claim", "'" + std::string(id) + "'" + nearest_hint(id, known),
                   "one of " + comma_list(known));
}

const char* text(ClaimStatus status) {
  switch (status) {
    case ClaimStatus::proved:
      return "proved";
    case ClaimStatus::recomputed:
      return "recomputed";
    case ClaimStatus::rounded:
      return "rounded";
    case ClaimStatus::undecided:
      return "undecided";
    case ClaimStatus::not_covered:
      return "not covered";
  }
  return "undecided";
}

ClaimStatus claim_status(ProofStatus status) {
  return status == ProofStatus::proved       ? ClaimStatus::proved
         : status == ProofStatus::recomputed ? ClaimStatus::recomputed
                                             : ClaimStatus::rounded;
}

}  // namespace hamel
