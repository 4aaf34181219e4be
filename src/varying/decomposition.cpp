// Where decompositions come from.
#include "decomposition.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/work_budget.hpp>

#include "reading/program.hpp"

namespace hamel::varying {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds longest_call{120'000}, longest_together{240'000};  // of a clock on the wall

}  // namespace

std::optional<Decomposition> Decompositions::found(const Vector& polynomials) {
  if (!asks_) {
    const auto place = std::ranges::find(given_, polynomials, &Decomposition::of);
    why_not_ = "a decomposition that is not given";
    return place == given_.end() ? std::nullopt : std::optional(*place);
  }
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  std::optional<Decomposition> answer;
  try {
    const milliseconds left =
        WaitingTime::within(std::min(longest_call, longest_together - spent_));
    if (left > milliseconds{}) answer = decomposed_by_singular(polynomials, left);
    why_not_ = left > milliseconds{} ? "Singular gave no decomposition"
                                     : "Singular took too long for those before it";
  } catch (const reading::ProgramError& error) {
    why_not_ = error.what();
  }
  const auto waited = std::chrono::duration_cast<milliseconds>(Clock::now() - start);
  spent_ += waited;
  WaitingTime::spend(waited);
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
