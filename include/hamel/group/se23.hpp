// SE_2(3), the extended poses: rotation, velocity and position.
#pragma once

#include <string>
#include <vector>

#include <hamel/core/entries.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/any_vectors.hpp>
#include <hamel/group/combination.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/extended_screw.hpp>
#include <hamel/group/quaternion.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so3.hpp>

namespace hamel {

struct SE23;

/// What SE23 does.
struct SE23Operations : ExtendedScrewCalculus {
  static constexpr int storage = 10;
  static constexpr bool starts_at_unit = true;  ///< what an element is by default
  static constexpr int space = 3;               ///< numbers of a point
  template <class S>
  using Element = hamel::Element<SE23, S>;

  /// The position of x.
  template <class S>
  Vector<S, 3> position(const Element<S>& x) const noexcept {
    return {x.data[0], x.data[1], x.data[2]};
  }
  /// The velocity of x.
  template <class S>
  Vector<S, 3> velocity(const Element<S>& x) const noexcept {
    return {x.data[3], x.data[4], x.data[5]};
  }
  /// The rotation of x.
  template <class S>
  hamel::Element<SO3, S> rotation(const Element<S>& x) const noexcept {
    return {Vector<S, 4>(x.data[6], x.data[7], x.data[8], x.data[9])};
  }
  /// The pose without its velocity.
  template <class S>
  hamel::Element<SE3, S> pose(const Element<S>& x) const noexcept {
    return SE3{}.motion(position(x), rotation(x));
  }
  /// The element with the given position, velocity and rotation.
  template <class S>
  Element<S> extended_pose(const Vector<S, 3>& p, const Vector<S, 3>& v,
                           const hamel::Element<SO3, S>& r) const noexcept {
    auto x = Element<S>::with_room(storage);
    for (int i = 0; i < 3; ++i) {
      x.data[i] = p[i];
      x.data[i + 3] = v[i];
    }
    for (int i = 0; i < 4; ++i) x.data[i + 6] = r.data[i];
    return x;
  }

  /// The unit element.
  template <class S>
  Element<S> identity() const noexcept {
    const Vector<S, 3> zero(S(0), S(0), S(0));
    return extended_pose(zero, zero, SO3{}.identity<S>());
  }
  /// The product x y, its quaternion renormalized to first order: rotation R_x R_y, velocity v_x + R_x v_y, position
  /// p_x + R_x p_y.
  template <class S>
  Element<S> compose(const Element<S>& x, const Element<S>& y) const noexcept {
    const auto r = rotation(x);
    return extended_pose(sum(position(x), SO3{}.act(r, position(y))),
                         sum(velocity(x), SO3{}.act(r, velocity(y))),
                         SO3{}.compose(r, rotation(y)));
  }
  /// The inverse of x.
  template <class S>
  Element<S> inverse(const Element<S>& x) const noexcept {
    const auto r = SO3{}.inverse(rotation(x));
    return extended_pose(Vector<S, 3>(-SO3{}.act(r, position(x))),
                         Vector<S, 3>(-SO3{}.act(r, velocity(x))), r);
  }
  /// exp(v, u, w): position dexp_w v of SO3, velocity dexp_w u.
  template <class S>
  Element<S> exp(const Vector<S, 9>& a) const noexcept {
    const Vector<S, 3> w = three(a, 6);
    return extended_pose(SO3{}.dexp(w, three(a, 0)), SO3{}.dexp(w, three(a, 3)), SO3{}.exp(w));
  }
  /// The a with exp(a) = x and angle |w| <= pi.
  template <class S>
  Vector<S, 9> log(const Element<S>& x) const noexcept {
    const auto at = quaternion::log_and_half_cotangent(rotation(x).data);
    const auto back = [&](const Vector<S, 3>& p) -> Vector<S, 3> {
      return combination(at.kappa, p, S(S(-1) / S(2)), SO3{}.ad(at.log, p),
                         S(at.beta * inner(at.log, p)), at.log);
    };
    return joined(back(position(x)), back(velocity(x)), at.log);
  }
  /// d/ds of the stored numbers of x exp(s e_k) at s = 0, column k.
  template <class S>
  Matrix<S, 10, 9> left_tangent(const Element<S>& x) const noexcept {
    Matrix<S, 10, 9> t = Matrix<S, 10, 9>::Zero();
    put(t, 0, 0, SO3{}.matrix(rotation(x)));
    put(t, 3, 3, SO3{}.matrix(rotation(x)));
    put(t, 6, 6, SO3{}.left_tangent(rotation(x)));
    return t;
  }
  /// x^-1 y where y is the rounded product of x and `step`, as that of SE3.
  template <class S>
  Element<S> between(const Element<S>& x, const Element<S>& step,
                     const Element<S>& y) const noexcept {
    return extended_pose(position(step), velocity(step),
                         SO3{}.between(rotation(x), rotation(step), rotation(y)));
  }
  /// Ad_x b.
  template <class S>
  Vector<S, 9> Ad(const Element<S>& x, const Vector<S, 9>& b) const noexcept {
    const auto r = rotation(x);
    const Vector<S, 3> w = SO3{}.Ad(r, three(b, 6));
    return joined(sum(SO3{}.Ad(r, three(b, 0)), SO3{}.ad(position(x), w)),
                  sum(SO3{}.Ad(r, three(b, 3)), SO3{}.ad(velocity(x), w)), w);
  }
  /// The covector b -> <p, Ad_x b>.
  template <class S>
  Vector<S, 9> Ad_star(const Element<S>& x, const Vector<S, 9>& p) const noexcept {
    const auto r = rotation(x);
    const Vector<S, 3> f = three(p, 0), g = three(p, 3);
    const Vector<S, 3> m =
        sum(three(p, 6), sum(SO3{}.ad_star(position(x), f), SO3{}.ad_star(velocity(x), g)));
    return joined(SO3{}.Ad_star(r, f), SO3{}.Ad_star(r, g), SO3{}.Ad_star(r, m));
  }
  /// R v + position, the moved point.
  template <class S>
  Vector<S, 3> act(const Element<S>& x, const Vector<S, 3>& point) const noexcept {
    return sum(SO3{}.act(rotation(x), point), position(x));
  }

