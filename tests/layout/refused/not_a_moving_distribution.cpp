// A distribution that does not move is no argument of MovingSplit.
#include <hamel/group/se2.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/moving_split.hpp>

using namespace hamel;

int main() {
  const Matrix<double, 3> m = Matrix<double, 3>::Identity();
  const Matrix<double, 3, 2> d = Matrix<double, 3, 2>::Identity();
  MovingSplit split(mechanical(SE2{}, m), d, SE2{}.identity<double>());
}
