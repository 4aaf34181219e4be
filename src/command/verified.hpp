// What was verified, as it is shown.
#pragma once

#include <vector>

#include <hamel/io/proof_kinds.hpp>

#include "options.hpp"

namespace hamel::command {

/// Claims that were verified, under the key of their kind.
int show_claims(const GivenSystem& given, const std::vector<VerifiedClaim>& claims, const char* key,
                bool json);

}  // namespace hamel::command
