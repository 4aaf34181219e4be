// A program outside the library: a nonholonomic unicycle rolls for one unit of time.
#include <cmath>
#include <cstdio>

#include <hamel/hamel.hpp>

int main() {
  using namespace hamel;
  const auto group = SE2{} * Torus<1>{};
  const Matrix<double, 4> metric = Vector<double, 4>(1.3, 1.3, 0.7, 0.4).asDiagonal();
  Matrix<double, 4, 2> d;
  d << 0.9, 0, 0, 0, 0, 1, 1, 0;
  const auto system = mechanical(group, metric);
  const auto problem = nonholonomic(system, Split(system, d));
  const auto start = problem.start(group.identity<double>(), Vector<double, 4>(0.9, 0, 0.5, 1));
  const auto run =
      integrate(problem, start, Adaptive<DormandPrince8>{}, {.step = 0.1, .steps = 10});
  const double wheel = group.coordinates(run.states.back().x)[3];
  std::printf("%s, wheel turned by %.12f\n", text(run.status.outcome), wheel);
  return run.status && std::abs(wheel - 1) < 1e-12 ? 0 : 1;
}
