// Claims as JSON.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include <hamel/io/claims.hpp>

namespace hamel {

/// Puts the words, the equation and the source of a claim into an object.
inline void put_claim(nlohmann::ordered_json& object, std::string_view id) {
  const Claim& claim = claim_of(id);
  object["statement"] = std::string(claim.statement);
  object["equation"] = std::string(claim.equation);
  object["source"] = std::string(claim.source);
}
/// The same, and what the answer is worth.
inline void add_claim(nlohmann::ordered_json& object, std::string_view id, ClaimStatus status) {
  put_claim(object, id);
  object["status"] = text(status);
}

}  // namespace hamel
