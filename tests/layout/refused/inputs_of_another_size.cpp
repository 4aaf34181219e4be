// B has a row for each dimension of the group.
#include <hamel/group/se2.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>

using namespace hamel;

int main() {
  const Matrix<double, 3> m = Matrix<double, 3>::Identity();
  const Matrix<double, 2, 1> b(1, 0);
  with_inputs(mechanical(SE2{}, m), b);
}
