// What verified answers, in words.
#pragma once

#include <span>
#include <string>

#include <hamel/io/proof_kinds.hpp>

namespace hamel::command {

/// Lines that begin with one of three words, proved, recomputed or rounded, and say by what.
std::string proofs_in_words(std::span<const ProofCount> proofs, const std::string& indent);

/// Such as `8 proofs: 7 proved, 1 recomputed, 0 rounded`.
std::string counts_in_words(std::span<const ProofCount> proofs);

/// proved; else the word with what was done: `recomputed: ...`.
std::string status_in_words(Proof proof);

}  // namespace hamel::command
