// Steering against motions in closed form (Brockett 1981; Sachkov 2010; Agrachev, Barilari & Boscain 2020).
#include <cmath>
#include <numbers>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/steer/linearised_motion.hpp>
#include <hamel/steer/steer.hpp>

#include "problems.hpp"

using namespace hamel;
using problems::V3;

namespace {

/// The motion of SE(2) with pendulum coordinates (gamma, c) at the start: forward speed sin(gamma/2), turn rate
/// -cos(gamma/2).
V3 pendulum(double gamma, double c) {
  return {std::sin(gamma / 2), -c / 2, -std::cos(gamma / 2)};
}

template <class P>
auto end_of(const P& problem, const V3& p, double t) {
  Shot<P, 0> shot;
  shot.x = problem.group().template identity<double>();
  shot.p = p;
  carry<0>(problem, shot, 0, t, 64);
  return shot;
}

}  // namespace

TEST_CASE(
    "a known motion of SE(2) is where it was computed to be, and steering finds it from its end") {
  const auto problem = problems::car();
  const auto end = end_of(problem, V3(.6, .7, .8), 5);
  const SE2Cover group;
  const V3 known(1.903561795157197, 2.064349531364345, 3.308737624570051);
  CHECK((V3(end.x.data[0], end.x.data[1], group.heading(end.x)) - known).norm() < 1e-13);

  Steering steering(problem, {.candidates = 8});
  const auto target = group.from_coordinates(std::vector<double>{known[0], known[1], known[2]});
  const auto motions = steering.solve(group.identity<double>(), EndPoint{target}, 5);
  REQUIRE(!motions.empty());
  bool found = false;
  for (const auto& motion : motions) {
    CHECK(motion.residual < 1e-10);
    CHECK(motion.cost >= motions.front().cost);
    found = found || (motion.start.m - V3(.6, .7, .8)).norm() < 1e-9;
  }
  CHECK((found || motions.front().cost < 2.5 - 1e-9));
}

TEST_CASE("motions of SE(2) that meet at a Maxwell point are both found, at equal cost") {
  const auto problem = problems::car();
  const SE2Cover group;
  const double t = 4.710607372;
  const V3 one = pendulum(.3, 2.4), two = pendulum(-9.0725342, 1.4043237);
  const auto meeting = end_of(problem, one, t).x;
  CHECK(group.log(group.compose(group.inverse(meeting), end_of(problem, two, t).x)).norm() < 1e-6);
  Steering steering(problem, {.candidates = 10});
  const auto motions = steering.solve(group.identity<double>(), EndPoint{meeting}, t);
  int of_the_pair = 0;
  for (const auto& motion : motions) {
    for (const V3& p : {one, two})
      if ((motion.start.m - p).norm() < 1e-5) {
        ++of_the_pair;
        CHECK(std::abs(motion.cost - t / 2) < 1e-6);
      }
  }
  CHECK(of_the_pair == 2);
}

TEST_CASE(
    "motions of SE(2) that meet a full turn apart: two ends of equal cost, one where turns do not "
    "count") {
  const auto problem = problems::car();
  const SE2Cover group;
  const double t = 3.344729022, pi = std::numbers::pi;
  Steering steering(problem, {.candidates = 10});
  std::vector<V3> ends;
  for (const double gamma : {.3, 2 * pi - .3}) {
    const V3 p = pendulum(gamma, .9);
    const auto x = end_of(problem, p, t).x;
    ends.push_back({x.data[0], x.data[1], group.heading(x)});
    const auto motions = steering.solve(group.identity<double>(), EndPoint{x}, t);
    bool found = false;
    for (const auto& motion : motions) {
      if ((motion.start.m - p).norm() > 1e-8) continue;
      found = true;
      CHECK(std::abs(motion.cost - t / 2) < 1e-10);
    }
    CHECK(found);
  }
  CHECK(std::hypot(ends[0][0] - ends[1][0], ends[0][1] - ends[1][1]) < 1e-8);
  CHECK(std::abs(ends[0][2] + pi) < 1e-8);
  CHECK(std::abs(ends[1][2] - pi) < 1e-8);
}

