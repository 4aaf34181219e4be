// Q2 answered "yes" for a steady motion, and for one that the constraint does not act on: numbers that do not stay are
// given up one after the other.
#include <cstdint>
#include <string>

#include <hamel/algebra/work_budget.hpp>

#include "claims/exact_verdict.hpp"
#include "proofs.hpp"
#include "verifying/reaction.hpp"
#include "verifying/steady_multiplier.hpp"

namespace hamel {

namespace {

constexpr std::int64_t free_operations = 20'000'000;

}  // namespace

std::optional<Verdict> prove_q2_of_steady_start(const SystemFile& file) {
  const auto multiplier = steady_multiplier(file);
  if (!multiplier) return std::nullopt;
  Evidence evidence("steady_start");
  if (multiplier->size() > 0) evidence.add("multiplier_at_0", *multiplier);
  return exact_verdict("q2", Answer::holds,
                       "the motion is steady, and the equations for a multiplier, of constant "
                       "coefficients, have a solution",
                       std::move(evidence));
}

std::optional<Verdict> prove_q2_of_free_start(const SystemFile& file) {
  try {
    const WorkBudget budget(free_operations);
    const auto about = polynomial_file(file);
    if (!about || about->ring.adjoins()) return std::nullopt;
    auto known = rational_ones(file, *about);
    const auto stored = stored_system(file, *about);
    if (!known || !stored) return std::nullopt;
    const Reaction reaction(*about, *stored);
    for (auto place = reaction.moving(*known); place != known->end();
         place = reaction.moving(*known))
      known->erase(place);
    if (!reaction.vanishes_where(*known)) return std::nullopt;
    const std::string names = names_of(*known, *about);
    return exact_verdict("q2", Answer::holds,
                         "the constraint does not act on this motion" +
                             (names.empty() ? "" : ", along which " + names + " stay"),
                         Evidence("free_start").add("stay", names));
  } catch (const BudgetExceeded&) {
  } catch (const std::bad_optional_access&) {  // the metric degenerates
  }
  return std::nullopt;
}

}  // namespace hamel
