// Sim(3), the similarities of space.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <hamel/core/types.hpp>
#include <hamel/group/any_vectors.hpp>
#include <hamel/group/combination.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/similarity.hpp>
#include <hamel/group/so3.hpp>

namespace hamel {

struct Sim3;

/// What Sim3 does.
struct Sim3Operations : SimilarityCalculus {
  static constexpr int storage = 7;
  static constexpr bool starts_at_unit = true;  ///< what an element is by default
  static constexpr int space = 3;               ///< numbers of a point
  template <class S>
  using Element = hamel::Element<Sim3, S>;

  /// The image of the origin.
  template <class S>
  Vector<S, 3> position(const Element<S>& x) const noexcept {
    return {x.data[0], x.data[1], x.data[2]};
  }
  /// The rotation of x.
  template <class S>
  hamel::Element<SO3, S> rotation(const Element<S>& x) const noexcept {
    return {quaternion::normalized<1>(factor(x))};
  }
  /// The factor e^s.
  template <class S>
  S scale(const Element<S>& x) const noexcept {
    return quaternion::squared_norm<1>(factor(x));
  }
  /// s, the logarithm of the factor.
  template <class S>
  S growth(const Element<S>& x) const noexcept {
    return quaternion::logarithm_of_square(factor(x)).at;
  }
  /// The similarity t -> e^s R t + p.
  template <class S>
  Element<S> similarity(const Vector<S, 3>& p, const hamel::Element<SO3, S>& r,
                        const S& s) const noexcept {
    using std::exp;
    return element(p, quaternion::multiple(S(exp(S(s / S(2)))), r.data));
  }

  /// The unit element.
  template <class S>
  Element<S> identity() const noexcept {
    return element(Vector<S, 3>(S(0), S(0), S(0)), SO3{}.identity<S>().data);
  }
  /// The product x y, first y, then x.
  template <class S>
  Element<S> compose(const Element<S>& x, const Element<S>& y) const noexcept {
    return element(act(x, position(y)), quaternion::product<1>(factor(x), factor(y)));
  }
  /// The inverse of x.
  template <class S>
  Element<S> inverse(const Element<S>& x) const noexcept {
    const auto q = quaternion::multiple(S(S(1) / scale(x)), quaternion::conjugate(factor(x)));
    return element(Vector<S, 3>(-quaternion::rotate_and_scale(q, position(x))), q);
  }
  /// Constant velocity of the origin, rotation and growth for unit time.
  template <class S>
  Element<S> exp(const Vector<S, 7>& a) const noexcept {
    using std::sqrt;
    const Vector<S, 3> w = angular(a);
    const S z = w.squaredNorm(), half = S(1) / S(2);
    const auto c = stumpff<1>(S(z / S(4)));  // of half the angle
    const auto growth = exponential_and_mean(S(a[6]));
    const auto way = detail::turn_mean(z, S(a[6]), growth, S(c[0] * c[1]), S(half * c[1] * c[1]));
    const S size = sqrt(growth.at), along = half * size * c[1];
    return element(way(w, z, linear(a)),
                   {S(size * c[0]), S(along * w[0]), S(along * w[1]), S(along * w[2])});
  }
  /// The a with exp(a) = x and angle |w| <= pi.
  template <class S>
  Vector<S, 7> log(const Element<S>& x) const noexcept {
    const auto [w, cosine, ratio] = quaternion::log_and_half_angle(rotation(x).data);
    const S z = w.squaredNorm(), sinc = S(1) / ratio;
    const auto [s, mean] = quaternion::logarithm_of_square(factor(x));
    const auto way =
        detail::turn_mean(z, s, {scale(x), mean}, S(cosine * sinc), S(sinc * sinc / S(2)));
    return joined(way.inverse(z)(w, z, position(x)), w, s);
  }
  /// Ad_x b.
  template <class S>
  Vector<S, 7> Ad(const Element<S>& x, const Vector<S, 7>& b) const noexcept {
    const auto q = factor(x);
    const Vector<S, 3> v = quaternion::rotate_and_scale(q, linear(b)), p = position(x);
    const Vector<S, 3> w = S(S(1) / scale(x)) * quaternion::rotate_and_scale(q, angular(b));
    return joined(sum(combination(S(1), v, S(-b[6]), p), SO3{}.ad(p, w)), w, S(b[6]));
  }
  /// The covector b -> <p, Ad_x b>.
  template <class S>
  Vector<S, 7> Ad_star(const Element<S>& x, const Vector<S, 7>& p) const noexcept {
    const auto back = quaternion::conjugate(factor(x));
    const Vector<S, 3> f = linear(p), at = position(x);
    const Vector<S, 3> moment = sum(angular(p), SO3{}.ad_star(at, f));
    return joined(quaternion::rotate_and_scale(back, f),
                  Vector<S, 3>(S(S(1) / scale(x)) * quaternion::rotate_and_scale(back, moment)),
                  S(p[6] - inner(at, f)));
  }
  /// e^s R t + p, the image of the point t.
  template <class S>
  Vector<S, 3> act(const Element<S>& x, const Vector<S, 3>& point) const noexcept {
    return sum(position(x), quaternion::rotate_and_scale(factor(x), point));
  }
  /// The 4 x 4 matrix [[e^s R, p], [0, 1]].
  template <class S>
  Matrix<S, 4> matrix(const Element<S>& x) const noexcept {
    Matrix<S, 4> m = Matrix<S, 4>::Identity();
    m.template topLeftCorner<3, 3>() = scale(x) * SO3{}.matrix(rotation(x));
    m.template topRightCorner<3, 1>() = position(x);
    return m;
  }

