// The three words, with the sentences of the table where it is not the best of them.
#include "proofs_text.hpp"

namespace hamel::command {

std::string status_in_words(Proof proof) {
  const ProofKind& kind = kind_of(proof);
  std::string words = text(kind.status);
  if (kind.status != ProofStatus::proved) words += ": " + std::string(kind.sentence);
  return words;
}

std::string proofs_in_words(std::span<const ProofCount> proofs, const std::string& indent) {
  const auto named = [](const ProofCount& of) {
    return std::string(kind_of(of.proof).id) +
           (of.count > 1 ? " (" + std::to_string(of.count) + ")" : "");
  };
  std::string all, others;
  for (const auto& of : proofs) {
    const ProofKind& kind = kind_of(of.proof);
    if (kind.status == ProofStatus::proved)
      all += (all.empty() ? "" : ", ") + named(of);
    else
      others +=
          indent + text(kind.status) + ": " + named(of) + ": " + std::string(kind.sentence) + "\n";
  }
  return (all.empty() ? "" : indent + "proved: " + all + "\n") + others;
}

std::string counts_in_words(std::span<const ProofCount> proofs) {
  const auto [proved, recomputed, rounded] = counts_of(proofs);
  return std::to_string(proved + recomputed + rounded) + " proofs: " + std::to_string(proved) +
         " proved, " + std::to_string(recomputed) + " recomputed, " + std::to_string(rounded) +
         " rounded";
}

}  // namespace hamel::command
