// A bound on the work of reading a proof.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include <hamel/algebra/work_budget.hpp>

#include "base/json.hpp"

namespace hamel {

inline constexpr std::int64_t proof_operations = 400'000'000;

/// Whether a claim is proved within that work.
template <class Claim>
bool proved(const Claim& claim) {
  try {
    const WorkBudget budget(proof_operations);
    return claim();
  } catch (const BudgetExceeded&) {
  } catch (const std::overflow_error&) {
  }
  return false;
}

[[noreturn]] inline void refuse_unproved(const JsonNode& node, const std::string& what) {
  node.refuse(what + " that is not proved", "one that follows from the system file");
}

}  // namespace hamel
