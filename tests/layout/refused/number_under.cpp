// A problem is held under a vector, of one input too.
#include <hamel/dynamics/problem.hpp>
#include <hamel/dynamics/under_inputs.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>

using namespace hamel;

int main() {
  const Matrix<double, 3> m = Matrix<double, 3>::Identity();
  const auto problem = free(with_inputs(mechanical(SE2{}, m), Matrix<double, 3, 1>(1, 0, 0)));
  const auto start = problem.start(SE2{}.identity<double>(), Vector<double, 3>(1, 0, 0));
  Variational<>::Memory memory;
  auto state = start;
  Variational<>{}.step(under(problem, 1.0), 0., 0.1, state, memory);
}
