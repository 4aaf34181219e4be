// The energy-conserving midpoint rule has no gradient of a run.
#include <hamel/group/so3.hpp>
#include <hamel/integrator/energy_midpoint.hpp>
#include <hamel/integrator/run_gradient.hpp>
#include <hamel/system/mechanical.hpp>

using namespace hamel;

struct Body {
  template <class T>
  auto operator()(const Vector<T, 1>& theta) const {
    return free(mechanical(SO3{}, Matrix<T, 3>(Matrix<T, 3>::Identity() * theta[0])));
  }
};
struct Cost {
  template <class St>
  auto end(double, const St& s) const {
    return s.m[0];
  }
};

int main() {
  const Vector<double, 1> theta(2);
  const State<SO3, double, 3> start{SO3{}.identity<double>(), {1, 0, 0}};
  run_gradient(Body{}, theta, EnergyMidpoint{}, start, {.step = 0.1, .steps = 3},
               Eigen::Matrix<double, 0, 3>(), Cost{});
}
