// A system file in a program: its parameters are set, its motors are driven step by step, a run is kept in memory.
#include <array>
#include <cmath>
#include <cstdio>

#include <hamel/io/model.hpp>

namespace {

// A robot on two driven wheels of radius R, at distance c from its middle.
constexpr const char* robot = R"({
  "schema": 1, "name": "two wheels", "group": "SE2",
  "parameters": {"m": "2", "J": "1/10", "R": "1/10", "c": "1/5"},
  "metric": [["m","0","0"], ["0","m","0"], ["0","0","J"]],
  "constraint": {"span": [["1","0","0"], ["0","0","1"]]},
  "inputs": {"left":  {"force": ["1/R","0","-c/R"]},
             "right": {"force": ["1/R","0","c/R"]}},
  "initial": {"a": ["0","0","0"]} })";

}  // namespace

int main() {
  using namespace hamel;
  Model model = Model::parse(robot);

  // Drive to the heading 1 and stop there: torques from what is measured, held over steps of 10 ms.
  Simulation drive(model.file(), Dynamics::nonholonomic, "rk4");
  Sample now;
  for (int k = 0; k < 400; ++k) {
    drive.look(now);
    const double torque = 0.25 * (1 - now.x[2]) - 0.15 * now.a[2];
    if (!drive.step(0.01, std::array{-torque, torque})) return 1;
  }
  drive.look(now);
  std::printf("heading %.6f after %.1f s, turning at %.1e\n", now.x[2], drive.time(), now.a[2]);
  if (std::fabs(now.x[2] - 1) > 1e-3) return 1;

  // The same robot with twice the load: no text is read again.
  for (const double mass : {2., 4.}) {
    model.set("m", mass);
    Simulation push(model.file());
    for (int k = 0; k < 100; ++k)
      if (!push.step(0.01, std::array{0.1, 0.1})) return 1;
    const double speed = push.look().a[0];
    std::printf("mass %.0f: speed %.6f after 1 s of 1 N at each wheel\n", mass, speed);
    if (std::fabs(speed - 2 / mass) > 1e-12) return 1;
  }

  RunPlan plan;
  plan.t_end = 1;
  const Table run = tabulate(model.file(), plan);
  std::printf("%zu outputs of %zu columns in memory, energy %.1f\n", run.rows(), run.columns.size(),
              run(run.rows() - 1, run.column("energy")));
  return 0;
}
