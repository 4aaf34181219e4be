// The rows of the questions, and the questions asked of the objects one simulates.
#include "claims/questions.hpp"

#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/algebra/rational_text.hpp>
#include <hamel/check/answers.hpp>
#include <hamel/check/check.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/rounded.hpp>
#include <hamel/system/split.hpp>

#include "checking/asked.hpp"
#include "literature.hpp"

using namespace hamel;
using namespace literature;

namespace {

struct Slope {
  template <class G, class S>
  S operator()(const Element<G, S>& x) const {
    return x.data[0];
  }
};

/// A metric that changes along x, which keeps its centre orthogonal to d.
struct Curved {
  template <class G, class S>
  Matrix<S, 3> operator()(const Element<G, S>& x) const {
    Matrix<S, 3> m = Matrix<S, 3>::Constant(S(0));
    m(0, 0) = S(1) + x.data[0] * x.data[0];
    m(1, 1) = m(2, 2) = S(1);
    return m;
  }
};

/// The answers about a system of exact numbers and about the objects made of the same numbers agree, proofs included.
template <class G>
void same_answers(const G& group, const AlgebraicSystem<Rational>& numbers) {
  const auto system = mechanical(group, numbers.metric);
  const auto split = Split(system, numbers.distribution);
  const auto conditions = check_all(system, split), expected = check_all(numbers);
  REQUIRE(conditions.size() == expected.size());
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    CAPTURE(expected[i].id);
    CHECK(conditions[i].id == expected[i].id);
    CHECK(conditions[i].answer == expected[i].answer);
    CHECK(conditions[i].exact);
    CHECK(conditions[i].reason == expected[i].reason);
  }
  const Verdict q1 = check_q1(system, split);
  CHECK(q1.answer == check_q1(Splitting<Rational>(numbers)).answer);
  CHECK(verify(numbers, q1));
  const auto inexact = rounded(system);
  const auto inexact_split = rounded(inexact, split);
  const Verdict residual = check_q1(inexact, inexact_split);
  CHECK_FALSE(residual.exact);
  CHECK(residual.answer == q1.answer);
  CHECK(nonholonomic(inexact, inexact_split).dim() == numbers.dimension());
}

}  // namespace

TEST_CASE("every question has a row of its own, with words and a source") {
  std::set<std::string> ids;
  for_each_question([&](const auto& row) {
    CAPTURE(row.id);
    CHECK(ids.insert(std::string(row.id)).second);
    CHECK_FALSE(row.statement.empty());
    CHECK_FALSE(row.source.empty());
  });
  for (const auto& verdict : check_all(suslov())) CHECK(ids.count(verdict.id) == 1);
}

TEST_CASE("a name that is none is refused, and the message says which there are") {
  const auto nothing = [](const auto&) {};
  CHECK_NOTHROW(with_question("q1", nothing));
  CHECK_THROWS_WITH_AS(with_question("cor_3_8", nothing), doctest::Contains("cor_3_9"), InputError);
  Verdict verdict = unimodular(so3());
  verdict.id = "unimodal";
  CHECK_THROWS_AS(verify(suslov(), verdict), InputError);
}

TEST_CASE("no question is asked that needs more than there is") {
  std::set<std::string> asked;
  for (const auto& verdict : check_all(suslov(), Needs::algebra)) asked.insert(verdict.id);
  CHECK(asked == std::set<std::string>{"jacobi", "integrable", "bracket_generating", "unimodular"});
}

TEST_CASE("the objects one simulates give the answers of their numbers") {
  same_answers(SO3{}, so3_biinvariant());
  same_answers(SO21{}, so21_lorentz());
  same_answers(SE2Cover{} * Torus<1>{}, unicycle());
  same_answers(SE2Cover{} * Torus<2>{}, carriage());
  same_answers(SE2Cover{} * Torus<2>{}, carriage_offset("2"));
  same_answers(SE2Cover{} * Torus<2>{}, carriage_offset("6"));
  same_answers(Heisenberg<>(1), heisenberg());
  same_answers(SE2Cover{}, chaplygin_skate());
  same_answers(SE2Cover{}, chaplygin_sleigh());
  same_answers(SO3{}, suslov());
  same_answers(SO3{}, suslov_diagonal("1", "1", "5"));
}

