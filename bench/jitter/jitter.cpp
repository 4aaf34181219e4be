// How long single steps take: the spread of 10^6 steps of each kind, with the iterations they need.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <vector>

#include <hamel/hamel.hpp>
#include <hamel/integrator/linearise.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/moving_split.hpp>

#include "car_distribution.hpp"

namespace {

using namespace hamel;
using Clock = std::chrono::steady_clock;

constexpr std::size_t steps = 1'000'000;

double nanoseconds(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double, std::nano>(to - from).count();
}

/// Times `step(k)`, which returns a status, one call after the other, and prints a row.
template <class Step>
void measure(const char* name, Step step) {
  std::vector<double> times(steps);
  int iterations = 0, failed = 0;
  for (std::size_t k = 0; k < steps; ++k) {
    const auto before = Clock::now();
    const StepStatus status = step(k);
    times[k] = nanoseconds(before, Clock::now());
    iterations = std::max(iterations, status.iterations);
    failed += status ? 0 : 1;
  }
  std::sort(times.begin(), times.end());
  const auto at = [&](double part) { return times[std::size_t(part * (steps - 1))]; };
  std::printf("| %s | %.0f | %.0f | %.0f | %.0f | %d | %d |\n", name, at(0.5), at(0.99), at(0.9999),
              times.back(), iterations, failed);
}

template <class P, class M, class St>
auto stepping(const P& problem, const M& method, St state) {
  return [&problem, method, state, start = state,
          memory = typename M::Memory{}](std::size_t k) mutable {
    if (k % 10000 == 0) state = start;
    return method.step(problem, 0., 0.01, state, memory);
  };
}

}  // namespace

int main() {
  const auto group = SE2Cover{} * Torus<1>{};
  Matrix<double, 4, 2> d, wheels;
  d << 0.9, 0, 0, 0, 0, 1, 1, 0;
  wheels << 1, 0, 0, 0, 0, 1, 0, 0;
  const auto system = with_inputs(
      mechanical(group, Matrix<double, 4>(Vector<double, 4>(1.3, 1.3, 0.7, 0.4).asDiagonal())),
      wheels);
  const auto x = group.identity<double>();
  const auto robot = nonholonomic(system, Split(system, d));
  const auto rolling = robot.start(x, Vector<double, 4>(0.9, 0, 0.5, 1));
  const auto car = nonholonomic(system, MovingSplit(system, systems::CarDistribution<>{}, x));
  const auto body =
      free(mechanical(SO3{}, Matrix<double, 3>(Vector<double, 3>(1, 2, 3).asDiagonal())));
  const auto spin = body.start(SO3{}.identity<double>(), Vector<double, 3>(0.3, 1, -0.2));

  std::printf(
      "# Jitter of steps\n\nWritten by `build/bench/bench/jitter/bench_jitter`: 10^6 steps of each "
      "kind, each timed alone, in "
      "nanoseconds. The clock's own time is the first row; the system may interrupt, so that the "
      "maximum is of the machine as "
      "much as of the step.\n\n| step | median | 99 %% | 99.99 %% | maximum | iterations, at most "
      "| failed |\n"
      "|---|---|---|---|---|---|---|\n");
  measure("nothing", [](std::size_t) { return StepStatus{Outcome::ok, 0, 0}; });
  measure("rigid body, Variational<Cayley>", stepping(body, Variational<Cayley>{}, spin));
  measure("rigid body, Runge-Kutta-Munthe-Kaas 4", stepping(body, RungeKutta<Classical4>{}, spin));
  measure("robot on wheels, Variational", stepping(robot, Variational<>{}, rolling));
  measure("the same under changing inputs",
          [&, state = rolling, memory = Variational<>::Memory{}](std::size_t k) mutable {
            if (k % 10000 == 0) state = rolling;
            const Vector<double, 2> w(k % 3 == 0 ? 0.3 : -0.15, k % 5 == 0 ? -0.4 : 0.1);
            return Variational<>{}.step(robot, 0., 0.01, state, w, memory);
          });
  measure("the same, linearised", [&](std::size_t) {
    return linearise(robot, Variational<>{}, 0., 0.01, rolling, Vector<double, 2>(0.1, 0.2)).status;
  });
  measure("car with steered wheels, Variational",
          stepping(car, Variational<>{}, car.start(x, Vector<double, 4>(0.8, 0, 0, 0.3))));
  auto slow = rolling;
  slow.m *= 1e-310;
  measure("robot, denormal momentum", stepping(robot, Variational<>{}, slow));
  auto lost = rolling;
  lost.m *= std::numeric_limits<double>::quiet_NaN();
  measure("robot, momentum not a number", stepping(robot, Variational<>{}, lost));
}
