// A potential written with std::cos, which knows no dual numbers.
#include <cmath>

#include <hamel/group/se2.hpp>
#include <hamel/system/mechanical.hpp>

using namespace hamel;

int main() {
  const Matrix<double, 3> m = Matrix<double, 3>::Identity();
  mechanical(SE2{}, m, [](const auto& x) { return std::cos(x.data[0]); });
}
