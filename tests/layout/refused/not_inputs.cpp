// Inputs are a matrix, or a function of the element with such values.
#include <hamel/group/se2.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>

using namespace hamel;

int main() {
  const Matrix<double, 3> m = Matrix<double, 3>::Identity();
  with_inputs(mechanical(SE2{}, m), 3.0);
}
