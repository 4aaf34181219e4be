// Frames, twists and wrenches of Orocos KDL: the rows of KDL in the tables of conventions.
#include <Eigen/Core>
#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element_text.hpp>
#include <hamel/group/operations.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/interop/kdl.hpp>

namespace {

using namespace hamel;
using Vector6 = Vector<double, 6>;

const Vector6 kdl_a{0.3, -0.8, 0.5, 0.7, 0.2, -0.4}, kdl_b{-0.2, 0.6, 0.1, -0.3, 0.9, 0.5};

Vector6 numbers(const KDL::Twist& t) {
  return {t.vel[0], t.vel[1], t.vel[2], t.rot[0], t.rot[1], t.rot[2]};
}

TEST_CASE("frames and their products") {
  const auto x = exp<SE3>(kdl_a), y = exp<SE3>(kdl_b);
  const KDL::Frame f = to_kdl(x), g = to_kdl(y);
  CHECK(isApprox(motion(f), x));
  CHECK(isApprox(motion(f * g), x * y));
  CHECK(isApprox(motion(f.Inverse()), inverse(x)));
  CHECK(isApprox(rotation(f.M), SE3{}.rotation(x)));
  const Eigen::Vector3d p(0.2, 0.4, -0.9);
  const KDL::Vector q = f * KDL::Vector(p[0], p[1], p[2]);
  CHECK((act(x, p) - Eigen::Vector3d(q[0], q[1], q[2])).norm() < 1e-15);
  KDL::Rotation off = f.M;
  off.data[0] += 0.1;
  CHECK_THROWS_AS(rotation(off), OffGroup);
}

TEST_CASE("quaternions: x, y, z, w") {
  const auto r = SE3{}.rotation(exp<SE3>(kdl_a));
  double x, y, z, w;
  to_kdl(r).GetQuaternion(x, y, z, w);
  CHECK((r.data - Eigen::Vector4d(w, x, y, z)).norm() < 1e-15);
  CHECK(isApprox(rotation(KDL::Rotation::Quaternion(x, y, z, w)), r));
}

TEST_CASE("twists: translation, then rotation, of the origin and along the axes of the base") {
  const auto x = exp<SE3>(kdl_a);
  const KDL::Twist twist = to_kdl(x, kdl_b);
  CHECK((body_velocity(x, twist) - kdl_b).norm() < 1e-15);
  // addDelta moves the frame with the twist: by x exp(h a) to first order
  const double h = 1e-6;
  const auto ahead = motion(KDL::addDelta(to_kdl(x), twist, h));
  const auto behind = motion(KDL::addDelta(to_kdl(x), twist, -h));
  CHECK(((ahead - behind) / (2 * h) - kdl_b).norm() < 1e-9);
  // diff is what addDelta adds, to first order too: differences from both sides agree to h^2
  const auto from_x = [&](double way) {
    return body_velocity(x, KDL::diff(to_kdl(x), to_kdl(x + way * kdl_b), way));
  };
  CHECK((0.5 * (from_x(h) + from_x(-h)) - kdl_b).norm() < 1e-9);
  // Frame * Twist changes frame and point: Ad
  const KDL::Twist body(KDL::Vector(kdl_b[0], kdl_b[1], kdl_b[2]),
                        KDL::Vector(kdl_b[3], kdl_b[4], kdl_b[5]));
  CHECK((numbers(to_kdl(x) * body) - Ad(x, kdl_b)).norm() < 1e-15);
}

TEST_CASE("wrenches: their power is that on the twist") {
  const auto x = exp<SE3>(kdl_a);
  const KDL::Wrench wrench(KDL::Vector(1, 2, 3), KDL::Vector(-1, 0.5, 2));
  const double power = KDL::dot(wrench, to_kdl(x, kdl_b));
  CHECK(covector(x, wrench).dot(kdl_b) == doctest::Approx(power).epsilon(1e-14));
}

}  // namespace
