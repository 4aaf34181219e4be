// Input at the edge: answered or refused with a sentence, never a crash.
#include <doctest/doctest.h>

#include <hamel/check/answers.hpp>

#include "checking/corollaries.hpp"
#include "inverse/inverse_questions.hpp"
#include "literature.hpp"

using namespace hamel;
using namespace literature;

namespace {

bool has(const std::vector<Verdict>& verdicts, const char* id) {
  for (const auto& verdict : verdicts)
    if (verdict.id == id) return true;
  return false;
}

}  // namespace

TEST_CASE("no constraint: d = g, given as such or by a full span") {
  for (const bool full : {false, true}) {
    auto system = suslov();
    system.distribution = full ? whole(system.algebra) : DynamicMatrix<Rational>();
    const Splitting<Rational> split(system);
    const auto q1 = check_q1(split);
    CHECK(q1.answer == Answer::holds);
    CHECK(verify(system, q1));
    CHECK(integrable(split).answer == Answer::holds);
    CHECK(eq_3_11(split).answer == Answer::holds);
    CHECK_NOTHROW(check_all(system));
    CHECK_NOTHROW(check_all(system.cast<double>()));
    CHECK(check_q1(Splitting<double>(system.cast<double>())).answer == Answer::holds);
    CHECK(check_q2(split, DynamicVector<Rational>::Constant(3, 1)).answer == Answer::holds);
  }
}

TEST_CASE("d = 0: rest is the only motion") {
  auto system = suslov();
  system.distribution = DynamicMatrix<Rational>(3, 0);
  const Splitting<Rational> split(system);
  CHECK(check_q1(split).answer == Answer::holds);
  CHECK(verify(system, check_q1(split)));
  CHECK_NOTHROW(check_all(system));
  CHECK_NOTHROW(check_all(system.cast<double>()));
  CHECK(admissible_metrics(split).empty());
  CHECK(check_q2(split, DynamicVector<Rational>::Constant(3, 0)).answer == Answer::holds);
}

TEST_CASE("the abelian algebra: everything is integrable") {
  AlgebraicSystem<Rational> system{StructureConstants<Rational>(4), diagonal({"1", "-2", "3", "1"}),
                                   span({{"1", "0", "0", "1"}, {"0", "1", "0", "0"}})};
  const auto verdicts = check_all(system);
  CHECK(has(verdicts, "cor_3_9"));
  CHECK(check_q1(Splitting<Rational>(system)).evidence.kind() == "integrable");
  CHECK_NOTHROW(check_all(system.cast<double>()));
}

TEST_CASE("a single direction is always integrable") {
  auto system = suslov();
  system.distribution = span({{"1", "2", "3"}});
  CHECK(check_q1(Splitting<Rational>(system)).evidence.kind() == "integrable");
}

TEST_CASE("bad numbers are refused with a sentence") {
  auto dependent = suslov();
  dependent.distribution = span({{"1", "0", "0"}, {"2", "0", "0"}});
  CHECK_THROWS_WITH_AS(Splitting<Rational>{dependent}, doctest::Contains("2 vectors of rank 1"),
                       ConstraintViolation);
  CHECK_THROWS_AS(check_all(dependent), ConstraintViolation);
  auto degenerate_on_d = so21_lorentz();
  degenerate_on_d.distribution = span({{"1", "0", "1"}, {"0", "1", "0"}});
  CHECK_THROWS_WITH_AS(Splitting<Rational>{degenerate_on_d}, doctest::Contains("non-degenerate"),
                       DegenerateMetric);
  const auto verdicts = check_all(degenerate_on_d);
  REQUIRE(verdicts.size() == 2);
  CHECK(verdicts[1].answer == Answer::fails);
  CHECK(verdicts[1].reason == "the metric is degenerate on d");
  auto asymmetric = suslov();
  asymmetric.metric(0, 1) = 1;
  CHECK_THROWS_AS(check_all(asymmetric), DegenerateMetric);
  auto wrong = suslov();
  wrong.metric = diagonal({"1", "1"});
  CHECK_THROWS_AS(check_all(wrong), DimensionError);
  wrong = suslov();
  wrong.distribution = span({{"1", "0"}});
  CHECK_THROWS_AS(check_all(wrong), DimensionError);
  auto broken = suslov();
  broken.algebra.set(0, 1, 0, 1);
  REQUIRE(check_all(broken).size() == 1);
  CHECK(check_all(broken)[0].answer == Answer::fails);
  CHECK(check_all(broken)[0].evidence.get_text("triple") == "e1 e2 e3");
}

TEST_CASE("a metric degenerate on g but not on d still splits") {
  auto system = heisenberg();
  system.metric(2, 2) = 0;
  const Splitting<Rational> split(system);
  CHECK(check_q1(split).answer == Answer::holds);
  CHECK(verify(system, check_q1(split)));
  const auto verdicts = check_all(system);
  CHECK(verdicts[1].answer == Answer::fails);
  CHECK(verdicts.size() > 4);
}

TEST_CASE("numbers far outside double still decide") {
  auto system = suslov_diagonal("1", "1", "5");
  CHECK(eq_3_11(Splitting<Rational>(system)).answer == Answer::holds);
  system.metric(1, 1) += parse_rational("1e-400");
  const Splitting<Rational> split(system);
  CHECK(eq_3_11(split).answer == Answer::fails);
  CHECK(cor_4_10(split).answer == Answer::fails);
  const auto q1 = check_q1(split);
  CHECK(q1.answer == Answer::fails);
  CHECK(verify(system, q1));
  auto tilted = heisenberg();
  tilted.metric(0, 2) = tilted.metric(2, 0) = parse_rational("1e-400");
  CHECK(cor_4_10(Splitting<Rational>(tilted)).answer == Answer::fails);
}