  /// x, y, z, R11, R12, ..., R33, s.
  std::vector<std::string> coordinate_names() const {
    std::vector<std::string> names{"x", "y", "z"};
    for (const std::string& name : SO3{}.coordinate_names()) names.push_back(name);
    names.emplace_back("s");
    return names;
  }
  static constexpr int coordinate_count = 13;
  /// Writes the position, the entries of R, row by row, and s; returns the place behind.
  template <class S>
  S* write_coordinates(const Element<S>& x, S* to) const noexcept {
    for (int i = 0; i < 3; ++i) *to++ = x.data[i];
    to = write_rows(SO3{}.matrix(rotation(x)), to);
    *to++ = growth(x);
    return to;
  }
  /// The element with the given coordinates; throws OffGroup when R is no rotation or a number is not finite, e^s and
  /// e^-s included.
  template <class S>
  Element<S> from_coordinates(const std::vector<S>& c) const {
    expect_coordinates("Sim3", c.size(), 13);
    const auto r = SO3{}.from_coordinates(std::vector<S>(c.begin() + 3, c.end() - 1));
    const auto x = similarity(Vector<S, 3>(c[0], c[1], c[2]), r, c[12]);
    expect_on_group("Sim3", residual(x));
    return x;
  }
  /// 0; NaN when a number is not finite or the quaternion is 0.
  template <class S>
  S residual(const Element<S>& x) const noexcept {
    return finite_residual(x.data) + finite_residual(Vector<S, 1>(growth(x)));
  }

 private:
  /// The quaternion e^(s/2) q with q the unit quaternion of R.
  template <class S>
  static Vector<S, 4> factor(const Element<S>& x) noexcept {
    return {x.data[3], x.data[4], x.data[5], x.data[6]};
  }
  template <class S>
  static Element<S> element(const Vector<S, 3>& p, const Vector<S, 4>& q) noexcept {
    auto x = Element<S>::with_room(storage);
    for (int i = 0; i < 3; ++i) x.data[i] = p[i];
    for (int i = 0; i < 4; ++i) x.data[i + 3] = q[i];
    return x;
  }
};

/// Similarities t -> e^s R t + p of space; basis of the algebra: e1..e3 translations, e4..e6 rotations, e7 growth. Stored:
/// x, y, z and the quaternion e^(s/2) q with q the unit quaternion of R: q and -q are the same element, and products
/// cannot leave the group. Coordinates: x, y, z, R11, ..., R33, s.
struct Sim3 : AnyVectors<Sim3Operations> {};

}  // namespace hamel
