// Rotations and motions from and to the types of Eigen's geometry and the order of ROS.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <type_traits>

#include <Eigen/Geometry>

#include <hamel/core/error.hpp>
#include <hamel/core/pivots.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/shape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/quaternion.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/taken.hpp>

namespace hamel {

/// What the numbers that are converted were rounded to. Their distance from the group, in the Frobenius norm of
/// matrices or of | |q|^2 - 1 |, may be sqrt(epsilon) of that: 1.5e-8 for double, 3.5e-4 for float. What is accepted
/// becomes the nearest element, of a matrix its polar factor, off the group by rounding of the own scalar only.
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

/// A matrix, or an expression of one, that may be n x n.
template <class M, int n>
concept SquareMatrix = MatrixExpression<M> && may_agree(M::RowsAtCompileTime, n) &&
    may_agree(M::ColsAtCompileTime, n);

/// Refuses the last row of a homogeneous matrix unless it is 0, ..., 0, 1.
template <class S, int N>
void expect_homogeneous(const Matrix<S, N>& m, Rounded rounded) {
  S off(0);
  for (int j = 0; j < N; ++j) {
    const S d = m(N - 1, j) - S(j + 1 == N ? 1 : 0);
    off += d * d;
  }
  using std::sqrt;
  expect_accepted("last row of a homogeneous matrix", Plain<S>(sqrt(plain(off))), rounded);
}

/// The motion of the plane with the linear part r and the position p: the direction of r is its polar factor.
template <class S>
Element<SE2, S> plane_motion(const Matrix<S, 2>& r, const Vector<S, 2>& p, Rounded rounded) {
  using std::sqrt;
  expect_accepted("position", S(finite_residual(p)), rounded);
  const S c = r(0, 0) + r(1, 1), s = r(1, 0) - r(0, 1), length = sqrt(S(c * c + s * s));
  const Element<SE2, S> x{Vector<S, 4>(p[0], p[1], c / length, s / length)};
  Matrix<S, 2> off;
  off << x.data[2] - r(0, 0), -x.data[3] - r(0, 1), x.data[3] - r(1, 0), x.data[2] - r(1, 1);
  expect_accepted("plane rotation matrix", S(off.norm()), rounded);
  return x;
}
/// The motion of space with the linear part r and the position p.
template <class S>
Element<SE3, S> space_motion(const Matrix<S, 3>& r, const Vector<S, 3>& p, Rounded rounded);

}  // namespace detail

/// A rotation from a unit quaternion; q and -q give the same one. Throws OffGroup.
template <class Q>
Element<SO3, typename Q::Scalar> rotation(const Eigen::QuaternionBase<Q>& q,
                                          Rounded rounded = Rounded::own_scalar) {
  using S = typename Q::Scalar;
  return detail::unit_quaternion(Vector<S, 4>(q.w(), q.x(), q.y(), q.z()), rounded);
}
/// A rotation from its axis, of length 1, and angle. Throws OffGroup.
template <class S>
Element<SO3, S> rotation(const Eigen::AngleAxis<S>& r, Rounded rounded = Rounded::own_scalar) {
  return rotation(Eigen::Quaternion<S>(r), rounded);
}
/// A rotation from its matrix. Throws OffGroup, for a reflection too.
template <class M>
requires detail::SquareMatrix<M, 3> Element<SO3, typename M::Scalar> rotation(
    const Eigen::MatrixBase<M>& matrix, Rounded rounded = Rounded::own_scalar) {
  using S = typename M::Scalar;
  const Matrix<S, 3> r = matrix_argument<S, 3, 3>(matrix, 3, 3, "rotation matrix");
  const Element<SO3, S> x{quaternion::nearest_rotation(r)};
  detail::expect_accepted("rotation matrix", S((SO3{}.matrix(x) - r).norm()), rounded);
  return x;
}

template <class S>
Element<SE3, S> detail::space_motion(const Matrix<S, 3>& r, const Vector<S, 3>& p,
                                     Rounded rounded) {
  expect_accepted("position", S(finite_residual(p)), rounded);
  return SE3{}.motion(p, hamel::rotation(r, rounded));
}

