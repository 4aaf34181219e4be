// Other libraries behind one set of names, measured where their headers are found: Eigen, Ceres and KDL as Debian has
// them; of manif, Sophus and smooth CMake's HAMEL_BENCH_PEERS lists the include folders.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#if __has_include(<ceres/rotation.h>)
#define HAMEL_BENCH_CERES
#include <ceres/rotation.h>
#endif
#if __has_include(<kdl/frames.hpp>)
#define HAMEL_BENCH_KDL
#include <kdl/frames.hpp>
#endif
#if __has_include(<manif/manif.h>)
#define HAMEL_BENCH_MANIF
#include <manif/algorithms/interpolation.h>
#include <manif/manif.h>
#endif
#if __has_include(<sophus/se3.hpp>)
#define HAMEL_BENCH_SOPHUS
#define SOPHUS_USE_BASIC_LOGGING
#include <sophus/interpolate.hpp>
#include <sophus/se2.hpp>
#include <sophus/se3.hpp>
#include <sophus/sim2.hpp>
#include <sophus/sim3.hpp>
#endif
#if __has_include(<smooth/se3.hpp>) && __has_include(<smooth/version.hpp>)
#define HAMEL_BENCH_SMOOTH
#include <smooth/se2.hpp>
#include <smooth/se3.hpp>
#include <smooth/se_k_3.hpp>
#include <smooth/so2.hpp>
#include <smooth/so3.hpp>
#include <smooth/spline/bspline.hpp>
#endif

