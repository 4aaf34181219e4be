// Elements as matrices, hat and vee, and the element nearest to a matrix.
#pragma once

#include <cmath>
#include <concepts>

#include <Eigen/Core>
#include <Eigen/LU>
#include <Eigen/SVD>

#include <hamel/core/dual.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/shape.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/aff1.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/element_map.hpp>
#include <hamel/group/gl2.hpp>
#include <hamel/group/operations.hpp>
#include <hamel/group/quaternion.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se23.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/sim2.hpp>
#include <hamel/group/sim3.hpp>
#include <hamel/group/sl3.hpp>
#include <hamel/group/so2.hpp>
#include <hamel/group/so3.hpp>

namespace hamel {

/// The matrix of an element whose group has one: that of the group itself, or of homogeneous coordinates.
template <class G, class S>
requires requires(const G& g, const Element<G, S>& x) {
  g.matrix(x);
}
auto matrix(const Element<G, S>& x) noexcept {
  return G{}.matrix(x);
}
/// [[R, p], [0, 1]]
template <class S>
Matrix<S, 3> matrix(const Element<SE2, S>& x) noexcept {
  const S &c = x.data[2], &s = x.data[3];
  Matrix<S, 3> m;
  m << c, -s, x.data[0], s, c, x.data[1], S(0), S(0), S(1);
  return m;
}
template <class S>
Matrix<S, 4> matrix(const Element<SE3, S>& x) noexcept {
  Matrix<S, 4> m = Matrix<S, 4>::Identity();
  m.template topLeftCorner<3, 3>() = SO3{}.matrix(SE3{}.rotation(x));
  m.template topRightCorner<3, 1>() = SE3{}.position(x);
  return m;
}
/// [[R, v, p], [0, 1, 0], [0, 0, 1]]
template <class S>
Matrix<S, 5> matrix(const Element<SE23, S>& x) noexcept {
  Matrix<S, 5> m = Matrix<S, 5>::Identity();
  m.template topLeftCorner<3, 3>() = SO3{}.matrix(SE23{}.rotation(x));
  m.template block<3, 1>(0, 3) = SE23{}.velocity(x);
  m.template block<3, 1>(0, 4) = SE23{}.position(x);
  return m;
}
/// [[e^s, x], [0, 1]]
template <class S>
Matrix<S, 2> matrix(const Element<Aff1, S>& x) noexcept {
  Matrix<S, 2> m;
  m << Aff1{}.scale(x), x.data[1], S(0), S(1);
  return m;
}

/// The same of an ElementMap.
template <class G, class S>
auto matrix(const ElementMap<G, S>& x) noexcept {
  return matrix(x.get());
}

/// The matrix of a vector of the algebra, d/ds matrix(exp(s a)) at s = 0: `hat<SE3>(a)`.
template <Stateless G, class A>
auto hat(const Eigen::MatrixBase<A>& given) {
  using S = typename A::Scalar;
  const auto a = detail::tangent<G, S>(given, "hat");
  if constexpr (requires { G{}.hat(a); }) {
    return G{}.hat(a);
  } else {
    const auto moved = matrix(G{}.exp(infinitesimal_along(a)));
    constexpr int n = decltype(moved)::RowsAtCompileTime;
    Matrix<S, n> m;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) m(i, j) = moved(i, j).derivatives()[0];
    return m;
  }
}

/// The vector whose matrix is nearest to m: `vee<SE3>(m)`. hat(vee(m)) is m where m is in the algebra.
template <Stateless G, class M>
auto vee(const Eigen::MatrixBase<M>& given) {
  using S = typename M::Scalar;
  using V = Tangent<G, S>;
  constexpr int rows = decltype(hat<G>(V()))::RowsAtCompileTime;
  const Matrix<S, rows> m = matrix_argument<S, rows, rows>(given, rows, rows, "vee");
  Matrix<S, G::dimension> gram;
  V a;
  Matrix<S, rows> basis[G::dimension];
  for (int k = 0; k < G::dimension; ++k) {
    basis[k] = hat<G>(V(V::Unit(k)));
    a[k] = basis[k].cwiseProduct(m).sum();
    for (int l = 0; l <= k; ++l) gram(l, k) = gram(k, l) = basis[k].cwiseProduct(basis[l]).sum();
  }
  solve_in_place(gram, a);
  return a;
}

