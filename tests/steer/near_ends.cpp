// hamel steer to near ends: displacements there are of very different sizes, layer by layer.
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "run_steer.hpp"

TEST_CASE("near ends are reached, and cost what dilations of them do") {
  const TemporaryFolder folder;
  const auto cost = [&](const std::string& to) {
    const Json a = answer(folder, system_path("unicycle"), {"--to", to, "--candidates", "1"});
    CHECK(a["residual"].get<double>() <= 1e-10);
    return a["cost"].get<double>();
  };
  // The wheel stays at its angle: a displacement that brackets of three vectors make takes ways as long as its third
  // root.
  const double eighth = std::pow(1e-4 / 8 / 1e-4, 2. / 3);
  const double near = cost("x=1e-4,y=1e-4"), nearer = cost("x=1.25e-5,y=1.25e-5");
  CHECK(nearer / near == doctest::Approx(eighth).epsilon(0.1));
  CHECK(cost("x=1e-5,y=1e-5") < nearer);
}
