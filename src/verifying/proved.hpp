// A bound on the work of reading a proof.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>

#include <hamel/algebra/work_budget.hpp>

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
  } catch (const std::bad_optional_access&) {
  }
  return false;
}

}  // namespace hamel
