// What was verified, as it is shown.
#pragma once

#include <vector>

#include <hamel/io/proof_kinds.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel::command {

/// Claims that were verified, under the key of their kind.
int show_claims(const SystemFile& file, const std::vector<VerifiedClaim>& claims, const char* key,
                bool json);

}  // namespace hamel::command
