// As many inputs in a step as the system has.
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>

using namespace hamel;

int main() {
  const Matrix<double, 3> m = Matrix<double, 3>::Identity();
  const auto problem = free(with_inputs(mechanical(SE2{}, m), Matrix<double, 3, 1>(1, 0, 0)));
  auto state = problem.start(unit<SE2>(), Vector<double, 3>(1, 0, 0));
  RungeKutta<Classical4>::Memory memory;
  RungeKutta<Classical4>{}.step(problem, 0., 0.1, state, Vector<double, 2>(1, 2), memory);
}
