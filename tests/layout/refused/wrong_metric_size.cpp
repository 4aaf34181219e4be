// The metric of SO(3) is a 3 x 3 matrix.
#include <hamel/group/so3.hpp>
#include <hamel/system/mechanical.hpp>

int main() {
  hamel::mechanical(hamel::SO3{}, hamel::Matrix<double, 4>(hamel::Matrix<double, 4>::Identity()));
}
