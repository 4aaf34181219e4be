// Answers within one budget, of one second here: all their searches and programs together take about that.
#include <string>
#include <sys/resource.h>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/core/answer_budget.hpp>
#include <hamel/core/status.hpp>
#include <hamel/io/certificate.hpp>
#include <hamel/io/comparison.hpp>
#include <hamel/io/inverse.hpp>
#include <hamel/io/parameter_pieces.hpp>
#include <hamel/io/report.hpp>
#include <hamel/io/simulate.hpp>
#include <hamel/io/study.hpp>
#include <hamel/io/study_certificate.hpp>
#include <hamel/io/system_file.hpp>

#include "../paths.hpp"
#include "flows/study.hpp"

using namespace hamel;

namespace {

#ifdef HAMEL_SANITIZED
constexpr double given = 1, most = 20;  // seconds: what is not counted is slower
#else
constexpr double given = 1, most = 4;
#endif

double seconds_of(int who) {
  rusage taken{};
  getrusage(who, &taken);
  double sum = 0;
  for (const timeval& part : {taken.ru_utime, taken.ru_stime})
    sum += static_cast<double>(part.tv_sec) + 1e-6 * static_cast<double>(part.tv_usec);
  return sum;
}

/// What `ask` gives, which takes longer than the budget without one.
template <class Ask>
auto bounded(const Ask& ask) {
  const double before = seconds_of(RUSAGE_SELF) + seconds_of(RUSAGE_CHILDREN);
  auto answer = ask();
  CHECK(seconds_of(RUSAGE_SELF) + seconds_of(RUSAGE_CHILDREN) - before < most);
  return answer;
}

std::string fault(const std::string& name) {
  return paths::data() + "/faults/" + name + ".json";
}

}  // namespace

TEST_CASE("check --vary: Singular is part of the budget, and its end is named") {
  for (const auto& family : {std::pair{"vary_minute", std::vector<std::string>{"a", "b", "q"}},
                             std::pair{"vary_two_searches", std::vector<std::string>{"a", "b"}}}) {
    CAPTURE(family.first);
    const AnswerBudget budget(given);
    const auto found =
        bounded([&] { return decide_in_parameters(fault(family.first), family.second); });
    CHECK(found.answers.size() == 5);
    for (const auto& answer : found.answers)
      for (const auto& piece : answer.undecided) {
        CAPTURE(piece.reason);
        CHECK(piece.reason.find("Singular failed") == std::string::npos);
        CHECK(piece.reason.find("budget") != std::string::npos);
      }
  }
}

TEST_CASE("a certificate of several parameters under a budget is proved again, or there is none") {
  const std::string file = fault("vary_minute");
  for (const double seconds : {0.2, given}) {
    std::string certificate;
    try {
      const AnswerBudget budget(seconds);
      certificate = certificate_in_parameters(file, {"a", "b", "q"});
    } catch (const BudgetExceeded&) {
      continue;
    }
    CHECK_NOTHROW(verify_in_parameters(file, certificate));
  }
}

TEST_CASE("study: searches that end say so") {
  const AnswerBudget budget(given);
  const auto study =
      bounded([] { return study_of(read_system_file(fault("study_silent_steady"))); });
  CHECK(study->flows.size() == 3);
  CHECK(AnswerBudget::why_ended().find("budget of an answer") != std::string::npos);
}

TEST_CASE("study: functions adjoined have values at the identity, too") {
  const auto study = study_of(
      parse_system_file(R"json({"schema": 1, "name": "exp", "chart": {"coordinates": ["x", "y"]},
    "lagrangian": "2*x_dot^2+(-2+x^2)*y_dot^2-exp(x)", "constraints": ["y_dot+x_dot"]})json"));
  CHECK(study->flows.size() == 3);  // it had none: the program crashed
}

TEST_CASE("inverse: families of planes share the budget") {
  const AnswerBudget budget(given);
  const auto answers = bounded([] { return inverse_of(paths::systems() + "/z2_so4.json"); });
  CHECK(answers.name == "z2_so4");
}

TEST_CASE("runs: without a budget they go on, within one they end with a status") {
  const auto file = read_system_file(paths::systems() + "/car.json");
  RunPlan plan;
  plan.t_end = 1e5;
  Sample last;
  const auto keep = [&](const Sample& sample) { last = sample; };
  plan.seconds = 0.1;
  CHECK(bounded([&] { return simulate(file, plan, keep); }).outcome == Outcome::budget_ended);
  plan.seconds.reset();
  {
    const AnswerBudget budget(0.1);
    const RunStatus run = bounded([&] { return simulate(file, plan, keep); });
    CHECK(run.outcome == Outcome::budget_ended);
    CHECK(run.t > 0);
    CHECK(last.t <= run.t);
  }
  plan.t_end = 1;
  CHECK(simulate(file, plan, keep).outcome == Outcome::ok);
}

TEST_CASE("compare: motions and the fit share the budget, and Q2 says what ended it") {
  const auto file = read_system_file(paths::systems() + "/car.json");
  const AnswerBudget budget(0.05);
  const Comparison found = bounded([&] { return compare(file, 1000); });
  CHECK_FALSE(found.complete());
  CHECK(found.motions[0].status.outcome == Outcome::budget_ended);
  CHECK(found.q2.reason.find("budget") != std::string::npos);
}

TEST_CASE("verify: where no time is left no certificate is refused") {
  const auto file = read_system_file(paths::systems() + "/chaplygin_sleigh.json");
  const std::string report = certificate_of(file, report_on(file)),
                    study = study_certificate_of(file, *study_of(file));
  CHECK_FALSE(verify_certificate(file, report).empty());
  CHECK_FALSE(verify_study_certificate(file, study).empty());
  const AnswerBudget budget(0);
  CHECK_THROWS_AS(verify_certificate(file, report), BudgetExceeded);
  CHECK_THROWS_AS(verify_study_certificate(file, study), BudgetExceeded);
}
