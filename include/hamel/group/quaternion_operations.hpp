// What the groups of unit quaternions and of unit split quaternions share.
#pragma once

#include <vector>

#include <hamel/core/half_angle.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/cubic.hpp>
#include <hamel/group/cubic_rate.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/quaternion.hpp>
#include <hamel/group/surface_cayley.hpp>

namespace hamel {

/// The operations of the group G that stores a quaternion (w,x,y,z) with w^2 + c (x^2 + y^2) + z^2 = 1, q and -q the
/// same element: rotations for c = 1, Lorentz transformations for c = -1.
template <class G, int c>
struct QuaternionOperations : Cubic<SurfaceAlgebra<c>> {
  static constexpr int storage = 4;
  static constexpr bool starts_at_unit = true;  ///< what an element is by default
  static constexpr int space = 3;               ///< numbers of a point
  template <class S>
  using Element = hamel::Element<G, S>;

  /// Its Cayley map.
  static constexpr QuaternionCayley cayley() noexcept { return {}; }
  /// The unit element.
  template <class S>
  Element<S> identity() const noexcept {
    return {Vector<S, 4>(S(1), S(0), S(0), S(0))};
  }
  /// The product x y, renormalized to first order so that no number of products drifts off the
  /// group.
  template <class S>
  HAMEL_ALWAYS_INLINE Element<S> compose(const Element<S>& x, const Element<S>& y) const noexcept {
    return {quaternion::unit_product<c>(x.data, y.data)};
  }
  /// The coordinates x exp(s) around x; products with it are not renormalized, they lead nowhere further.
  template <class S>
  struct Around {
    Vector<S, 4> x;
    CubicNear<Element<S>, c, S> at(const Vector<S, 3>& s) const noexcept {
      const auto half = half_angle(SurfaceAlgebra<c>{}.square(s));
      const S along = half.sinc / S(2);
      const Vector<S, 4> step{half.cosine, along * s[0], along * s[1], along * s[2]};
      return {{s[0], s[1], s[2]},
              {half.cosine, half.sinc, half.kappa, half.beta},
              {quaternion::product<c>(x, step)}};
    }
    Vector<S, 3> rate(const Vector<S, 3>& s, const Vector<S, 3>& a) const noexcept {
      return cubic_rate<c>(s, a);
    }
  };
  template <class S>
  Around<S> around(const Element<S>& x) const noexcept {
    return {x.data};
  }
  /// The inverse of x.
  template <class S>
  HAMEL_ALWAYS_INLINE Element<S> inverse(const Element<S>& x) const noexcept {
    return {quaternion::conjugate(x.data)};
  }
  /// The exponential of a: for c = 1 the rotation by |a| about a.
  template <class S>
  Element<S> exp(const Vector<S, 3>& a) const noexcept {
    return {quaternion::exp<c>(a)};
  }
  /// The a with exp(a) = x and square(a) <= pi^2.
  template <class S>
  Vector<S, 3> log(const Element<S>& x) const noexcept {
    return quaternion::log(x.data);
  }
  /// Ad_x b.
  template <class S>
  HAMEL_ALWAYS_INLINE Vector<S, 3> Ad(const Element<S>& x, const Vector<S, 3>& b) const noexcept {
    return quaternion::rotate<c>(x.data, b);
  }
  /// The covector b -> <p, Ad_x b>.
  template <class S>
  HAMEL_ALWAYS_INLINE Vector<S, 3> Ad_star(const Element<S>& x,
                                           const Vector<S, 3>& p) const noexcept {
    return quaternion::rotate_star<c>(x.data, p);
  }
  /// d/ds of the stored numbers of x exp(s e_k) at s = 0, column k.
  template <class S>
  Matrix<S, 4, 3> left_tangent(const Element<S>& x) const noexcept {
    return quaternion::left_tangent<c>(x.data);
  }
  /// The covector e -> d/de <covector, left_tangent(x exp(e)) b>.
  template <class S>
  Vector<S, 3> bend_star(const Element<S>& x, const Vector<S, 3>& b,
                         const Vector<S, 4>& covector) const noexcept {
    return left_tangent(x).transpose() * quaternion::bent<c>(b, covector);
  }
  /// The relation |q|^2 - 1 of the stored numbers.
  template <class S>
  std::vector<S> relations(const Element<S>& x) const {
    return {S(quaternion::squared_norm<c>(x.data) - S(1))};
  }
  /// The nearest element.
  template <class S>
  Element<S> normalized(const Element<S>& x) const noexcept {
    return {quaternion::normalized<c>(x.data)};
  }
};

}  // namespace hamel
