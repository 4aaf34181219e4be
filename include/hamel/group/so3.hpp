// SO(3), the rotations of space.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <hamel/core/types.hpp>
#include <hamel/group/any_vectors.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/cubic.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/quaternion.hpp>
#include <hamel/group/surface_cayley.hpp>

namespace hamel {

struct SO3;

/// What SO3 does.
struct SO3Operations : Cubic<SurfaceAlgebra<1>> {
  static constexpr int storage = 4;
  static constexpr int space = 3;  ///< numbers of a point
  template <class S>
  using Element = hamel::Element<SO3, S>;

  /// Its Cayley map.
  static constexpr QuaternionCayley cayley() noexcept { return {}; }
  /// Numbers stored for an element.
  constexpr int size() const noexcept { return 4; }

  /// The unit element.
  template <class S>
  Element<S> identity() const noexcept {
    return {Vector<S, 4>(S(1), S(0), S(0), S(0))};
  }
  /// The product x y, renormalized to first order so that no number of products drifts off the
  /// group.
  template <class S>
  Element<S> compose(const Element<S>& x, const Element<S>& y) const noexcept {
    return {quaternion::renormalized<1>(quaternion::product<1>(x.data, y.data))};
  }
  /// The inverse of x.
  template <class S>
  Element<S> inverse(const Element<S>& x) const noexcept {
    return {quaternion::conjugate(x.data)};
  }
  /// The rotation by |a| about a.
  template <class S>
  Element<S> exp(const Vector<S, 3>& a) const noexcept {
    return {quaternion::exp<1>(a)};
  }
  /// The a with exp(a) = x and |a| <= pi.
  template <class S>
  Vector<S, 3> log(const Element<S>& x) const noexcept {
    return quaternion::log(x.data);
  }
  /// R b.
  template <class S>
  Vector<S, 3> Ad(const Element<S>& x, const Vector<S, 3>& b) const noexcept {
    return quaternion::rotate<1>(x.data, b);
  }
  /// R^T p.
  template <class S>
  Vector<S, 3> Ad_star(const Element<S>& x, const Vector<S, 3>& p) const noexcept {
    return quaternion::rotate_star<1>(x.data, p);
  }
  /// d/ds of the stored numbers of x exp(s e_k) at s = 0, column k.
  template <class S>
  Matrix<S, 4, 3> left_tangent(const Element<S>& x) const noexcept {
    return quaternion::left_tangent<1>(x.data);
  }
  /// x^-1 y where y is the rounded product of x and `step`: `step` as the stored rotations made it.
  template <class S>
  Element<S> between(const Element<S>& x, const Element<S>&, const Element<S>& y) const noexcept {
    return compose(inverse(x), y);
  }
  /// R v, the rotated point.
  template <class S>
  Vector<S, 3> act(const Element<S>& x, const Vector<S, 3>& point) const noexcept {
    return quaternion::rotate<1>(x.data, point);
  }
  /// The rotation matrix R.
  template <class S>
  Matrix<S, 3> matrix(const Element<S>& x) const noexcept {
    return quaternion::matrix<1>(x.data);
  }

  /// R11, R12, ..., R33.
  std::vector<std::string> coordinate_names() const { return matrix_names("R", 3); }
  /// The entries of R, row by row.
  template <class S>
  std::vector<S> coordinates(const Element<S>& x) const {
    const Matrix<S, 3> r = matrix(x);
    return {r(0, 0), r(0, 1), r(0, 2), r(1, 0), r(1, 1), r(1, 2), r(2, 0), r(2, 1), r(2, 2)};
  }
  /// The element with the given matrix entries; throws OffGroup for a matrix that is no rotation.
  template <class S>
  Element<S> from_coordinates(const std::vector<S>& c) const {
    expect_coordinates("SO3", c.size(), 9);
    Matrix<S, 3> r;
    r << c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8];
    const Element<S> x{quaternion::from_matrix<1>(r)};
    expect_on_group("SO3", S((matrix(x) - r).norm()));
    return x;
  }
  /// | |q|^2 - 1 |
  template <class S>
  S residual(const Element<S>& x) const noexcept {
    using std::abs;
    return abs(S(quaternion::squared_norm<1>(x.data) - S(1)));
  }
  /// The relation |q|^2 - 1 of the stored numbers.
  template <class S>
  std::vector<S> relations(const Element<S>& x) const {
    return {S(quaternion::squared_norm<1>(x.data) - S(1))};
  }
  /// The nearest element: q/|q|.
  template <class S>
  Element<S> normalized(const Element<S>& x) const noexcept {
    return {quaternion::normalized<1>(x.data)};
  }
};

/// Rotations R of space; basis of the algebra: rotations about the axes, [e1,e2] = e3 cyclic.
/// Stored: a unit quaternion (w,x,y,z), q and -q the same rotation. Coordinates: R11, R12, ...,
/// R33. exp, log and the differentials obey the laws of group/concept.hpp; log is principal, |log
/// x| <= pi.
struct SO3 : AnyVectors<SO3Operations> {};

}  // namespace hamel
