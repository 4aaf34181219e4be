// A system becomes a problem by its dynamics.
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/mechanical.hpp>

int main() {
  const auto system = hamel::mechanical(
      hamel::SO3{}, hamel::Matrix<double, 3>(hamel::Matrix<double, 3>::Identity()));
  const auto start =
      hamel::free(system).start(hamel::SO3{}.identity<double>(), hamel::Vector<double, 3>(1, 0, 0));
  return hamel::integrate(system, start, hamel::Variational<>{}, {}).status.steps;
}
