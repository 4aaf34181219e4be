// Long ways of a unicycle, in pieces.
#include <cmath>
#include <optional>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/steer/end_condition.hpp>
#include <hamel/steer/motions_of.hpp>

#include "problems.hpp"
#include "searching/multiple_shooting.hpp"
#include "searching/newton.hpp"

using namespace hamel;

TEST_CASE("from the straight way, though motions part like e^t") {
  const auto problem = problems::car();
  const searching::MotionsOf<std::decay_t<decltype(problem)>> motions(problem);
  const SE2Cover group;
  const searching::Journey journey{motions, motions.group().unit(), 0, 1};
  const auto end_at = [&](const std::vector<double>& to) {
    return searching::EndPoint(motions.group(), searching::point(group.from_coordinates(to)));
  };
  const auto solve = [&](const std::vector<double>& to, int count) {
    const searching::EndPoint end = end_at(to);
    searching::MultipleShooting shooting(journey, end);
    const auto pieces =
        shooting.solve(straight_pieces(journey, end.point(), searching::V::Zero(3), count), 25);
    return pieces ? std::optional(sought_momentum(journey, *pieces)) : std::nullopt;
  };
  for (const auto& to :
       std::vector<std::vector<double>>{{6, 6, 1}, {6, -6, 3}, {-6, 6, 3}, {20, 5, 1}}) {
    const auto p = solve(to, 24);
    REQUIRE(p);
    const searching::EndPoint end = end_at(to);
    searching::StepCount steps;
    const auto motion =
        newton(journey, end, *p, {.tolerance = 1e-12, .iterations = 8, .coarse = 1e-4}, steps);
    CHECK(motion.converged);
    CHECK(end.distance(motion.end) < 1e-8);
    // At least the way as the crow flies, at most that and a turn of pi at both ends.
    const double way = std::hypot(to[0], to[1]);
    CHECK(motion.end.action >= way * way / 2);
    CHECK(motion.end.action <= std::pow(way + 2 * std::acos(-1), 2) / 2);
  }
  // Straight sideways the derivative is singular: an update that vanishes is no solution.
  CHECK(!solve({0, 10, 0}, 14));
}
