// A velocity is a function of time and element.
#include <hamel/dynamics/kinematic.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/integrator/commutator_free.hpp>
#include <hamel/integrator/integrate.hpp>

using namespace hamel;

int main() {
  const auto problem = kinematic(SO3{}, [](const auto&) { return Vector<double, 3>(1, 2, 3); });
  integrate(problem, problem.start(SO3{}.identity<double>()), CommutatorFree4{}, {});
}
