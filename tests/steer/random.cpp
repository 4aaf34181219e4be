// End states at random: nearly all are reached, and none is claimed that is not.
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/steer/steer.hpp>

#include "problems.hpp"

using namespace hamel;
using problems::V3;

namespace {

constexpr int ends = 40;

/// How many of the ends that `sample` draws are reached; a motion that is said to reach one must do so when run.
template <class P, class Sample>
int reached(const P& problem, const Sample& sample) {
  Steering steering(problem);
  const auto& group = problem.group();
  const auto e = group.template identity<double>();
  std::mt19937 random(7);
  int solved = 0;
  for (int i = 0; i < ends; ++i) {
    const auto target = sample(random);
    const auto motions = steering.solve(e, EndPoint{target}, 1);
    if (motions.empty()) continue;
    ++solved;
    const auto run = integrate(problem, motions[0].start, Adaptive<DormandPrince8>{},
                               {.step = 0.25, .steps = 4});
    const double off = group.log(group.compose(group.inverse(target), run.states.back().x)).norm();
    CHECK(off < 2e-10);
    const V3 a = motions[0].a;
    CHECK(std::abs(motions[0].cost - a.squaredNorm() / 2) < 1e-9 * (1 + motions[0].cost));
  }
  return solved;
}

double uniform(std::mt19937& random, double size) {
  return std::uniform_real_distribution<double>(-size, size)(random);
}

}  // namespace

TEST_CASE("random ends on the Heisenberg group") {
  CHECK(reached(problems::heisenberg(), [](auto& random) {
          std::vector<double> c{uniform(random, 2), uniform(random, 2), uniform(random, 2)};
          return Heisenberg<1>{}.from_coordinates(c);
        }) == ends);
}

TEST_CASE("random ends on SE(2)") {
  CHECK(reached(problems::car(), [](auto& random) {
          std::vector<double> c{uniform(random, 6), uniform(random, 6),
                                uniform(random, std::numbers::pi)};
          return SE2Cover{}.from_coordinates(c);
        }) == ends);
}

TEST_CASE("random ends on SO(3)") {
  CHECK(reached(problems::rotations(), [](auto& random) {
          std::normal_distribution<double> normal;
          const V3 axis(normal(random), normal(random), normal(random));
          const double real = normal(random);
          return SO3{}.exp(V3(2 * std::atan2(axis.norm(), real) * axis.normalized()));
        }) == ends);
}
