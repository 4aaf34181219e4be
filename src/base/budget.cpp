// Counting what formulas cost while they are built.
#include "budget.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include <hamel/core/error.hpp>

namespace hamel::reading {

Budget*& Budget::current() {
  thread_local Budget* budget = nullptr;
  return budget;
}

Budget::Budget(std::size_t nodes, std::size_t exact_work)
    : outer_(std::exchange(current(), this)),
      nodes_(outer_ ? std::min(nodes, outer_->nodes_) : nodes),
      exact_work_(outer_ ? std::min(exact_work, outer_->exact_work_) : exact_work) {}

void Budget::spend_node(const std::string& where) {
  Budget* const budget = current();
  if (budget == nullptr || ++budget->nodes_spent_ <= budget->nodes_) return;
  throw InputError(where,
                   "more than " + std::to_string(budget->nodes_) +
                       " operations and names in all formulas, parameters replaced",
                   "a shorter file");
}

void Budget::spend_exact(std::size_t bits) {
  Budget* const budget = current();
  if (budget == nullptr) return;
  const std::size_t words = 1 + bits / 64;
  budget->exact_work_spent_ += words * words;
  if (budget->exact_work_spent_ <= budget->exact_work_) return;
  throw InputError("$",
                   "exact numbers so long that reading them takes more than " +
                       std::to_string(budget->exact_work_) + " word operations",
                   "numbers of fewer digits");
}

}  // namespace hamel::reading
