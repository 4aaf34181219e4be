// Motions by way of given places, and motions that end as they began.
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/steer/tour.hpp>

#include "problems.hpp"

using namespace hamel;

namespace {

using Problem = decltype(problems::car());
const SE2Cover group;
const std::vector<bool> none(3, false);

SE2Cover::Element<double> at(double x, double y, double phi) {
  return group.from_coordinates(std::vector<double>{x, y, phi});
}

struct Search {
  Steering<Problem> steering{problems::car(), {.candidates = 3}};
  TourSearch<Problem> tours{steering, 3};
};

}  // namespace

TEST_CASE("by way of a place that leaves nothing free a tour is its legs, and costs what they do") {
  Search search;
  const auto e = group.identity<double>(), middle = at(1, 1, .3), end = at(2, 0, .5);
  const auto found = search.tours.solve(e, {{.4, EndCoordinates<SE2Cover>(group, middle, none)}},
                                        {end, none, none}, 1);
  REQUIRE(!found.empty());
  const double one = search.steering.solve(e, EndPoint<SE2Cover>{middle}, .4)[0].cost;
  const double other = search.steering.solve(middle, EndPoint<SE2Cover>{end}, .6)[0].cost;
  CHECK(std::abs(found[0].cost - one - other) < 1e-8);
  CHECK(found[0].residual < 1e-10);
  REQUIRE(found[0].legs.size() == 2);
  CHECK(group.log(group.compose(group.inverse(middle), found[0].legs[1].start.x)).norm() < 1e-10);
}

TEST_CASE("what a place on the way leaves free is such that no other choice costs less") {
  Search search;
  const auto e = group.identity<double>(), end = at(2, 0, .5);
  const auto by = [&](const EndCoordinates<SE2Cover>& stop) {
    return search.tours.solve(e, {{.5, stop}}, {end, none, none}, 1);
  };
  const auto found = by(EndCoordinates<SE2Cover>(group, at(1, 1, 0), {false, false, true}));
  REQUIRE(!found.empty());
  const auto& legs = found[0].legs;
  // The momentum of the heading passes through, those of the place jump.
  CHECK(std::abs(legs[0].end.m[2] - legs[1].start.m[2]) < 1e-9);
  CHECK(std::abs(legs[0].end.m[0] - legs[1].start.m[0]) > 1);
  const double heading = group.heading(legs[1].start.x);
  for (const double turn : {-.05, .05}) {
    const auto fixed = by(EndCoordinates<SE2Cover>(group, at(1, 1, heading + turn), none));
    REQUIRE(!fixed.empty());
    CHECK(fixed[0].cost > found[0].cost + 1e-4);
  }
}

TEST_CASE("two places on the way, of which one leaves two coordinates free") {
  Search search;
  const auto found =
      search.tours.solve(group.identity<double>(),
                         {{.3, EndCoordinates<SE2Cover>(group, at(1, 1, 0), {false, false, true})},
                          {.7, EndCoordinates<SE2Cover>(group, at(0, -1, 0), {true, false, true})}},
                         {at(2, 0, .5), none, none}, 1);
  REQUIRE(!found.empty());
  REQUIRE(found[0].legs.size() == 3);
  CHECK(std::abs(found[0].legs[1].end.x.data[1] + 1) < 1e-10);
  // At the second, x is free: the momentum along it, in space, passes through.
  const auto along_x = [](const auto& state) {
    const double phi = group.heading(state.x);
    return std::cos(phi) * state.m[0] - std::sin(phi) * state.m[1];
  };
  CHECK(std::abs(along_x(found[0].legs[1].end) - along_x(found[0].legs[2].start)) < 1e-8);
}

TEST_CASE("a heading that ends as it began: straight ahead, and the momentum comes back") {
  Search search;
  const auto e = group.identity<double>();
  const auto found = search.tours.solve(e, {}, {at(1, 1, 0), none, {false, false, true}}, 1);
  REQUIRE(!found.empty());
  CHECK(std::abs(found[0].cost - 1) < 1e-9);  // half the square of the way
  CHECK(std::abs(group.heading(found[0].legs[0].start.x) - std::acos(-1) / 4) < 1e-9);
  for (const auto& tour : found) {
    const auto& leg = tour.legs[0];
    CHECK(std::abs(leg.end.m[2] - leg.start.m[2]) < 1e-9);
    CHECK(std::abs(group.heading(leg.end.x) - group.heading(leg.start.x)) < 1e-9);
    CHECK(tour.cost > 1 - 1e-9);
  }
}

TEST_CASE("places on the way follow each other within the time") {
  Search search;
  const EndCoordinates<SE2Cover> stop(group, at(1, 1, 0), none);
  const auto e = group.identity<double>();
  const TourEnds<SE2Cover> end{at(2, 0, 0), none, none};
  CHECK_THROWS_AS(search.tours.solve(e, {{1, stop}}, end, 1), InputError);
  CHECK_THROWS_AS(search.tours.solve(e, {{.6, stop}, {.5, stop}}, end, 1), InputError);
}