  /// x, y, z, vx, vy, vz, R11, R12, ..., R33.
  std::vector<std::string> coordinate_names() const {
    std::vector<std::string> names{"x", "y", "z", "vx", "vy", "vz"};
    for (const std::string& name : SO3{}.coordinate_names()) names.push_back(name);
    return names;
  }
  static constexpr int coordinate_count = 15;
  /// Writes position and velocity, then the entries of R, row by row; returns the place behind.
  template <class S>
  S* write_coordinates(const Element<S>& x, S* to) const noexcept {
    for (int i = 0; i < 6; ++i) *to++ = x.data[i];
    return write_rows(SO3{}.matrix(rotation(x)), to);
  }
  /// The element with the given coordinates; throws OffGroup when R is no rotation or a number is not finite.
  template <class S>
  Element<S> from_coordinates(const std::vector<S>& c) const {
    expect_coordinates("SE23", c.size(), 15);
    const Vector<S, 3> p{c[0], c[1], c[2]}, v{c[3], c[4], c[5]};
    expect_on_group("SE23", S(finite_residual(p) + finite_residual(v)));
    return extended_pose(p, v, SO3{}.from_coordinates(std::vector<S>(c.begin() + 6, c.end())));
  }
  /// | |q|^2 - 1 |; NaN when a number is not finite.
  template <class S>
  S residual(const Element<S>& x) const noexcept {
    return SO3{}.residual(rotation(x)) + finite_residual(position(x)) +
           finite_residual(velocity(x));
  }
  /// The relation |q|^2 - 1 of the stored numbers.
  template <class S>
  std::vector<S> relations(const Element<S>& x) const {
    return SO3{}.relations(rotation(x));
  }
  /// The element with q/|q|.
  template <class S>
  Element<S> normalized(const Element<S>& x) const noexcept {
    return extended_pose(position(x), velocity(x), SO3{}.normalized(rotation(x)));
  }
};

/// Extended poses, the 5 x 5 matrices [[R, v, p], [0, 1, 0], [0, 0, 1]] of inertial navigation (Barrau and Bonnabel
/// 2017); basis of the algebra: e1..e3 for the position, e4..e6 for the velocity, e7..e9 rotations, all in the body
/// frame. Stored: position, velocity, then the unit quaternion. Coordinates: x, y, z, vx, vy, vz, R11, ..., R33.
struct SE23 : AnyVectors<SE23Operations> {};

}  // namespace hamel
