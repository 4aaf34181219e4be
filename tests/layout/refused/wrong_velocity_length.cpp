// A velocity of so(3) has three components.
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/system/mechanical.hpp>

int main() {
  const auto problem = hamel::free(hamel::mechanical(
      hamel::SO3{}, hamel::Matrix<double, 3>(hamel::Matrix<double, 3>::Identity())));
  const auto start =
      problem.start(hamel::SO3{}.identity<double>(), hamel::Vector<double, 4>(1, 0, 0, 0));
  return start.m[0] > 0;
}
