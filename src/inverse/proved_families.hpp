// Proofs of `q1` in the parameters of a family.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/io/proof_kinds.hpp>

#include "base/json.hpp"
#include "family_files.hpp"

namespace hamel {

/// By parts of the space of parameters, by equations where parts are without proof; nothing where no part is proved.
std::optional<nlohmann::ordered_json> proofs_by_parts(const FamilyText& family);

/// The answer that such a node proves, which has those keys beside its own.
VerifiedClaim proved_again(const FamilyText& family, const JsonNode& proofs,
                           std::vector<std::string> keys);

}  // namespace hamel
