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
  static constexpr int storage = 8;
  static constexpr int space = 3;  ///< numbers of a point
  template <class S>
  using Element = hamel::Element<Sim3, S>;

  /// Numbers stored for an element.
  constexpr int size() const noexcept { return 8; }

  /// The image of the origin.
  template <class S>
  Vector<S, 3> position(const Element<S>& x) const noexcept {
    return {x.data[0], x.data[1], x.data[2]};
  }
  /// The rotation of x.
  template <class S>
  hamel::Element<SO3, S> rotation(const Element<S>& x) const noexcept {
    return {Vector<S, 4>(x.data[3], x.data[4], x.data[5], x.data[6])};
  }
  /// The factor e^s.
  template <class S>
  S scale(const Element<S>& x) const noexcept {
    using std::exp;
    return S(exp(S(x.data[7])));
  }
  /// The similarity t -> e^s R t + p.
  template <class S>
  Element<S> similarity(const Vector<S, 3>& p, const hamel::Element<SO3, S>& r,
                        const S& s) const noexcept {
    Element<S> x;
    for (int i = 0; i < 3; ++i) x.data[i] = p[i];
    for (int i = 0; i < 4; ++i) x.data[i + 3] = r.data[i];
    x.data[7] = s;
    return x;
  }

  /// The unit element.
  template <class S>
  Element<S> identity() const noexcept {
    return similarity(Vector<S, 3>(S(0), S(0), S(0)), SO3{}.identity<S>(), S(0));
  }
  /// The product x y, first y, then x; its quaternion is renormalized to first order.
  template <class S>
  Element<S> compose(const Element<S>& x, const Element<S>& y) const noexcept {
    return similarity(act(x, position(y)), SO3{}.compose(rotation(x), rotation(y)),
                      S(x.data[7] + y.data[7]));
  }
  /// The inverse of x.
  template <class S>
  Element<S> inverse(const Element<S>& x) const noexcept {
    using std::exp;
    const auto r = SO3{}.inverse(rotation(x));
    const S back = exp(S(-x.data[7]));
    return similarity(Vector<S, 3>(S(-back) * SO3{}.act(r, position(x))), r, S(-x.data[7]));
  }
  /// Constant velocity of the origin, rotation and growth for unit time.
  template <class S>
  Element<S> exp(const Vector<S, 7>& a) const noexcept {
    const Vector<S, 3> w = angular(a);
    const S z = w.squaredNorm();
    return similarity(detail::turn_means(z, S(a[6])).first(w, z, linear(a)), SO3{}.exp(w), S(a[6]));
  }
  /// The a with exp(a) = x and angle |w| <= pi.
  template <class S>
  Vector<S, 7> log(const Element<S>& x) const noexcept {
    const Vector<S, 3> w = SO3{}.log(rotation(x));
    const S z = w.squaredNorm();
    const auto mean = detail::turn_means(z, S(x.data[7])).first.inverse(z);
    return joined(mean(w, z, position(x)), w, S(x.data[7]));
  }
  /// Ad_x b.
  template <class S>
  Vector<S, 7> Ad(const Element<S>& x, const Vector<S, 7>& b) const noexcept {
    const auto r = rotation(x);
    const Vector<S, 3> w = SO3{}.Ad(r, angular(b)), p = position(x);
    return joined(sum(combination(scale(x), SO3{}.Ad(r, linear(b)), S(-b[6]), p), SO3{}.ad(p, w)),
                  w, S(b[6]));
  }
  /// The covector b -> <p, Ad_x b>.
  template <class S>
  Vector<S, 7> Ad_star(const Element<S>& x, const Vector<S, 7>& p) const noexcept {
    const auto r = rotation(x);
    const Vector<S, 3> f = linear(p), at = position(x);
    return joined(Vector<S, 3>(scale(x) * SO3{}.Ad_star(r, f)),
                  SO3{}.Ad_star(r, sum(angular(p), SO3{}.ad_star(at, f))), S(p[6] - inner(at, f)));
  }
  /// e^s R t + p, the image of the point t.
  template <class S>
  Vector<S, 3> act(const Element<S>& x, const Vector<S, 3>& point) const noexcept {
    return combination(scale(x), SO3{}.act(rotation(x), point), S(1), position(x));
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
    *to++ = x.data[7];
    return to;
  }
  template <class S>
  CoordinateList<S, coordinate_count> coordinates(const Element<S>& x) const {
    return written_coordinates(*this, x);
  }
  /// The element with the given coordinates; throws OffGroup when R is no rotation or a number is not finite.
  template <class S>
  Element<S> from_coordinates(const std::vector<S>& c) const {
    expect_coordinates("Sim3", c.size(), 13);
    const Vector<S, 4> free{c[0], c[1], c[2], c[12]};
    expect_on_group("Sim3", finite_residual(free));
    return similarity(Vector<S, 3>(c[0], c[1], c[2]),
                      SO3{}.from_coordinates(std::vector<S>(c.begin() + 3, c.end() - 1)), c[12]);
  }
  /// | |q|^2 - 1 |; NaN when a number is not finite.
  template <class S>
  S residual(const Element<S>& x) const noexcept {
    return SO3{}.residual(rotation(x)) + finite_residual(x.data);
  }
  /// The relation |q|^2 - 1 of the stored numbers.
  template <class S>
  std::vector<S> relations(const Element<S>& x) const {
    return SO3{}.relations(rotation(x));
  }
  /// The element with q/|q|.
  template <class S>
  Element<S> normalized(const Element<S>& x) const noexcept {
    return similarity(position(x), SO3{}.normalized(rotation(x)), S(x.data[7]));
  }
};

/// Similarities t -> e^s R t + p of space; basis of the algebra: e1..e3 translations, e4..e6 rotations, e7 growth. Stored:
/// x, y, z, the unit quaternion, s. Coordinates: x, y, z, R11, ..., R33, s.
struct Sim3 : AnyVectors<Sim3Operations> {};

}  // namespace hamel
