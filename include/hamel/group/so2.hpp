// SO(2), the rotations of the plane.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <hamel/core/entire.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/abelian.hpp>
#include <hamel/group/any_vectors.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/two_step.hpp>

namespace hamel {

struct SO2;

/// What SO2 does.
struct SO2Operations : TwoStep<AbelianAlgebra<1>> {
  static constexpr int storage = 2;
  static constexpr bool starts_at_unit = true;  ///< what an element is by default
  static constexpr int space = 2;               ///< numbers of a point
  template <class S>
  using Element = hamel::Element<SO2, S>;
  template <class S>
  using V = Vector<S, 1>;

  /// The angle, between -pi and pi.
  template <class S>
  S angle(const Element<S>& x) const noexcept {
    using std::atan2;
    return S(atan2(x.data[1], x.data[0]));
  }
  /// The rotation matrix.
  template <class S>
  Matrix<S, 2> matrix(const Element<S>& x) const noexcept {
    Matrix<S, 2> r;
    r << x.data[0], -x.data[1], x.data[1], x.data[0];
    return r;
  }

  /// The unit element.
  template <class S>
  Element<S> identity() const noexcept {
    return {Vector<S, 2>(S(1), S(0))};
  }
  /// The product, renormalized to first order so that no number of products drifts off the group: by the factor
  /// 2 - (|x|^2 + |y|^2)/2, which need not wait for the product.
  template <class S>
  Element<S> compose(const Element<S>& x, const Element<S>& y) const noexcept {
    const S &c = x.data[0], &s = x.data[1], &d = y.data[0], &t = y.data[1];
    const S cosine = c * d - s * t, sine = s * d + c * t;
    if constexpr (PolynomialRing<S>) {
      return {Vector<S, 2>(cosine, sine)};
    } else {
      const S half = S(1) / S(2), unit = (S(2) - half * (d * d + t * t)) - half * (c * c + s * s);
      return {Vector<S, 2>(S(unit * cosine), S(unit * sine))};
    }
  }
  /// The rotation back.
  template <class S>
  Element<S> inverse(const Element<S>& x) const noexcept {
    return {Vector<S, 2>(x.data[0], S(-x.data[1]))};
  }
  /// The rotation by the angle a.
  template <class S>
  Element<S> exp(const V<S>& a) const noexcept {
    const auto [cosine, sine] = direction(S(a[0]));
    return {Vector<S, 2>(cosine, sine)};
  }
  /// The angle, between -pi and pi.
  template <class S>
  V<S> log(const Element<S>& x) const noexcept {
    return V<S>(angle(x));
  }
  /// b.
  template <class S>
  V<S> Ad(const Element<S>&, const V<S>& b) const noexcept {
    return b;
  }
  /// p.
  template <class S>
  V<S> Ad_star(const Element<S>&, const V<S>& p) const noexcept {
    return p;
  }
  /// The turned point.
  template <class S>
  Vector<S, 2> act(const Element<S>& x, const Vector<S, 2>& point) const noexcept {
    const S &c = x.data[0], &s = x.data[1];
    return {S(c * point[0] - s * point[1]), S(s * point[0] + c * point[1])};
  }
  /// d/ds of the stored numbers of x exp(s) at s = 0.
  template <class S>
  Matrix<S, 2, 1> left_tangent(const Element<S>& x) const noexcept {
    return Vector<S, 2>(S(-x.data[1]), x.data[0]);
  }

  static constexpr int coordinate_count = 1;
  /// phi.
  std::vector<std::string> coordinate_names() const { return {"phi"}; }
  /// Writes the angle between -pi and pi; returns the place behind.
  template <class S>
  S* write_coordinates(const Element<S>& x, S* to) const noexcept {
    *to++ = angle(x);
    return to;
  }
  /// The rotation by any angle; throws OffGroup for NaN and infinity.
  template <class S>
  Element<S> from_coordinates(const std::vector<S>& c) const {
    expect_coordinates("SO2", c.size(), 1);
    expect_on_group("SO2", finite_residual(V<S>(c[0])));
    return exp(V<S>(c[0]));
  }
  /// | c^2 + s^2 - 1 |
  template <class S>
  S residual(const Element<S>& x) const noexcept {
    using std::abs;
    return abs(S(x.data[0] * x.data[0] + x.data[1] * x.data[1] - S(1)));
  }
  /// The relation c^2 + s^2 - 1 of the stored numbers.
  template <class S>
  std::vector<S> relations(const Element<S>& x) const {
    return {S(x.data[0] * x.data[0] + x.data[1] * x.data[1] - S(1))};
  }
  /// The element divided by its length.
  template <class S>
  Element<S> normalized(const Element<S>& x) const noexcept {
    using std::sqrt;
    const S length = sqrt(S(x.data[0] * x.data[0] + x.data[1] * x.data[1]));
    return {Vector<S, 2>(S(x.data[0] / length), S(x.data[1] / length))};
  }
};

/// Rotations of the plane; basis of the algebra: the turn. Coordinate: the angle phi between -pi and pi; who counts
/// turns takes Torus<1>. Stored: cos phi, sin phi.
struct SO2 : AnyVectors<SO2Operations> {};

}  // namespace hamel
