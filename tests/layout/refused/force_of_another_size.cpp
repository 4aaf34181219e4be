// A force on SE(2) has three components.
#include <hamel/group/se2.hpp>
#include <hamel/system/mechanical.hpp>

using namespace hamel;

int main() {
  const Matrix<double, 3> m = Matrix<double, 3>::Identity();
  mechanical(SE2{}, m, NoPotential{},
             [](double, const auto&, const auto&) { return Vector<double, 2>(1, 2); });
}
