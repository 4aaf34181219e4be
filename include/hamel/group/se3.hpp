// SE(3), the motions of space.
#pragma once

#include <string>
#include <vector>

#include <hamel/core/entries.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/shape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/any_vectors.hpp>
#include <hamel/group/combination.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/quaternion.hpp>
#include <hamel/group/screw.hpp>
#include <hamel/group/screw_cayley.hpp>
#include <hamel/group/screw_near.hpp>
#include <hamel/group/so3.hpp>

namespace hamel {

struct SE3;

/// What SE3 does.
struct SE3Operations : ScrewCalculus {
  static constexpr int storage = 7;
  static constexpr bool starts_at_unit = true;  ///< what an element is by default
  static constexpr int space = 3;               ///< numbers of a point
  template <class S>
  using Element = hamel::Element<SE3, S>;

  /// Its Cayley map.
  static constexpr ScrewCayley cayley() noexcept { return {}; }
  /// The position of x.
  template <class S>
  HAMEL_ALWAYS_INLINE Vector<S, 3> position(const Element<S>& x) const noexcept {
    return {x.data[0], x.data[1], x.data[2]};
  }
  /// The rotation of x.
  template <class S>
  HAMEL_ALWAYS_INLINE hamel::Element<SO3, S> rotation(const Element<S>& x) const noexcept {
    return {Vector<S, 4>(x.data[3], x.data[4], x.data[5], x.data[6])};
  }
  /// The motion that rotates, then translates.
  template <class S>
  HAMEL_ALWAYS_INLINE Element<S> motion(const Vector<S, 3>& p,
                                        const hamel::Element<SO3, S>& r) const noexcept {
    auto x = Element<S>::with_room(storage);
    x.data[0] = p[0];
    x.data[1] = p[1];
    x.data[2] = p[2];
    x.data[3] = r.data[0];
    x.data[4] = r.data[1];
    x.data[5] = r.data[2];
    x.data[6] = r.data[3];
    return x;
  }

  /// The unit element.
  template <class S>
  Element<S> identity() const noexcept {
    return motion(Vector<S, 3>(S(0), S(0), S(0)), SO3{}.identity<S>());
  }
  /// The product x y, its quaternion renormalized to first order.
  template <class S>
  HAMEL_ALWAYS_INLINE Element<S> compose(const Element<S>& x, const Element<S>& y) const noexcept {
    const auto turn = quaternion::unit_product<1>(rotation(x).data, rotation(y).data);
    const auto moved = quaternion::rotate<1>(rotation(x).data, position(y));
    return motion(sum(position(x), moved), hamel::Element<SO3, S>{turn});
  }
  /// The coordinates x exp(s) around x.
  template <class S>
  struct Around {
    Element<S> x;
    ScrewNear<Element<S>, S> at(const Vector<S, 6>& s) const noexcept {
      constexpr SurfaceAlgebra<1> so3;
      const Vector<S, 3> v{s[0], s[1], s[2]}, w{s[3], s[4], s[5]};
      const auto angle = screw_angle(so3.square(w));
      const S &cosine = angle.half.cosine, &sinc = angle.half.sinc, half = sinc / S(2);
      const Vector<S, 3> way = combination(S(sinc * cosine), v, S(sinc * half), so3.ad(w, v),
                                           S(angle.third * inner(w, v)), w);  // dexp_w v
      const SE3Operations group;
      const Vector<S, 4> turn{cosine, half * w[0], half * w[1], half * w[2]};
      return {s, angle, group.compose(x, group.motion(way, hamel::Element<SO3, S>{turn}))};
    }
    Vector<S, 6> rate(const Vector<S, 6>& s, const Vector<S, 6>& a) const noexcept {
      const Vector<S, 3> w{s[3], s[4], s[5]};
      return screw_rate(screw_angle(SurfaceAlgebra<1>{}.square(w)), s, a);
    }
  };
  template <class S>
  Around<S> around(const Element<S>& x) const noexcept {
    return {x};
  }
  /// The inverse of x: the position becomes -R^T p = w t + t x u - p with t = 2 u x p. Written out it takes 3.5 ns, and by
  /// its parts 17.7 (g++ 12, -O2).
  template <class S>
  HAMEL_ALWAYS_INLINE Element<S> inverse(const Element<S>& x) const noexcept {
    const S p = x.data[0], q = x.data[1], r = x.data[2];
    const S w = x.data[3], a = x.data[4], b = x.data[5], c = x.data[6];
    const S tp = S(2) * (b * r - c * q), tq = S(2) * (c * p - a * r), tr = S(2) * (a * q - b * p);
    auto z = Element<S>::with_room(storage);
    z.data[0] = w * tp + (tq * c - tr * b) - p;
    z.data[1] = w * tq + (tr * a - tp * c) - q;
    z.data[2] = w * tr + (tp * b - tq * a) - r;
    z.data[3] = w;
    z.data[4] = -a;
    z.data[5] = -b;
    z.data[6] = -c;
    return z;
  }
  /// The screw motion with constant body velocity (v, w) for unit time: the position is dexp_w v of
  /// SO3. Sine and cosine of half the angle serve the quaternion and the position.
  template <class S>
  Element<S> exp(const Vector<S, 6>& a) const noexcept {
    const Vector<S, 3> v{a[0], a[1], a[2]}, w{a[3], a[4], a[5]};
    return motion(SO3{}.dexp(w, v), SO3{}.exp(w));
  }
  /// The a with exp(a) = x and angle |w| <= pi; the linear part is dexp_inv_w position.
  template <class S>
  Vector<S, 6> log(const Element<S>& x) const noexcept {
    const auto [w, kappa, beta] = quaternion::log_and_half_cotangent(rotation(x).data);
    const Vector<S, 3> p = position(x), wp = SO3{}.ad(w, p);
    const S along = beta * inner(w, p), minus_half = S(-1) / S(2);
    return screw(combination(kappa, p, minus_half, wp, along, w), w);
  }
  /// d/ds of the stored numbers of x exp(s e_k) at s = 0, column k: the rotation moves the position along its
  /// columns.
  template <class S>
  Matrix<S, 7, 6> left_tangent(const Element<S>& x) const noexcept {
    Matrix<S, 7, 6> t = Matrix<S, 7, 6>::Zero();
    put(t, 0, 0, SO3{}.matrix(rotation(x)));
    put(t, 3, 3, SO3{}.left_tangent(rotation(x)));
    return t;
  }
  /// x^-1 y where y is the rounded product of x and `step`: the rotation as the stored ones made it, the
  /// translation of `step`, which far from the origin is the more accurate.
  template <class S>
  Element<S> between(const Element<S>& x, const Element<S>& step,
                     const Element<S>& y) const noexcept {
    return motion(position(step), SO3{}.between(rotation(x), rotation(step), rotation(y)));
  }
  /// x^-1 y, whose position is R^T (q - p) for the positions p of x and q of y.
  template <class S>
  HAMEL_ALWAYS_INLINE Element<S> between(const Element<S>& x, const Element<S>& y) const noexcept {
    const auto back = quaternion::conjugate(rotation(x).data);
    const Vector<S, 3> way(y.data[0] - x.data[0], y.data[1] - x.data[1], y.data[2] - x.data[2]);
    return motion(quaternion::rotate<1>(back, way),
                  hamel::Element<SO3, S>{quaternion::unit_product<1>(back, rotation(y).data)});
  }
  /// Ad_x b.
  template <class S>
  HAMEL_ALWAYS_INLINE Vector<S, 6> Ad(const Element<S>& x, const Vector<S, 6>& b) const noexcept {
    const auto [v, w] = quaternion::rotate_both(rotation(x).data, linear(b), angular(b));
    return screw(sum(v, SO3{}.ad(position(x), w)), w);
  }
  /// The covector b -> <p, Ad_x b>.
  template <class S>
  HAMEL_ALWAYS_INLINE Vector<S, 6> Ad_star(const Element<S>& x,
                                           const Vector<S, 6>& p) const noexcept {
    const Vector<S, 3> f = linear(p);
    const auto [force, moment] = quaternion::rotate_both(
        quaternion::conjugate(rotation(x).data), f, sum(angular(p), SO3{}.ad_star(position(x), f)));
    return screw(force, moment);
  }
  /// R v + position, the moved point.
  template <class S>
  HAMEL_ALWAYS_INLINE Vector<S, 3> act(const Element<S>& x,
                                       const Vector<S, 3>& point) const noexcept {
    return sum(SO3{}.act(rotation(x), point), position(x));
  }

