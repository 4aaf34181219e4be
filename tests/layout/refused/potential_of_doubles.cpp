// A potential is differentiated by dual numbers, unless it brings its gradient.
#include <hamel/group/se2.hpp>
#include <hamel/system/mechanical.hpp>

using namespace hamel;

int main() {
  const Matrix<double, 3> m = Matrix<double, 3>::Identity();
  mechanical(SE2{}, m, [](const Element<SE2, double>& x) { return x.data[0]; });
}