/// A motion of space from its 4 x 4 matrix, of the plane from its 3 x 3 matrix: rotation, position, and a last row
/// 0, ..., 0, 1. Throws OffGroup.
template <class M>
requires(detail::SquareMatrix<M, 4> && !detail::SquareMatrix<M, 3>)
    Element<SE3, typename M::Scalar> motion(const Eigen::MatrixBase<M>& matrix,
                                            Rounded rounded = Rounded::own_scalar) {
  using S = typename M::Scalar;
  const Matrix<S, 4> m = matrix_argument<S, 4, 4>(matrix, 4, 4, "matrix of a motion");
  detail::expect_homogeneous<S, 4>(m, rounded);
  return detail::space_motion<S>(m.template topLeftCorner<3, 3>(),
                                 m.template topRightCorner<3, 1>(), rounded);
}
template <class M>
requires(detail::SquareMatrix<M, 3> && !detail::SquareMatrix<M, 4>)
    Element<SE2, typename M::Scalar> motion(const Eigen::MatrixBase<M>& matrix,
                                            Rounded rounded = Rounded::own_scalar) {
  using S = typename M::Scalar;
  const Matrix<S, 3> m = matrix_argument<S, 3, 3>(matrix, 3, 3, "matrix of a motion");
  detail::expect_homogeneous<S, 3>(m, rounded);
  return detail::plane_motion<S>(m.template topLeftCorner<2, 2>(),
                                 m.template topRightCorner<2, 1>(), rounded);
}
/// A motion of space from an isometry, the map point -> R point + t. Throws OffGroup.
template <class S, int Mode, int Options>
Element<SE3, S> motion(const Eigen::Transform<S, 3, Mode, Options>& t,
                       Rounded rounded = Rounded::own_scalar) {
  if constexpr (Mode == int(Eigen::Projective))
    return motion(t.matrix(), rounded);
  else
    return detail::space_motion<S>(t.linear(), t.translation(), rounded);
}
/// A motion of the plane from an isometry. Throws OffGroup.
template <class S, int Mode, int Options>
Element<SE2, S> motion(const Eigen::Transform<S, 2, Mode, Options>& t,
                       Rounded rounded = Rounded::own_scalar) {
  if constexpr (Mode == int(Eigen::Projective))
    return motion(t.matrix(), rounded);
  else
    return detail::plane_motion<S>(t.linear(), t.translation(), rounded);
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

// What these make is taken where elements are.
template <class X>
requires std::is_base_of_v<Eigen::RotationBase<X, 3>, X>
struct TakenFrom<SO3, X> {
  using Scalar = typename X::Scalar;
  static Element<SO3, Scalar> element(const X& x) { return rotation(x); }
};
template <class M>
requires detail::SquareMatrix<M, 3>
struct TakenFrom<SO3, M> {
  using Scalar = typename M::Scalar;
  static Element<SO3, Scalar> element(const M& x) { return rotation(x); }
};
template <class M>
requires detail::SquareMatrix<M, 4>
struct TakenFrom<SE3, M> {
  using Scalar = typename M::Scalar;
  static Element<SE3, Scalar> element(const M& x) {
    return motion(matrix_argument<Scalar, 4, 4>(x, 4, 4, "matrix of a motion"));
  }
};
template <class M>
requires detail::SquareMatrix<M, 3>
struct TakenFrom<SE2, M> {
  using Scalar = typename M::Scalar;
  static Element<SE2, Scalar> element(const M& x) {
    return motion(matrix_argument<Scalar, 3, 3>(x, 3, 3, "matrix of a motion"));
  }
};
template <class S, int Mode, int Options>
struct TakenFrom<SE3, Eigen::Transform<S, 3, Mode, Options>> {
  using Scalar = S;
  static Element<SE3, S> element(const Eigen::Transform<S, 3, Mode, Options>& x) {
    return motion(x);
  }
};
template <class S, int Mode, int Options>
struct TakenFrom<SE2, Eigen::Transform<S, 2, Mode, Options>> {
  using Scalar = S;
  static Element<SE2, S> element(const Eigen::Transform<S, 2, Mode, Options>& x) {
    return motion(x);
  }
};

/// An element of G by its type: an element, an ElementMap.
template <class X, class G>
concept ElementIn = NamesElement<X> && std::same_as<typename X::Group, G>;

/// The unit quaternion.
template <ElementIn<SO3> X>
Eigen::Quaternion<typename X::Scalar> to_quaternion(const X& given) {
  const Element<SO3, typename X::Scalar> x = given;
  return {x.data[0], x.data[1], x.data[2], x.data[3]};
}
/// The isometry point -> R point + position.
template <ElementIn<SE3> X>
Eigen::Transform<typename X::Scalar, 3, Eigen::Isometry> to_isometry(const X& given) {
  using T = Eigen::Transform<typename X::Scalar, 3, Eigen::Isometry>;
  const Element<SE3, typename X::Scalar> x = given;
  T t = T::Identity();
  t.linear() = SO3{}.matrix(SE3{}.rotation(x));
  t.translation() = SE3{}.position(x);
  return t;
}
/// The isometry of the plane.
template <ElementIn<SE2> X>
Eigen::Transform<typename X::Scalar, 2, Eigen::Isometry> to_isometry(const X& given) {
  using S = typename X::Scalar;
  using T = Eigen::Transform<S, 2, Eigen::Isometry>;
  const Element<SE2, S> x = given;
  const S &c = x.data[2], &s = x.data[3];
  T t = T::Identity();
  t.linear() << c, -s, s, c;
  t.translation() << x.data[0], x.data[1];
  return t;
}
/// The same; full turns are lost.
template <ElementIn<SE2Cover> X>
auto to_isometry(const X& given) {
  return to_isometry(SE2Cover{}.motion(Element<SE2Cover, typename X::Scalar>(given)));
}
/// The quaternion in the order of ROS: x, y, z, w.
template <ElementIn<SO3> X>
std::array<typename X::Scalar, 4> to_ros(const X& given) {
  const Element<SO3, typename X::Scalar> x = given;
  return {x.data[1], x.data[2], x.data[3], x.data[0]};
}
/// Position, then the quaternion in the order of ROS.
template <ElementIn<SE3> X>
std::array<typename X::Scalar, 7> to_ros(const X& given) {
  const Element<SE3, typename X::Scalar> x = given;
  return {x.data[0], x.data[1], x.data[2], x.data[4], x.data[5], x.data[6], x.data[3]};
}

}  // namespace hamel
