// Comparing the objects one simulates, and files: the same motions and the same answers.
#include <cmath>
#include <cstddef>
#include <limits>

#include <doctest/doctest.h>

#include <hamel/algebra/rational_text.hpp>
#include <hamel/check/verdict.hpp>
#include <hamel/core/error.hpp>
#include <hamel/diagnostics/compare.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/io/comparison.hpp>
#include <hamel/io/system_file.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/rounded.hpp>
#include <hamel/system/split.hpp>

#include "../paths.hpp"

using namespace hamel;

namespace {

/// The Chaplygin skate of examples/systems, from heading and speed.
const auto skate = mechanical(
    SE2Cover{},
    rational_matrix<3, 3>({{"13/10", "0", "0"}, {"0", "13/10", "0"}, {"0", "0", "7/10"}}));
const Split blade(skate, rational_matrix<3, 2>({{"1", "0"}, {"0", "0"}, {"0", "1"}}));
const auto turning = rational_matrix<3, 1>({{"9/10"}, {"0"}, {"1/2"}});
const auto sliding = rational_matrix<3, 1>({{"9/10"}, {"0"}, {"0"}});
const auto push = rational_matrix<3, 1>({{"0"}, {"1/3"}, {"0"}});

/// The largest difference of two motions that saw the same times.
double apart(const ComparedMotion& left, const ComparedMotion& right) {
  REQUIRE(left.samples.size() == right.samples.size());
  double worst = 0;
  for (std::size_t k = 0; k < left.samples.size(); ++k) {
    worst = std::fmax(worst, std::fabs(left.samples[k].t - right.samples[k].t));
    for (std::size_t i = 0; i < 3; ++i) {
      worst = std::fmax(worst, std::fabs(left.samples[k].x[i] - right.samples[k].x[i]));
      worst = std::fmax(worst, std::fabs(left.samples[k].p[i] - right.samples[k].p[i]));
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("objects and a file give one comparison") {
  const auto x = SE2Cover{}.identity<double>();
  const Comparison by_objects = compare(skate, blade, x, turning, push, {.t_end = 3});
  const Comparison by_file =
      compare(read_system_file(paths::systems() + "/chaplygin_skate.json"), 3);
  CHECK(by_objects.complete());
  CHECK(by_file.complete());
  for (std::size_t k = 0; k < compared_dynamics.size(); ++k) {
    CHECK(by_objects.motions[k].dynamics == compared_dynamics[k]);
    CHECK(by_objects.motions[k].samples.size() == 501);
    CHECK(apart(by_objects.motions[k], by_file.motions[k]) < 1e-11);
  }
  for (const auto* c : {&by_objects, &by_file}) {
    CHECK(c->q2.exact);
    CHECK(c->q2.answer == Answer::fails);
    CHECK(c->q2.residual > 0.01);
    CHECK(words(*c).find("vakonomic? no (exact)") != std::string::npos);
    CHECK(as_json(*c).find("\"answer\": \"no\"") != std::string::npos);
  }
  CHECK(by_objects.q2.residual == doctest::Approx(by_file.q2.residual).epsilon(1e-9));
}

TEST_CASE("data in double get a numerical answer, and a yes needs a motion that follows") {
  const auto x = SE2Cover{}.identity<double>();
  const auto system = rounded(skate);
  const Split split = rounded(system, blade);
  const Comparison no = compare(system, split, x, Vector<double, 3>(0.9, 0, 0.5), {.t_end = 3});
  CHECK_FALSE(no.q2.exact);
  CHECK(no.q2.answer == Answer::fails);
  const Comparison yes = compare(system, split, x, Vector<double, 3>(0.9, 0, 0), {.t_end = 3});
  CHECK_FALSE(yes.q2.exact);
  CHECK(yes.q2.answer == Answer::holds);
  CHECK(yes.q2.departure < 1e-8);
  CHECK(end_distance(yes.motions[0], yes.motions[1]) < 1e-10);
  // The same straight line by proof.
  const Comparison proved = compare(skate, blade, x, sliding, {.t_end = 3});
  CHECK(proved.q2.exact);
  CHECK(proved.q2.answer == Answer::holds);
  CHECK(proved.q2.multiplier.size() == 3);
}

TEST_CASE("a motion that is too short, or beyond its budget, decides nothing") {
  const auto x = SE2Cover{}.identity<double>();
  const auto system = rounded(skate);
  const Split split = rounded(system, blade);
  const Vector<double, 3> a(0.9, 0, 0.5);
  CHECK(compare(system, split, x, a, {.t_end = 0}).q2.answer == Answer::undecided);
  CHECK(compare(system, split, x, a, {.t_end = 0.05}).q2.answer == Answer::undecided);
  const Comparison spent = compare(system, split, x, a, {.t_end = 3, .evaluations = 20});
  CHECK_FALSE(spent.complete());
  CHECK(spent.motions[0].status.outcome == Outcome::budget_spent);
  CHECK(spent.q2.answer == Answer::undecided);
}

TEST_CASE("what has no meaning is refused") {
  const auto x = SE2Cover{}.identity<double>();
  CHECK_THROWS_AS(compare(skate, blade, x, turning, {.t_end = -1}), InputError);
  CHECK_THROWS_AS(compare(skate, blade, x, turning, {.t_end = std::nan("")}), InputError);
  CHECK_THROWS_AS(compare(skate, blade, x, turning, {.outputs = 0}), InputError);
  const auto sideways = rational_matrix<3, 1>({{"0"}, {"1"}, {"0"}});
  CHECK_THROWS_AS(compare(skate, blade, x, sideways), ConstraintViolation);
  CHECK_THROWS_AS(compare(skate, blade, x, Vector<double, dynamic>(Vector<double, 2>(1, 0))),
                  DimensionError);
}
