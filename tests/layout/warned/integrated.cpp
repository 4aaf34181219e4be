// Each method on a wheel; elements, points and maps.
#include <vector>

#include <hamel/check/check.hpp>
#include <hamel/hamel.hpp>

using namespace hamel;

int main() {
  const auto group = SE2{} * Torus<1>{};
  Matrix<double, 4, 2> distribution;
  distribution << 0.9, 0, 0, 0, 0, 1, 1, 0;
  const auto system = mechanical(group, Matrix<double, 4>(Matrix<double, 4>::Identity()));
  const auto split = Split(system, distribution);
  const auto rolling = nonholonomic(system, split);
  const auto start = rolling.start(group.identity<double>(), Vector<double, 4>(0.9, 0, 0.5, 1));
  const auto one = integrate(rolling, start, Variational<>{}, {.step = 1e-2, .steps = 10});
  const auto two = integrate(rolling, start, RungeKutta<Classical4>{}, {.step = 1e-2, .steps = 10});
  double numbers[7];
  const ElementMap<SE3, double> map(numbers);
  map = exp<SE3>(Vector<double, 6>::Ones()) * to_isometry(unit<SE3>());
  const auto moved = act(map, Eigen::Matrix3Xd::Random(3, 5));
  return one.states.size() + two.states.size() > 30 && moved.cols() < 5 && (map - map)[0] > 1;
}
