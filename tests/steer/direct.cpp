// Ends whose best motions shots at random do not lead to: the direct way finds them.
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/dynamics/problem.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/steer/steer.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

using namespace hamel;

namespace {

/// A disk that rolls on the plane, all inertias 1.
auto rolling_disk() {
  const auto group = SE2Cover{} * Torus<1>{};
  Matrix<double, 4, 2> d;
  d << 1, 0, 0, 0, 0, 1, 1, 0;
  const auto system = mechanical(group, Matrix<double, 4>(Matrix<double, 4>::Identity()));
  return std::pair(group, Steering(vakonomic(system, Split(system, d))));
}

}  // namespace

TEST_CASE(
    "a rolling disk is steered at no more cost than collocation from the straight line finds") {
  auto [group, steering] = rolling_disk();
  struct End {
    std::vector<double> at;
    double cost;  // by bench_steer_collocation
  };
  for (const End& end :
       {End{{3.443, -0.511, -0.606, 2.338}, 34.029569},
        End{{5.863, 2.232, -1.256, 5.812}, 56.645605}, End{{-4.506, 0.06, 0.816, -2.93}, 46.472508},
        End{{-5.951, -0.754, 1.918, -2.972}, 62.654073}}) {
    const auto motions =
        steering.solve(group.identity<double>(), group.from_coordinates(end.at), 1);
    REQUIRE(!motions.empty());
    CHECK(motions[0].cost <= end.cost * (1 + 1e-6));
  }
}

TEST_CASE("what many starts of a rolling disk find cheapest is found where the first ones do not") {
  auto [group, steering] = rolling_disk();
  struct End {
    std::vector<double> at;
    double cost;  // the least from 300 starts among 4000 shots, and a little
  };
  for (const End& end :
       {End{{-3.8017, -2.7153, -0.4343, -4.636}, 30.68},
        End{{5.3665, 3.6559, -0.7315, 5.1837}, 72.34}, End{{-3.2819, 5.9998, 0.6194, 1.644}, 85.11},
        End{{2.8082, -5.5964, -2.3093, 5.0006}, 76.592},
        End{{5.5247, 0.2874, 0.0719, 4.5139}, 62.118}}) {
    const auto motions =
        steering.solve(group.identity<double>(), group.from_coordinates(end.at), 1);
    REQUIRE(!motions.empty());
    CHECK(motions[0].cost <= end.cost);
  }
}