namespace peers {

/// A value and its derivatives by both arguments.
template <class Tangent, class Jacobian>
struct WithJacobians {
  Tangent value;
  Jacobian by_first, by_second;
};

/// A place on a curve, with velocity and acceleration.
template <class X, class Tangent>
struct OnCurve {
  X x;
  Tangent velocity, acceleration;
};

/// The operations of a group X that spells them as manif does.
template <class X>
struct Manif {
  using Element = X;
  using Tangent = typename X::Tangent;
  static constexpr const char* name = "manif";
  template <class V>
  static X exp(const V& a) {
    return Tangent(a).exp();
  }
  static Tangent log(const X& x) { return x.log(); }
  static X compose(const X& x, const X& y) { return x.compose(y); }
  static X inverse(const X& x) { return x.inverse(); }
  static X between(const X& x, const X& y) { return x.between(y); }
  template <class P>
  static auto act(const X& x, const P& point) {
    return P(x.act(point));
  }
  template <class V>
  static V adjoint(const X& x, const V& b) {
    return x.adj() * b;
  }
  template <class V>
  static auto right_jacobian(const V& a) {
    return Tangent(a).rjac();
  }
  template <class V>
  static auto right_jacobian_inverse(const V& a) {
    return Tangent(a).rjacinv();
  }
  static auto minus_with_jacobians(const X& x, const X& y) {
    typename X::Jacobian by_x, by_y;
    const Tangent value = x.rminus(y, by_x, by_y);
    return WithJacobians<Tangent, typename X::Jacobian>{value, by_x, by_y};
  }
  static X geodesic(const X& x, const X& y, double t) { return manif::interpolate(x, y, t); }
};

/// The same as Sophus and smooth do, which share the names of all but three.
template <class X>
struct Operators {
  using Element = X;
  using Tangent = typename X::Tangent;
  template <class V>
  static X exp(const V& a) {
    if constexpr (requires { X::exp(a); })
      return X::exp(a);
    else  // one number is no vector of Sophus'
      return X::exp(a[0]);
  }
  static Tangent log(const X& x) { return x.log(); }
  static X compose(const X& x, const X& y) { return x * y; }
  static X inverse(const X& x) { return x.inverse(); }
  static X between(const X& x, const X& y) { return x.inverse() * y; }
  template <class P>
  static auto act(const X& x, const P& point) requires requires {
    P(x * point);
  }
  { return P(x * point); }
};

template <class X>
struct Sophus : Operators<X> {
  static constexpr const char* name = "Sophus";
  template <class V>
  static V adjoint(const X& x, const V& b) {
    return x.Adj() * b;
  }
  template <class V>
  static auto right_jacobian(const V& a) requires requires {
    X::leftJacobian(a);
  }
  { return X::leftJacobian(V(-a)); }
  template <class V>
  static auto right_jacobian_inverse(const V& a) requires requires {
    X::leftJacobianInverse(a);
  }
  { return X::leftJacobianInverse(V(-a)); }
  static X geodesic(const X& x, const X& y, double t) { return ::Sophus::interpolate(x, y, t); }
};

template <class X>
struct Smooth : Operators<X> {
  static constexpr const char* name = "smooth";
  static X compose_normalized(const X& x, const X& y) requires(std::is_same_v<X, smooth::SO2d> ||
                                                               std::is_same_v<X, smooth::SO3d>) {
    X z = x * y;
    z.coeffs().normalize();
    return z;
  }
  template <class V>
  static V adjoint(const X& x, const V& b) {
    return x.Ad() * b;
  }
  template <class V>
  static auto right_jacobian(const V& a) {
    return X::dr_exp(a);
  }
  template <class V>
  static auto right_jacobian_inverse(const V& a) {
    return X::dr_expinv(a);
  }
  static auto spline(const std::vector<X>& control) {
    return [curve = smooth::BSpline<3, X>(0, 1, control)](double t) {
      OnCurve<X, typename X::Tangent> at;
      at.x = curve(t, at.velocity, at.acceleration);
      return at;
    };
  }
};

/// Rotations as Eigen has them: quaternions, through angle and axis.
struct EigenRotation {
  using Element = Eigen::Quaterniond;
  static constexpr const char* name = "Eigen";
  static Element exp(const Eigen::Vector3d& a) {
    const double angle = a.norm();
    return Element(Eigen::AngleAxisd(angle, a / angle));
  }
  static Eigen::Vector3d log(const Element& x) {
    const Eigen::AngleAxisd r(x);
    return r.angle() * r.axis();
  }
  static Element compose(const Element& x, const Element& y) { return x * y; }
  static Element compose_normalized(const Element& x, const Element& y) {
    return (x * y).normalized();
  }
  static Element inverse(const Element& x) { return x.conjugate(); }
  static Element between(const Element& x, const Element& y) { return x.conjugate() * y; }
  static Eigen::Vector3d act(const Element& x, const Eigen::Vector3d& p) { return x * p; }
  static Eigen::Vector3d adjoint(const Element& x, const Eigen::Vector3d& b) { return x * b; }
};

/// Motions as isometries of Eigen's, which have no exp and log: element(a) turns, then shifts.
struct EigenMotion {
  using Element = Eigen::Isometry3d;
  static constexpr const char* name = "Eigen";
  template <class V>
  static Element element(const V& a) {
    Element x = Element::Identity();
    x.linear() = EigenRotation::exp(a.template tail<3>()).toRotationMatrix();
    x.translation() = a.template head<3>();
    return x;
  }
  static Element compose(const Element& x, const Element& y) { return x * y; }
  static Element inverse(const Element& x) { return x.inverse(); }
  static Element between(const Element& x, const Element& y) { return x.inverse() * y; }
  static Eigen::Vector3d act(const Element& x, const Eigen::Vector3d& p) { return x * p; }
};

#ifdef HAMEL_BENCH_CERES
/// Rotations as Ceres has them: quaternions w, x, y, z in memory.
struct CeresRotation {
  using Element = Eigen::Vector4d;
  static constexpr const char* name = "Ceres";
  static Element exp(const Eigen::Vector3d& a) {
    Element x;
    ceres::AngleAxisToQuaternion(a.data(), x.data());
    return x;
  }
  static Eigen::Vector3d log(const Element& x) {
    Eigen::Vector3d a;
    ceres::QuaternionToAngleAxis(x.data(), a.data());
    return a;
  }
  static Element compose(const Element& x, const Element& y) {
    Element z;
    ceres::QuaternionProduct(x.data(), y.data(), z.data());
    return z;
  }
  static Element compose_normalized(const Element& x, const Element& y) {
    return compose(x, y).normalized();
  }
  static Eigen::Vector3d act(const Element& x, const Eigen::Vector3d& p) {
    Eigen::Vector3d q;
    ceres::UnitQuaternionRotatePoint(x.data(), p.data(), q.data());
    return q;
  }
};
#endif

#ifdef HAMEL_BENCH_KDL
/// Rotations as KDL has them: matrices.
struct KdlRotation {
  using Element = KDL::Rotation;
  static constexpr const char* name = "KDL";
  static KDL::Vector vector(const Eigen::Vector3d& a) { return {a[0], a[1], a[2]}; }
  static Element exp(const Eigen::Vector3d& a) {
    const double angle = a.norm();
    return Element::Rot2(vector(a / angle), angle);
  }
  static KDL::Vector log(const Element& x) { return x.GetRot(); }
  static Element compose(const Element& x, const Element& y) { return x * y; }
  static Element inverse(const Element& x) { return x.Inverse(); }
  static Element between(const Element& x, const Element& y) { return x.Inverse() * y; }
  static KDL::Vector act(const Element& x, const Eigen::Vector3d& p) { return x * vector(p); }
};

/// Motions as KDL has them; Ad is its change of frame and point.
struct KdlMotion {
  using Element = KDL::Frame;
  static constexpr const char* name = "KDL";
  template <class V>
  static Element element(const V& a) {
    return {KdlRotation::exp(a.template tail<3>()), KdlRotation::vector(a.template head<3>())};
  }
  static Element compose(const Element& x, const Element& y) { return x * y; }
  static Element inverse(const Element& x) { return x.Inverse(); }
  static Element between(const Element& x, const Element& y) { return x.Inverse() * y; }
  static KDL::Vector act(const Element& x, const Eigen::Vector3d& p) {
    return x * KdlRotation::vector(p);
  }
  template <class V>
  static KDL::Twist adjoint(const Element& x, const V& b) {
    return x * KDL::Twist(KdlRotation::vector(b.template head<3>()),
                          KdlRotation::vector(b.template tail<3>()));
  }
};
#endif

}  // namespace peers
