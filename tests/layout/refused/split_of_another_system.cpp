// A constraint belongs to the algebra of its system.
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

using namespace hamel;

int main() {
  const Matrix<double, 3> m = Matrix<double, 3>::Identity();
  const Matrix<double, 6> n = Matrix<double, 6>::Identity();
  const Matrix<double, 6, 2> d = Matrix<double, 6, 2>::Identity();
  nonholonomic(mechanical(SE2{}, m), Split(mechanical(SE3{}, n), d));
}