namespace detail {

/// The rotation nearest to r in the Frobenius norm, from its singular values: a reflection too has one (Kabsch 1976).
/// Throws OffGroup where it is not unique.
template <class S>
Element<SO3, S> polar_rotation(const Matrix<S, 3>& r) {
  const Eigen::JacobiSVD<Eigen::Matrix<S, 3, 3>> svd(r, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const auto& size = svd.singularValues();
  Eigen::Matrix<S, 3, 3> u = svd.matrixU();
  const bool reflected = (u * svd.matrixV().transpose()).determinant() < S(0);
  if (reflected) u.col(2) = -u.col(2);
  const S gap = reflected ? S(size[1] - size[2]) : S(size[1] + size[2]);
  if (!(gap > S(64) * epsilon<S>() * size[0]) || !r.allFinite())
    refuse<OffGroup>("nearest rotation",
                     {"a matrix with singular values ", double(size[0]), ", ", double(size[1]),
                      ", ", double(size[2])},
                     "a matrix to which one rotation is nearest");
  return {quaternion::nearest_rotation(Matrix<S, 3>(u * svd.matrixV().transpose()))};
}
/// The same of the plane: the direction of (r11 + r22, r21 - r12).
template <class S>
Element<SO2, S> polar_rotation(const Matrix<S, 2>& r) {
  const Element<SO2, S> x{Vector<S, 2>(S(r(0, 0) + r(1, 1)), S(r(1, 0) - r(0, 1)))};
  if (!(x.data.norm() > S(64) * epsilon<S>() * r.norm()) || !r.allFinite())
    refuse<OffGroup>("nearest rotation", {"a matrix of which half is as near to every rotation"},
                     "a matrix to which one rotation is nearest");
  return SO2{}.normalized(x);
}

}  // namespace detail

/// Is nearest<G> there?
template <class G>
inline constexpr bool has_nearest =
    std::same_as<G, SO2> || std::same_as<G, SO3> || std::same_as<G, SE2> || std::same_as<G, SE3> ||
    std::same_as<G, SE23> || std::same_as<G, Sim2> || std::same_as<G, Sim3> ||
    std::same_as<G, GL2> || std::same_as<G, SL3>;

/// The element nearest to a matrix that left the group by however much: `nearest<SO3>(m)`, `nearest<SE3>(m)`. Of
/// homogeneous matrices the rotation is the nearest one, the other columns stay and the last row is left aside; of Sim2 and
/// Sim3 the scale is the nearest one too; of SL3 the gradient of the determinant leads back. Throws OffGroup where no
/// single element is nearest. hamel::rotation and motion (group/convert.hpp) take only what rounding explains.
template <Stateless G, class M>
Element<G, typename M::Scalar> nearest(const Eigen::MatrixBase<M>& given) {
  using S = typename M::Scalar;
  constexpr int rows = decltype(matrix(G{}.template identity<S>()))::RowsAtCompileTime;
  const Matrix<S, rows> m = matrix_argument<S, rows, rows>(given, rows, rows, "nearest");
  if constexpr (std::same_as<G, SO3> || std::same_as<G, SO2>) {
    return detail::polar_rotation(m);
  } else if constexpr (std::same_as<G, SL3> || std::same_as<G, GL2>) {
    auto x = Element<G, S>::with_room(G::storage);
    for (int i = 0; i < G::storage; ++i) x.data[i] = m(i / rows, i % rows);
    x = G{}.normalized(x);
    expect_on_group("nearest", G{}.residual(x));
    return x;
  } else {
    static_assert(has_nearest<G>, "nearest: for SO2, SO3, SE2, SE3, SE23, Sim2, Sim3, GL2, SL3");
    constexpr int space = G::space;
    const Matrix<S, space> linear = m.template topLeftCorner<space, space>();
    const Vector<S, space> p = m.template block<space, 1>(0, rows - 1);
    const auto r = detail::polar_rotation(linear);
    expect_on_group("nearest", S(finite_residual(p)));
    if constexpr (std::same_as<G, SE2>) {
      return {Vector<S, 4>(p[0], p[1], r.data[0], r.data[1])};
    } else if constexpr (std::same_as<G, SE3>) {
      return SE3{}.motion(p, r);
    } else if constexpr (std::same_as<G, SE23>) {
      const Vector<S, 3> v = m.template block<3, 1>(0, 3);
      expect_on_group("nearest", S(finite_residual(v)));
      return SE23{}.extended_pose(p, v, r);
    } else {
      using std::sqrt;
      // <m, R>/<R, R>
      const S scale = matrix(r).cwiseProduct(linear).sum() / S(space);
      if (!(scale > S(0)))
        refuse<OffGroup>("nearest", {"scale ", double(scale)}, "a positive scale");
      auto x = Element<G, S>::with_room(G::storage);
      x.data << p, (std::same_as<G, Sim2> ? scale : S(sqrt(scale))) * r.data;
      return x;
    }
  }
}

}  // namespace hamel
