// A system lives on a group.
#include <hamel/group/so3.hpp>
#include <hamel/system/mechanical.hpp>

int main() {
  hamel::mechanical(3, hamel::Matrix<double, 3>(hamel::Matrix<double, 3>::Identity()));
}
