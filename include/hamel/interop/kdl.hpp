// Rotations, motions, velocities and forces from and to Orocos KDL, whose headers this one needs.
#pragma once

#include <kdl/frames.hpp>

#include <Eigen/Core>

#include <hamel/core/types.hpp>
#include <hamel/group/convert.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so3.hpp>

namespace hamel {

/// The rotation with that matrix. Throws OffGroup.
inline Element<SO3, double> rotation(const KDL::Rotation& r,
                                     Rounded rounded = Rounded::own_scalar) {
  return rotation(Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(r.data), rounded);
}
/// The motion point -> M point + p. Throws OffGroup.
inline Element<SE3, double> motion(const KDL::Frame& f, Rounded rounded = Rounded::own_scalar) {
  const Vector<double, 3> p(f.p[0], f.p[1], f.p[2]);
  detail::expect_accepted("position", finite_residual(p), rounded);
  return SE3{}.motion(p, rotation(f.M, rounded));
}
inline KDL::Rotation to_kdl(const Element<SO3, double>& x) {
  const auto r = SO3{}.matrix(x);
  return {r(0, 0), r(0, 1), r(0, 2), r(1, 0), r(1, 1), r(1, 2), r(2, 0), r(2, 1), r(2, 2)};
}
inline KDL::Frame to_kdl(const Element<SE3, double>& x) {
  const auto p = SE3{}.position(x);
  return {to_kdl(SE3{}.rotation(x)), KDL::Vector(p[0], p[1], p[2])};
}

/// The body velocity of a frame x that moves with `twist`: velocity of its origin and angular velocity, both along the
/// axes of the base.
inline Vector<double, 6> body_velocity(const Element<SE3, double>& x, const KDL::Twist& twist) {
  const KDL::Twist t = to_kdl(SE3{}.rotation(x)).Inverse(twist);
  Vector<double, 6> a;
  a << t.vel[0], t.vel[1], t.vel[2], t.rot[0], t.rot[1], t.rot[2];
  return a;
}
/// The inverse of body_velocity.
inline KDL::Twist to_kdl(const Element<SE3, double>& x, const Vector<double, 6>& a) {
  return to_kdl(SE3{}.rotation(x)) *
         KDL::Twist(KDL::Vector(a[0], a[1], a[2]), KDL::Vector(a[3], a[4], a[5]));
}
/// The covector of `wrench`, force and torque at the origin of x along the axes of the base: its power <p, a> is that of
/// the wrench on the twist.
inline Vector<double, 6> covector(const Element<SE3, double>& x, const KDL::Wrench& wrench) {
  const KDL::Wrench w = to_kdl(SE3{}.rotation(x)).Inverse(wrench);
  Vector<double, 6> p;
  p << w.force[0], w.force[1], w.force[2], w.torque[0], w.torque[1], w.torque[2];
  return p;
}

}  // namespace hamel
