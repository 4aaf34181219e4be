// A distribution that moves is differentiated by dual numbers, unless it brings its slope.
#include <hamel/group/se2.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/moving_split.hpp>

using namespace hamel;

int main() {
  const Matrix<double, 3> m = Matrix<double, 3>::Identity();
  const auto d = [](const Element<SE2, double>& x) { return Vector<double, 3>(1, x.data[2], 0); };
  MovingSplit split(mechanical(SE2{}, m), d, SE2{}.identity<double>());
}
