// One budget for all searches of an answer.
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/algebra/work_budget.hpp>

using namespace hamel;

namespace {

constexpr std::int64_t endless = std::int64_t(1) << 60;

/// Why counted work without an end ends.
std::string why_endless_work_ends() {
  try {
    const WorkBudget budget(endless);
    for (;;) WorkBudget::charge(1);
  } catch (const BudgetExceeded& limit) {
    return limit.what();
  }
}

}  // namespace

TEST_CASE("searches of an answer share its time") {
  const AnswerBudget answer(0.2);
  const double begin = detail::processor_seconds();
  for (int search = 0; search < 3; ++search)
    CHECK(why_endless_work_ends() == "the budget of an answer is used up: 0.2 s of computation");
  CHECK(detail::processor_seconds() - begin < 0.6);
  CHECK(AnswerBudget::has_ended());
  CHECK(AnswerBudget::left() == 0);
  CHECK_THROWS_AS(AnswerBudget::require(), BudgetExceeded);
}

TEST_CASE("a share ends one search, and the others go on") {
  const AnswerBudget answer(30);
  {
    const AnswerBudget share(0.05);
    CHECK(why_endless_work_ends() ==
          "a search used up its share of the budget of an answer, 30 s of computation");
  }
  CHECK_FALSE(AnswerBudget::has_ended());
  CHECK(AnswerBudget::left() > 20);
  CHECK(AnswerBudget::why_ended().starts_with("a search used up its share"));
}

TEST_CASE("a budget inside another one has what is left of that") {
  const AnswerBudget answer(20);
  AnswerBudget::spend(15);
  const AnswerBudget same, more(100);
  CHECK(AnswerBudget::left() < 5);
  CHECK(AnswerBudget::left() > 4);
  AnswerBudget::spend(5);
  CHECK(AnswerBudget::has_ended());
}

TEST_CASE("what programs took counts") {
  const AnswerBudget answer(20);
  CHECK_FALSE(AnswerBudget::has_ended());
  CHECK(AnswerBudget::why_ended().empty());
  AnswerBudget::spend(21);
  CHECK(AnswerBudget::has_ended());
  CHECK(AnswerBudget::why_ended() == "the budget of an answer is used up: 20 s of computation");
}

TEST_CASE("memory counts") {
  if (detail::resident_bytes() == 0) return;  // not known on this system
  const AnswerBudget answer(30, 50'000'000);
  std::vector<char> held(100'000'000, 1);
  CHECK(AnswerBudget::has_ended());
  CHECK(AnswerBudget::why_ended() == "the budget of an answer is used up: 50 MB of memory");
  CHECK(held.back() == 1);
}

TEST_CASE("without a budget nothing ends") {
  CHECK_FALSE(AnswerBudget::has_ended());
  CHECK_NOTHROW(AnswerBudget::require());
  CHECK(AnswerBudget::why_ended().empty());
  CHECK(AnswerBudget::left() == AnswerBudget::default_seconds);
}
