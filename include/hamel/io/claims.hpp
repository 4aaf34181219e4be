// What answers claim: in words, as an equation, and whose theorem or question it is; and what an answer is worth.
#pragma once

#include <span>
#include <string_view>

#include <hamel/io/proof_kinds.hpp>

namespace hamel {

/// A row of the table: a condition, a question, or what `study` and `inverse` look for.
struct Claim {
  std::string_view id;
  std::string_view statement;
  /// For all a, b, c in g, u, x in G and t, but for those that it says to be others.
  std::string_view equation;
  /// The author and the year, and the number of the equation or statement.
  std::string_view source;
};
std::span<const Claim> claims();
/// The row of that id. Throws InputError when there is none.
const Claim& claim_of(std::string_view id);

/// What an answer is worth; the first three as of a proof that is read again.
enum class ClaimStatus { proved, recomputed, rounded, undecided, not_covered };
const char* text(ClaimStatus status);
/// The same of a proof.
ClaimStatus claim_status(ProofStatus status);

}  // namespace hamel
