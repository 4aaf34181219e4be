// Proofs that verified an answer, as JSON.
#pragma once

#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include <hamel/io/proof_kinds.hpp>

namespace hamel {

/// [{"kind", "status", "count"}, ..].
inline nlohmann::ordered_json proofs_json(std::span<const ProofCount> proofs) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& [proof, count] : proofs)
    list.push_back({{"kind", std::string(kind_of(proof).id)},
                    {"status", text(kind_of(proof).status)},
                    {"count", count}});
  return list;
}

/// {"proved", "recomputed", "rounded"}: how many of each.
inline nlohmann::ordered_json counts_json(std::span<const ProofCount> proofs) {
  const auto counts = counts_of(proofs);
  return {{"proved", counts[0]}, {"recomputed", counts[1]}, {"rounded", counts[2]}};
}

}  // namespace hamel
