// A potential is a function of an element.
#include <hamel/group/so3.hpp>
#include <hamel/system/mechanical.hpp>

int main() {
  hamel::mechanical(hamel::SO3{}, hamel::Matrix<double, 3>(hamel::Matrix<double, 3>::Identity()),
                    [](double angle) { return angle; });
}
