// A distribution on SO(3) is spanned by vectors of three components.
#include <hamel/group/so3.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

int main() {
  const auto system = hamel::mechanical(
      hamel::SO3{}, hamel::Matrix<double, 3>(hamel::Matrix<double, 3>::Identity()));
  const hamel::Matrix<double, 4, 2> d = hamel::Matrix<double, 4, 2>::Identity();
  hamel::Split split(system, d);
}
