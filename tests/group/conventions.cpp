// The table of conventions in docs/notation.md, against the formulas that other libraries document, in plain matrices:
// the tangent (v, w) of SE(3) is [w]x in the corner of a 4 x 4 matrix and v in its last column, the exponential is that
// of matrices, tangents are added at the right, and ljac is the sum of ad^k / (k+1)!.
#include <array>
#include <cmath>

#include <Eigen/Core>
#include <doctest/doctest.h>

#include <hamel/core/types.hpp>
#include <hamel/group/convert.hpp>
#include <hamel/group/operations.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so3.hpp>

using namespace hamel;

namespace {

using Matrix3 = Eigen::Matrix3d;
using Matrix4 = Eigen::Matrix4d;
using Vector6 = Vector<double, 6>;

Matrix3 skew(const Eigen::Vector3d& w) {
  Matrix3 m;
  m << 0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0;
  return m;
}
/// The sum of m^k / (k+1)!, or of m^k / k!.
template <class M>
M series(const M& m, int shift) {
  M term = M::Identity(), sum = term;
  for (int k = 1; k < 40; ++k) {
    term = term * m / (k + shift);
    sum += term;
  }
  return sum;
}
Matrix4 hat(const Vector6& a) {
  Matrix4 m = Matrix4::Zero();
  m.topLeftCorner<3, 3>() = skew(a.tail<3>());
  m.topRightCorner<3, 1>() = a.head<3>();
  return m;
}
Matrix3 planar_hat(const Vector<double, 3>& a) {
  Matrix3 m = Matrix3::Zero();
  m(0, 1) = -a[2];
  m(1, 0) = a[2];
  m(0, 2) = a[0];
  m(1, 2) = a[1];
  return m;
}
/// The rotation of the unit quaternion w + xi + yj + zk.
Matrix3 of_quaternion(double w, double x, double y, double z) {
  Matrix3 r;
  r << 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),  //
      2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),   //
      2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y);
  return r;
}
/// The motion of the numbers stored: x, y, z, then w, x, y, z.
Matrix4 of_storage(const Element<SE3, double>& x) {
  Matrix4 m = Matrix4::Identity();
  m.topLeftCorner<3, 3>() = of_quaternion(x.data[3], x.data[4], x.data[5], x.data[6]);
  m.topRightCorner<3, 1>() = x.data.head<3>();
  return m;
}
/// x, y, cos phi, sin phi.
Matrix3 of_storage(const Element<SE2, double>& x) {
  Matrix3 m = Matrix3::Identity();
  m.topLeftCorner<2, 2>() << x.data[2], -x.data[3], x.data[3], x.data[2];
  m(0, 2) = x.data[0];
  m(1, 2) = x.data[1];
  return m;
}
template <class A, class B>
bool near(const A& a, const B& b) {
  return (a - b).cwiseAbs().maxCoeff() < 1e-14;
}

const Vector6 a{0.3, -0.8, 0.5, 0.7, 0.2, -0.4}, b{-0.2, 0.6, 0.1, -0.3, 0.9, 0.5};
const Vector<double, 3> u{0.4, -0.3, 0.8}, v{-0.7, 0.2, 0.5};

}  // namespace

TEST_CASE("tangents of motions in space: translation, then rotation, at the right") {
  const auto x = exp<SE3>(a), y = x + b;
  CHECK(near(of_storage(x), series(hat(a), 0)));
  CHECK(near(of_storage(y), of_storage(x) * series(hat(b), 0)));
  CHECK(near(hat(y - x), hat(b)));
  CHECK(near(of_storage(x * y), of_storage(x) * of_storage(y)));
  const Eigen::Vector3d p(0.2, 0.4, -0.9);
  CHECK(near(act(x, p), of_storage(x).topLeftCorner<3, 3>() * p + x.data.head<3>()));
}

TEST_CASE("the left Jacobian is the sum of ad^k / (k+1)!") {
  Eigen::Matrix<double, 6, 6> ad = Eigen::Matrix<double, 6, 6>::Zero();
  ad.topLeftCorner<3, 3>() = ad.bottomRightCorner<3, 3>() = skew(a.tail<3>());
  ad.topRightCorner<3, 3>() = skew(a.head<3>());
  CHECK(near(SE3{}.left_jacobian(a), series(ad, 1)));
  CHECK(near(SE3{}.right_jacobian(a), series(Eigen::Matrix<double, 6, 6>(-ad), 1)));
  Matrix3 planar;
  planar << 0, -u[2], u[1], u[2], 0, -u[0], 0, 0, 0;
  CHECK(near(SE2{}.left_jacobian(u), series(planar, 1)));
  CHECK(near(SO3{}.left_jacobian(u), series(skew(u), 1)));
}

TEST_CASE("tangents of motions in the plane: forward, left, turn, at the right") {
  const auto x = exp<SE2>(u), y = x + v;
  CHECK(near(of_storage(x), series(planar_hat(u), 0)));
  CHECK(near(of_storage(y), of_storage(x) * series(planar_hat(v), 0)));
  CHECK(near(planar_hat(y - x), planar_hat(v)));
  // on the universal cover the heading counts turns
  const double turn = 2 * std::acos(-1.0);
  CHECK(log(exp<SE2>(Vector<double, 3>(0, 0, 7)))[2] == doctest::Approx(7 - turn));
  CHECK(log(exp<SE2Cover>(Vector<double, 3>(0, 0, 7)))[2] == doctest::Approx(7));
}

TEST_CASE("quaternions in memory: w first; x, y, z, w for ROS") {
  const Eigen::Vector3d w = a.tail<3>();
  const auto x = exp<SO3>(w);
  const Matrix3 r = series(skew(w), 0);
  CHECK(near(of_quaternion(x.data[0], x.data[1], x.data[2], x.data[3]), r));
  const std::array<double, 4> q = to_ros(x);
  CHECK(near(of_quaternion(q[3], q[0], q[1], q[2]), r));
  const std::array<double, 7> pose = to_ros(exp<SE3>(a));
  const Matrix4 m = series(hat(a), 0);
  CHECK(near(of_quaternion(pose[6], pose[3], pose[4], pose[5]), m.topLeftCorner<3, 3>()));
  CHECK(near(Eigen::Vector3d(pose[0], pose[1], pose[2]), m.topRightCorner<3, 1>()));
}

TEST_CASE("covectors have the components of the dual basis") {
  // Ad_x (v, w) = (R v + p x R w, R w), and <Ad*_x m, b> = <m, Ad_x b>
  const auto x = exp<SE3>(b);
  const Matrix4 m = series(hat(b), 0);
  const Matrix3 r = m.topLeftCorner<3, 3>();
  Eigen::Matrix<double, 6, 6> adjoint = Eigen::Matrix<double, 6, 6>::Zero();
  adjoint.topLeftCorner<3, 3>() = adjoint.bottomRightCorner<3, 3>() = r;
  adjoint.topRightCorner<3, 3>() = skew(m.topRightCorner<3, 1>()) * r;
  CHECK(near(SE3{}.Ad(x, a), adjoint * a));
  CHECK(near(SE3{}.Ad_star(x, a), adjoint.transpose() * a));
}
