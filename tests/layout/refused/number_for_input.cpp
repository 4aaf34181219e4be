// The inputs of a step are a vector, of one number too.
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>

using namespace hamel;

int main() {
  const Matrix<double, 3> m = Matrix<double, 3>::Identity();
  const auto problem = free(with_inputs(mechanical(SE2{}, m), Matrix<double, 3, 1>(1, 0, 0)));
  auto state = problem.start(unit<SE2>(), Vector<double, 3>(1, 0, 0));
  Variational<>::Memory memory;
  Variational<>{}.step(problem, 0., 0.1, state, 1.0, memory);
}
