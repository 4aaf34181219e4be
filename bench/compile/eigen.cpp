// What a file costs that uses Eigen alone: Core, LU and one inverse of a 3 x 3 matrix.
#include <Eigen/Core>
#include <Eigen/LU>

int main() {
  Eigen::Matrix3d a;
  a << 2, 1, 0, 1, 3, 1, 0, 1, 4;
  return a.inverse()(0, 0) > 0 ? 0 : 1;
}