  /// x, y, z, R11, R12, ..., R33.
  std::vector<std::string> coordinate_names() const {
    std::vector<std::string> names{"x", "y", "z"};
    for (const std::string& name : SO3{}.coordinate_names()) names.push_back(name);
    return names;
  }
  static constexpr int coordinate_count = 12;
  /// Writes the position, then the entries of R, row by row; returns the place behind.
  template <class S>
  S* write_coordinates(const Element<S>& x, S* to) const noexcept {
    for (int i = 0; i < 3; ++i) *to++ = x.data[i];
    return write_rows(SO3{}.matrix(rotation(x)), to);
  }
  /// The element with the given coordinates; throws OffGroup when R is no rotation or a number is
  /// not finite.
  template <class S>
  Element<S> from_coordinates(const std::vector<S>& c) const {
    expect_coordinates("SE3", c.size(), 12);
    const Vector<S, 3> p{c[0], c[1], c[2]};
    expect_on_group("SE3", finite_residual(p));
    return motion(p, SO3{}.from_coordinates(std::vector<S>(c.begin() + 3, c.end())));
  }
  /// | |q|^2 - 1 |; NaN when a number is not finite.
  template <class S>
  S residual(const Element<S>& x) const noexcept {
    return SO3{}.residual(rotation(x)) + finite_residual(position(x));
  }
  /// The relation |q|^2 - 1 of the stored numbers.
  template <class S>
  std::vector<S> relations(const Element<S>& x) const {
    return SO3{}.relations(rotation(x));
  }
  /// The element with q/|q|.
  template <class S>
  Element<S> normalized(const Element<S>& x) const noexcept {
    return motion(position(x), SO3{}.normalized(rotation(x)));
  }
};

/// Motions of space; basis of the algebra: translations e1..e3, rotations e4..e6, both in the body
/// frame; a vector is a = (v, w). Stored: x, y, z, then the unit quaternion. Coordinates: x, y, z,
/// R11, R12, ..., R33.
struct SE3 : AnyVectors<SE3Operations> {
  using SE3Operations::motion;
  template <class S, class P>
  Element<S> motion(const Eigen::MatrixBase<P>& p, const hamel::Element<SO3, S>& r) const {
    return SE3Operations::motion(vector_argument<S, 3>(p, 3, "position"), r);
  }
};

}  // namespace hamel
