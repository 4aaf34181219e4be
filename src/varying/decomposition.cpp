// Where decompositions come from.
#include "decomposition.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/work_budget.hpp>

#include "base/program.hpp"

namespace hamel::varying {

namespace {

/// Of what is left for the answer.
constexpr double share_of_one_call = 0.5;
/// Seconds of the processor that a call is worth starting for.
constexpr double shortest_call = 0.2;

}  // namespace

std::optional<Decomposition> Decompositions::found(const Vector& polynomials) {
  if (!asks_) {
    const auto place = std::ranges::find(given_, polynomials, &Decomposition::of);
    why_not_ = "a decomposition that is not given";
    return place == given_.end() ? std::nullopt : std::optional(*place);
  }
  const double left = AnswerBudget::left();
  const double seconds = SingularTime::within(share_of_one_call * left);
  const std::string too_long =
      "Singular found none within its share of the budget of an answer, " + AnswerBudget::text();
  if (seconds < shortest_call) {
    why_not_ = too_long;
    return std::nullopt;
  }
  std::optional<Decomposition> answer;
  try {
    answer = decomposed_by_singular(polynomials, seconds);
    why_not_ = "Singular gave no decomposition";
  } catch (const reading::ProgramTooLong&) {
    why_not_ = too_long;
  } catch (const reading::ProgramError& error) {
    why_not_ = error.what();
  }
  SingularTime::spend(left - AnswerBudget::left());
  return answer;
}

std::optional<std::vector<Vector>> Decompositions::components_of(const Vector& polynomials) {
  const auto known = std::ranges::find(used_, polynomials, &Decomposition::of);
  if (known != used_.end()) return known->components;
  if (std::ranges::count(without_, polynomials) > 0) return std::nullopt;
  if (auto answer = found(polynomials)) {
    if (verify(*answer)) {
      used_.push_back(*std::move(answer));
      return used_.back().components;
    }
    why_not_ = "a decomposition that is not proved";
  }
  without_.push_back(polynomials);
  return std::nullopt;
}

}  // namespace hamel::varying
