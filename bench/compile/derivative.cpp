// The same program with the derivative of a step.
#include <hamel/hamel.hpp>
using namespace hamel;

int main() {
  const Matrix<double, 4> metric = Matrix<double, 4>::Identity();
  Matrix<double, 4, 2> distribution;  // forward and the wheel together; turning
  distribution << 0.3, 0, 0, 0, 0, 1, 1, 0;
  const Vector<double, 4> a(0.3, 0, 0.5, 1);

  const auto group = SE2{} * Torus<1>{};
  const auto system = mechanical(group, metric);
  const auto split = Split(system, distribution);
  const auto rolling = nonholonomic(system, split);
  const auto start = rolling.start(group.identity<double>(), a);
  const auto run = integrate(rolling, start, Variational<>{}, {.step = 1e-2, .steps = 1000});
  const auto slope = step_derivative(rolling, Variational<>{}, 0, 1e-2, start);
  return run.status && slope.status ? 0 : 1;
}