TEST_CASE("on the Heisenberg group motions are circles lifted") {
  const auto problem = problems::heisenberg();
  const Heisenberg<1> group;
  Steering steering(problem);
  for (const double w : {0.3, -1.1, 2.9, 5.5}) {
    const double t = 1, alpha = .8, beta = -.5, s = std::sin(w * t), c = 1 - std::cos(w * t);
    const auto target = group.from_coordinates(
        std::vector<double>{(alpha * s + beta * c) / w, (beta * s - alpha * c) / w,
                            (alpha * alpha + beta * beta) * (w * t - s) / (w * w)});
    const auto motions = steering.solve(group.identity<double>(), EndPoint{target}, t);
    CAPTURE(w);
    REQUIRE(!motions.empty());
    CHECK((motions[0].start.m - V3(alpha, beta, w / 2)).norm() < 1e-8);
    CHECK(std::abs(motions[0].cost - (alpha * alpha + beta * beta) / 2) < 1e-10);
  }
}

TEST_CASE("on SO(3) motions are products of two rotations") {
  const auto problem = problems::rotations();
  const SO3 group;
  Steering steering(problem);
  for (const double l : {0., .7, -1.9}) {
    const V3 a0(1.1, -.6, 0), e3(0, 0, 1);
    const auto target = group.compose(group.exp(V3(a0 + l * e3)), group.exp(V3(-l * e3)));
    const auto reached = end_of(problem, V3(a0 + l * e3), 1).x;
    CHECK(group.log(group.compose(group.inverse(target), reached)).norm() < 1e-13);
    const auto motions = steering.solve(group.identity<double>(), EndPoint{target}, 1);
    CAPTURE(l);
    REQUIRE(!motions.empty());
    CHECK(motions[0].residual < 1e-10);
    CHECK(motions[0].cost < a0.squaredNorm() / 2 + 1e-9);
  }
}

TEST_CASE("a target nearby is reached from a motion that was found") {
  const auto problem = problems::car();
  const SE2Cover group;
  Steering steering(problem);
  const auto e = group.identity<double>();
  const auto target = [&](double y) {
    return EndPoint{group.from_coordinates(std::vector<double>{2, y, .7})};
  };
  const auto motions = steering.solve(e, target(1), 1);
  REQUIRE(!motions.empty());
  const auto next = steering.resolve(motions[0], e, target(1.02));
  CHECK(next.solved);
  CHECK(next.iterations <= 5);
  CHECK(std::abs(next.cost - steering.solve(e, target(1.02), 1)[0].cost) < 1e-10);
  CHECK_THROWS_AS(steering.solve(e, target(1), 0), InputError);
}

TEST_CASE(
    "a heading that is free costs less than any heading, and its momentum vanishes at the end") {
  const auto problem = problems::car();
  const SE2Cover group;
  Steering steering(problem);
  const auto e = group.identity<double>();
  const auto at = group.from_coordinates(std::vector<double>{1, .5, .4});
  const auto free = steering.solve(e, EndCoordinates<SE2Cover>(group, at, {false, false, true}), 1);
  REQUIRE(!free.empty());
  CHECK(std::abs(free[0].end.m[2]) < 1e-9);
  CHECK(std::abs(free[0].end.x.data[1] - .5) < 1e-9);
  for (const double turn : {-.1, .1}) {
    const double phi = group.heading(free[0].end.x) + turn;
    const auto fixed =
        steering.solve(e, EndPoint{group.from_coordinates(std::vector<double>{1, .5, phi})}, 1);
    REQUIRE(!fixed.empty());
    CHECK(fixed[0].cost > free[0].cost + 1e-4);
  }
  CHECK_THROWS_AS(
      EndCoordinates<SO3>(SO3{}, SO3{}.identity<double>(),
                          {true, false, false, false, false, false, false, false, false}),
      InputError);
}
