// Rotations and motions from and to the types of Eigen's geometry and the order of ROS.
#pragma once

#include <array>
#include <cmath>
#include <string>

#include <Eigen/Geometry>

#include <hamel/core/error.hpp>
#include <hamel/core/pivots.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/quaternion.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so3.hpp>

namespace hamel {

/// What the numbers that are converted were rounded to. Their distance from the group may be sqrt(epsilon) of
/// that; what is accepted becomes the nearest element, off the group by rounding of the own scalar only.
enum class Rounded { own_scalar, to_float };

namespace detail {

template <class S>
void expect_accepted(const std::string& what, const S& residual, Rounded rounded) {
  using std::sqrt;
  const Plain<S> of_float(sqrt(epsilon<float>())), own = sqrt(epsilon<S>());
  const Plain<S> limit = rounded == Rounded::to_float && own < of_float ? of_float : own;
  if (!(plain(residual) <= limit))
    refuse<OffGroup>(what, {"residual ", wide(residual)},
                     {"at most ", wide(limit),
                      rounded == Rounded::own_scalar && plain(residual) <= of_float
                          ? "; for numbers rounded to float pass Rounded::to_float"
                          : ""});
}
template <class S>
Element<SO3, S> unit_quaternion(const Vector<S, 4>& wxyz, Rounded rounded) {
  const SO3 group;
  const Element<SO3, S> x{wxyz};
  expect_accepted("quaternion", S(group.residual(x)), rounded);
  return group.normalized(x);
}

}  // namespace detail

/// A rotation from a unit quaternion; q and -q give the same one. Throws OffGroup.
template <class S>
Element<SO3, S> rotation(const Eigen::Quaternion<S>& q, Rounded rounded = Rounded::own_scalar) {
  return detail::unit_quaternion(Vector<S, 4>(q.w(), q.x(), q.y(), q.z()), rounded);
}
/// A rotation from its matrix. Throws OffGroup, for a reflection too.
template <class S>
Element<SO3, S> rotation(const Eigen::Matrix<S, 3, 3>& r, Rounded rounded = Rounded::own_scalar) {
  const SO3 group;
  const Element<SO3, S> x{quaternion::from_matrix<1>(Matrix<S, 3>(r))};
  detail::expect_accepted("rotation matrix", S((group.matrix(x) - r).norm()), rounded);
  return x;
}
/// A motion of space from an isometry, the map point -> R point + t. Throws OffGroup.
template <class S, int Mode>
Element<SE3, S> motion(const Eigen::Transform<S, 3, Mode>& t,
                       Rounded rounded = Rounded::own_scalar) {
  const Vector<S, 3> p = t.translation();
  detail::expect_accepted("translation", S(finite_residual(p)), rounded);
  return SE3{}.motion(p, rotation(Eigen::Matrix<S, 3, 3>(t.linear()), rounded));
}
/// A motion of the plane from an isometry; its heading is between -pi and pi, as turns leave no trace in a
/// matrix. Throws OffGroup.
template <class S, int Mode>
Element<SE2, S> motion(const Eigen::Transform<S, 2, Mode>& t,
                       Rounded rounded = Rounded::own_scalar) {
  using std::atan2;
  const Eigen::Matrix<S, 2, 2> r = t.linear();
  const S heading = atan2(S(r(1, 0) - r(0, 1)), S(r(0, 0) + r(1, 1)));
  const S off = (Eigen::Rotation2D<S>(heading).toRotationMatrix() - r).norm();
  detail::expect_accepted("plane rotation matrix", off, rounded);
  return SE2{}.from_coordinates<S>({t.translation()[0], t.translation()[1], heading});
}
/// A rotation from the four numbers of ROS: x, y, z, w. Throws OffGroup.
template <class S>
Element<SO3, S> rotation_from_ros(const std::array<S, 4>& xyzw,
                                  Rounded rounded = Rounded::own_scalar) {
  return detail::unit_quaternion(Vector<S, 4>(xyzw[3], xyzw[0], xyzw[1], xyzw[2]), rounded);
}
/// A motion from the seven numbers of a pose of ROS: position, then x, y, z, w. Throws OffGroup.
template <class S>
Element<SE3, S> motion_from_ros(const std::array<S, 7>& pose,
                                Rounded rounded = Rounded::own_scalar) {
  const Vector<S, 3> p(pose[0], pose[1], pose[2]);
  detail::expect_accepted("position", S(finite_residual(p)), rounded);
  return SE3{}.motion(
      p, rotation_from_ros(std::array<S, 4>{pose[3], pose[4], pose[5], pose[6]}, rounded));
}

/// The unit quaternion.
template <class S>
Eigen::Quaternion<S> to_quaternion(const Element<SO3, S>& x) {
  return {x.data[0], x.data[1], x.data[2], x.data[3]};
}
/// The isometry point -> R point + position.
template <class S>
Eigen::Transform<S, 3, Eigen::Isometry> to_isometry(const Element<SE3, S>& x) {
  Eigen::Transform<S, 3, Eigen::Isometry> t = Eigen::Transform<S, 3, Eigen::Isometry>::Identity();
  t.linear() = SO3{}.matrix(SE3{}.rotation(x));
  t.translation() = SE3{}.position(x);
  return t;
}
/// The isometry of the plane; full turns are lost.
template <class S>
Eigen::Transform<S, 2, Eigen::Isometry> to_isometry(const Element<SE2, S>& x) {
  Eigen::Transform<S, 2, Eigen::Isometry> t = Eigen::Transform<S, 2, Eigen::Isometry>::Identity();
  t.linear() = Eigen::Rotation2D<S>(x.data[2]).toRotationMatrix();
  t.translation() << x.data[0], x.data[1];
  return t;
}
/// The quaternion in the order of ROS: x, y, z, w.
template <class S>
std::array<S, 4> to_ros(const Element<SO3, S>& x) {
  return {x.data[1], x.data[2], x.data[3], x.data[0]};
}
/// Position, then the quaternion in the order of ROS.
template <class S>
std::array<S, 7> to_ros(const Element<SE3, S>& x) {
  return {x.data[0], x.data[1], x.data[2], x.data[4], x.data[5], x.data[6], x.data[3]};
}

}  // namespace hamel
