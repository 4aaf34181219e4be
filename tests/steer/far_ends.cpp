// hamel steer to far ends: what is found, and what is not claimed.
#include <cmath>
#include <cstddef>
#include <string>

#include <doctest/doctest.h>

#include "run_steer.hpp"

TEST_CASE("a way too long for a run from its start is not claimed, with the reason") {
  const TemporaryFolder folder;
  int missed = 0;  // which motions are found beside turns on rounding
  for (const char* end : {"x=22,y=20,phi=3,theta1=-3", "x=24,y=18,phi=3,theta1=-3"}) {
    const auto run = steer(folder, system_path("unicycle"), {"--to", end, "--candidates", "1"});
    missed += run.out.find("integrated again from its start") != std::string::npos;
    const auto residual = run.out.find("residual ");
    CHECK((run.status == 0) == (residual != std::string::npos));
    if (run.status == 0) CHECK(std::stod(run.out.substr(residual + 9)) <= 1e-10);
  }
  CHECK(missed > 0);
}

TEST_CASE("a far end that the first starts miss is reached from more of them, each motion once") {
  const TemporaryFolder folder;
  const Json far =
      answer(folder, system_path("unicycle"),
             {"--to", "x=16.1292,y=15.2571,phi=1.96636,theta1=18.4091", "--candidates", "1"});
  CHECK(far["residual"].get<double>() <= 1e-10);
  // Two starts may lead to one motion by momenta that differ until they are followed to the end.
  const Json ends =
      answer(folder, system_path("chart_sleigh"), {"--to", "x=1,y=0.3", "--free", "phi"});
  const auto& candidates = ends["candidates"];
  for (std::size_t i = 1; i < candidates.size(); ++i)
    CHECK(std::abs(candidates[i]["a"][2].get<double>() - candidates[i - 1]["a"][2].get<double>()) >
          1e-9);
}