TEST_CASE("decimal text is exact; doubles are, when they are meant as they are stored") {
  const auto metric =
      rational_matrix<3, 3>({{"1.3", "0", "0"}, {"0", "1.3", "0"}, {"0", "0", "7/10"}});
  const auto plane = rational_matrix<3, 2>({{"1", "0"}, {"0", "0"}, {"0", "1"}});
  CHECK(metric(0, 0) == Rational(13) / 10);
  CHECK_THROWS_AS((rational_matrix<1, 2>({{"1"}})), DimensionError);
  CHECK_THROWS_AS((rational_matrix<1, 1>({{"one"}})), InputError);
  const auto skate = mechanical(SE2Cover{}, metric);
  const auto split = Split(skate, plane);
  CHECK(check_q1(skate, split).exact);
  CHECK(check_q1(skate, split).answer == Answer::fails);
  const auto circle = rational_matrix<3, 1>({{"0.9"}, {"0"}, {"0.5"}});
  const auto line = rational_matrix<3, 1>({{"1"}, {"0"}, {"0"}});
  CHECK(check_q2(skate, split, circle).answer == Answer::fails);
  CHECK(check_q2(skate, split, line).answer == Answer::holds);
  const auto stored = rounded(skate);
  const auto stored_split = rounded(stored, split);
  CHECK_FALSE(check_q1(stored, stored_split).exact);
  CHECK(check_q1(stored, stored_split, as_binary).exact);
  CHECK(check_q1(stored, stored_split, as_binary).answer == Answer::fails);
}

TEST_CASE("a potential leaves the conditions that do not see it, and Q1 to what proves it") {
  const auto numbers = suslov_diagonal("1", "1", "5");
  const auto heavy = mechanical(SO3{}, numbers.metric, Slope{});
  const auto split = Split(heavy, numbers.distribution);
  std::set<std::string> asked;
  for (const auto& verdict : check_all(heavy, split)) asked.insert(verdict.id);
  CHECK(asked.count("eq_3_11") == 1);
  CHECK(asked.count("cor_3_9") == 0);
  CHECK(asked.count("eq_3_10") == 1);
  CHECK(asked.count("eq_3_9") == 0);
  CHECK(check_q1(heavy, split).answer == Answer::undecided);
}

TEST_CASE("conditions about functions on the group are asked of the functions one simulates") {
  const auto system = mechanical(Heisenberg<1>{}, Curved{}, Slope{});
  const auto split = Split(system, rational_matrix<3, 2>({{"1", "0"}, {"0", "1"}, {"0", "0"}}));
  std::set<std::string> open, answered;
  for_each_open(true, true, [&](const auto& row) { open.insert(std::string(row.id)); });
  CHECK(open == std::set<std::string>{"invariant_decomposition", "eq_3_9", "eq_3_10"});
  for (const auto& verdict : check_all(system, split)) {
    if (open.count(verdict.id) == 0) continue;
    answered.insert(verdict.id);
    CHECK(verdict.exact);
    CHECK(verdict.answer == Answer::holds);
  }
  CHECK(answered == open);
}

TEST_CASE("linear integrals of nonholonomic motion") {
  // The unicycle: both the turning rate and the rolling speed are constant; so is everything about a bi-invariant
  // metric.
  const auto count = [](const AlgebraicSystem<Rational>& system) {
    const Splitting<Rational> split(system);
    const Verdict verdict = gauge_momenta(split);
    CHECK(verify(system, verdict));
    return gauge_momenta_space(split).cols();
  };
  CHECK(count(unicycle()) == 2);
  CHECK(count(so3_biinvariant()) == 2);
  CHECK(count(chaplygin_sleigh()) == 0);
  CHECK(count(suslov()) == 0);
  auto free_top = suslov_diagonal("1", "1", "5");
  free_top.distribution.resize(0, 0);
  CHECK(count(free_top) == 1);  // about the axis of symmetry
  auto claim = gauge_momenta(Splitting<Rational>(free_top));
  claim.evidence = Evidence("gauge_momenta").add("momenta", span({{"1", "0", "0"}}));
  CHECK_FALSE(verify(free_top, claim));
}
