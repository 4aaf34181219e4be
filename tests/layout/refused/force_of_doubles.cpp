// A force is differentiated by dual numbers in the variational step.
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/mechanical.hpp>

using namespace hamel;

struct Drag {
  Vector<double, 3> operator()(double, const Element<SE2, double>&,
                               const Vector<double, 3>& a) const {
    return -a;
  }
};

int main() {
  const Matrix<double, 3> m = Matrix<double, 3>::Identity();
  const auto problem = free(mechanical(SE2{}, m, NoPotential{}, Drag{}));
  auto state = problem.start(unit<SE2>(), Vector<double, 3>(1, 0, 0));
  Variational<>::Memory memory;
  Variational<>{}.step(problem, 0., 0.1, state, memory);
}
