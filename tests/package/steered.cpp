// A program outside the library that steers: a car of the plane, whose search is in the library hamel::steer.
#include <cmath>
#include <cstdio>
#include <vector>

#include <hamel/hamel.hpp>
#include <hamel/steer/steer.hpp>

int main() {
  using namespace hamel;
  const SE2 group;
  Matrix<double, 3, 2> d;
  d << 1, 0, 0, 0, 0, 1;
  const auto system = mechanical(group, Matrix<double, 3>(Matrix<double, 3>::Identity()));
  Steering steering(vakonomic(system, Split(system, d)));
  // Straight ahead for 2 in unit time.
  const auto found = steering.solve(group.identity<double>(),
                                    group.from_coordinates(std::vector<double>{2, 0, 0}), 1);
  if (found.empty()) return 1;
  std::printf("cost %.12f\n", found[0].cost);
  return std::abs(found[0].cost - 2) < 1e-9 ? 0 : 1;
}
