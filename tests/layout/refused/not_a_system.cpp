// A constraint splits the algebra of a system, not that of a group.
#include <hamel/group/so3.hpp>
#include <hamel/system/split.hpp>

int main() {
  const hamel::Matrix<double, 3, 2> d = hamel::Matrix<double, 3, 2>::Identity();
  hamel::Split split(hamel::SO3{}, d);
}
