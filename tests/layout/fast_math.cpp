// A heading far from its first turn, of both groups of the plane; NaN is no motion.
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/group/operations.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se2_cover.hpp>

using namespace hamel;

template <class G>
bool right(double phi) {
  const auto x = G{}.from_coordinates(std::vector<double>{1, 2, phi});
  const auto p = act(x * exp<G>(Eigen::Vector3d(0, 0, 0.5)), Eigen::Vector2d(1, 0));
  const double error = std::hypot(p[0] - 1 - std::cos(phi + 0.5), p[1] - 2 - std::sin(phi + 0.5));
  if (error > 1e-13) std::printf("heading %g: off by %g\n", phi, error);
  return !(error > 1e-13);
}

int main() {
  bool all = true;
  for (const double phi : {0.01, 0.51, 3.0, -3.1, 7.0, 200.0})
    all = right<SE2>(phi) && right<SE2Cover>(phi) && all;
  try {
    SE2{}.from_coordinates(std::vector<double>{1, 2, std::numeric_limits<double>::quiet_NaN()});
    std::printf("NaN is taken\n");
    all = false;
  } catch (const OffGroup&) {
  }
  return all ? 0 : 1;
}
