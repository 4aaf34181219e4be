// A metric that varies is differentiated by dual numbers, unless it brings its slope.
#include <hamel/group/se2.hpp>
#include <hamel/system/mechanical.hpp>

using namespace hamel;

int main() {
  mechanical(SE2{}, [](const Element<SE2, double>& x) {
    return Matrix<double, 3>(Matrix<double, 3>::Identity() * (2 + x.data[0]));
  });
}
