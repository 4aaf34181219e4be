// Counting what formulas cost while they are built.
#include "budget.hpp"

#include <cstddef>
#include <string>

#include <hamel/core/error.hpp>

namespace hamel::reading {

Budget*& Budget::current() {
  thread_local Budget* budget = nullptr;
  return budget;
}

void Budget::spend_node(const std::string& where) {
  Budget* const budget = current();
  if (budget == nullptr || ++budget->nodes_ <= max_file_nodes) return;
  throw InputError(where,
                   "more than " + std::to_string(max_file_nodes) +
                       " operations and names in all formulas, parameters replaced",
                   "a shorter file");
}

void Budget::spend_exact(std::size_t bits) {
  Budget* const budget = current();
  if (budget == nullptr) return;
  const std::size_t words = 1 + bits / 64;
  budget->exact_work_ += words * words;
  if (budget->exact_work_ <= max_exact_work) return;
  throw InputError("$",
                   "exact numbers so long that reading them takes more than " +
                       std::to_string(max_exact_work) + " word operations",
                   "numbers of fewer digits");
}

}  // namespace hamel::reading
