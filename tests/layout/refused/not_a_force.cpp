// A force is a function of time, element and velocity with values in covectors.
#include <hamel/group/so3.hpp>
#include <hamel/system/mechanical.hpp>

int main() {
  const auto force = [](double, const auto&, const auto&) { return 1.; };
  hamel::mechanical(hamel::SO3{}, hamel::Matrix<double, 3>(hamel::Matrix<double, 3>::Identity()),
                    hamel::NoPotential{}, force);
}
