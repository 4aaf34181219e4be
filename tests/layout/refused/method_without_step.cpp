// A method has to offer a noexcept step.
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/system/mechanical.hpp>

struct Nothing {
  static constexpr int order = 2;
  struct Memory {};
};

int main() {
  const auto problem = hamel::free(hamel::mechanical(
      hamel::SO3{}, hamel::Matrix<double, 3>(hamel::Matrix<double, 3>::Identity())));
  const auto start =
      problem.start(hamel::SO3{}.identity<double>(), hamel::Vector<double, 3>(1, 0, 0));
  return hamel::integrate(problem, start, Nothing{}, {}).status.steps;
}
