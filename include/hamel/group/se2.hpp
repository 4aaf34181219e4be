// SE(2), the motions of the plane.
#pragma once

#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include <hamel/core/chain_rule.hpp>
#include <hamel/core/circle.hpp>
#include <hamel/core/entire.hpp>
#include <hamel/core/half_angle.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/any_vectors.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/cubic_rate.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/planar.hpp>

namespace hamel {

struct SE2;

/// The direction of the heading of x.
template <class S>
Direction<S> ahead(const Element<SE2, S>& x) noexcept {
  return {x.data[2], x.data[3]};
}

/// The Cayley map of SE2, rational.
struct SE2Cayley : PlanarCayley {
  template <class S>
  Element<SE2, S> tau(const SE2&, const Vector<S, 3>& xi) const noexcept {
    const S half = xi[2] / S(2), square = half * half;
    const S scale = S(1) / (S(1) + square);
    const auto p = way(xi, scale);
    return {Vector<S, 4>(p[0], p[1], scale * (S(1) - square), scale * (half + half))};
  }
};

/// What SE2 does.
struct SE2Operations : PlanarOperations<SE2> {
  /// Its Cayley map.
  static constexpr SE2Cayley cayley() noexcept { return {}; }

  /// The heading phi, between -pi and pi.
  template <class S>
  S heading(const Element<S>& x) const noexcept {
    using std::atan2;
    return S(atan2(x.data[3], x.data[2]));
  }

  /// The unit element.
  template <class S>
  Element<S> identity() const noexcept {
    return {Vector<S, 4>(S(0), S(0), S(1), S(0))};
  }
  /// The product x y: first x, then y in the frame of x. Its direction is renormalized to first order, so that no
  /// number of products drifts off the group.
  template <class S>
  Element<S> compose(const Element<S>& x, const Element<S>& y) const noexcept {
    const S &c = x.data[2], &s = x.data[3], &d = y.data[2], &t = y.data[3];
    const S cosine = c * d - s * t, sine = s * d + c * t;
    const S u = x.data[0] + (c * y.data[0] - s * y.data[1]);
    const S v = x.data[1] + (s * y.data[0] + c * y.data[1]);
    if constexpr (PolynomialRing<S>) {
      return {Vector<S, 4>(u, v, cosine, sine)};
    } else {
      const S half = S(1) / S(2), unit = (S(2) - half * (d * d + t * t)) - half * (c * c + s * s);
      return {Vector<S, 4>(u, v, unit * cosine, unit * sine)};
    }
  }
  /// The coordinates x exp(s) around x; products with it are not renormalized, they lead nowhere further.
  template <class S>
  struct Around {
    Vector<S, 4> x;
    CubicNear<Element<S>, 0, S> at(const Vector<S, 3>& s) const noexcept {
      const auto half = half_angle(S(s[2] * s[2]));
      const S sine = half.sinc * (s[2] / S(2));
      const S c = half.sinc * half.cosine, d = half.sinc * sine;  // sin/angle, (1 - cos)/angle
      const S p = c * s[0] - d * s[1], q = d * s[0] + c * s[1];
      const S turned = c * s[2], rest = S(1) - d * s[2];  // sin, cos
      const S &cosine = x[2], &sin = x[3];
      return {{s[0], s[1], s[2]},
              {half.cosine, half.sinc, half.kappa, half.beta},
              {Vector<S, 4>(x[0] + (cosine * p - sin * q), x[1] + (sin * p + cosine * q),
                            cosine * rest - sin * turned, sin * rest + cosine * turned)}};
    }
    Vector<S, 3> rate(const Vector<S, 3>& s, const Vector<S, 3>& a) const noexcept {
      return cubic_rate<0>(s, a);
    }
  };
  template <class S>
  Around<S> around(const Element<S>& x) const noexcept {
    return {x.data};
  }
  /// The inverse of x.
  template <class S>
  Element<S> inverse(const Element<S>& x) const noexcept {
    const S &c = x.data[2], &s = x.data[3];
    return {Vector<S, 4>(-c * x.data[0] - s * x.data[1], s * x.data[0] - c * x.data[1], c, -s)};
  }
  /// Constant forward and turning velocity for unit time: an arc of a circle.
  template <class S>
  Element<S> exp(const Vector<S, 3>& a) const noexcept {
    const auto half = turn(S(a[2] / S(2)));
    const S c = half.sinc * half.cosine, s = half.sinc * half.sine;  // sin/angle, (1 - cos)/angle
    const S sine = half.cosine * half.sine;
    const S cosine = (half.cosine - half.sine) * (half.cosine + half.sine);
    return {Vector<S, 4>(c * a[0] - s * a[1], s * a[0] + c * a[1], cosine, sine + sine)};
  }
  /// The a with exp(a) = x and a turn between -pi and pi: the nearest one.
  template <class S>
  Vector<S, 3> log(const Element<S>& x) const noexcept {
    const S phi = heading(x), half = phi / S(2);
    const S kappa = half_cotangent_of(phi, x.data[2], x.data[3]);
    return {kappa * x.data[0] + half * x.data[1], kappa * x.data[1] - half * x.data[0], phi};
  }
  /// d/ds of the stored numbers of x exp(s e_k) at s = 0, column k.
  template <class S>
  Matrix<S, 4, 3> left_tangent(const Element<S>& x) const noexcept {
    const auto [c, s] = ahead(x);
    Matrix<S, 4, 3> t = Matrix<S, 4, 3>::Zero();
    t(0, 0) = t(1, 1) = t(3, 2) = c;
    t(1, 0) = s;
    t(0, 1) = t(2, 2) = -s;
    return t;
  }
  /// d/ds of the stored numbers of x exp(s b) at s = 0.
  template <class S>
  Vector<S, 4> tangent_along(const Element<S>& x, const Vector<S, 3>& b) const noexcept {
    const auto [c, s] = ahead(x);
    return {sum_of_two(c, S(b[0]), s, S(-b[1])), sum_of_two(s, S(b[0]), c, S(b[1])), -s * b[2],
            c * b[2]};
  }
  /// The transpose of b -> tangent_along(x, b).
  template <class S>
  Vector<S, 3> tangent_star(const Element<S>& x, const Vector<S, 4>& c) const noexcept {
    const auto [cosine, sine] = ahead(x);
    return {cosine * c[0] + sine * c[1], cosine * c[1] - sine * c[0], cosine * c[3] - sine * c[2]};
  }
  /// The covector e -> d/de <c, tangent_along(x exp(e), b)>: a turn turns both rates, a translation none.
  template <class S>
  Vector<S, 3> bend_star(const Element<S>& x, const Vector<S, 3>& b,
                         const Vector<S, 4>& c) const noexcept {
    const auto rate = tangent_along(x, b);
    return {S(0), S(0), (c[1] * rate[0] - c[0] * rate[1]) + (c[3] * rate[2] - c[2] * rate[3])};
  }
  /// x^-1 y where y is the rounded product of x and `step`: the turn as the stored directions made it, the
  /// translation of `step`, which far from the origin is the more accurate.
  template <class S>
  Element<S> between(const Element<S>& x, const Element<S>& step,
                     const Element<S>& y) const noexcept {
    const S &c = x.data[2], &s = x.data[3];
    return {Vector<S, 4>(step.data[0], step.data[1], c * y.data[2] + s * y.data[3],
                         c * y.data[3] - s * y.data[2])};
  }

  /// Writes the position and the heading between -pi and pi; returns the place behind.
  template <class S>
  S* write_coordinates(const Element<S>& x, S* to) const noexcept {
    *to++ = x.data[0];
    *to++ = x.data[1];
    *to++ = heading(x);
    return to;
  }
  /// The element with the given coordinates, of any heading; throws OffGroup for NaN and infinity.
  template <class S>
  Element<S> from_coordinates(const std::vector<S>& c) const {
    expect_coordinates("SE2", c.size(), 3);
    expect_on_group("SE2", finite_residual(Vector<S, 3>(c[0], c[1], c[2])));
    const auto [cosine, sine] = direction(c[2]);
    return {Vector<S, 4>(c[0], c[1], cosine, sine)};
  }
  /// | c^2 + s^2 - 1 |; NaN when a number is not finite.
  template <class S>
  S residual(const Element<S>& x) const noexcept {
    using std::abs;
    return S(abs(S(x.data[2] * x.data[2] + x.data[3] * x.data[3] - S(1)))) +
           finite_residual(x.data);
  }
  /// The relation c^2 + s^2 - 1 of the stored numbers.
  template <class S>
  std::vector<S> relations(const Element<S>& x) const {
    return {S(x.data[2] * x.data[2] + x.data[3] * x.data[3] - S(1))};
  }
  /// The element with its direction divided by its length.
  template <class S>
  Element<S> normalized(const Element<S>& x) const noexcept {
    using std::sqrt;
    const S length = sqrt(S(x.data[2] * x.data[2] + x.data[3] * x.data[3]));
    return {Vector<S, 4>(x.data[0], x.data[1], x.data[2] / length, x.data[3] / length)};
  }

 private:
  /// h cot h of half the angle phi of (c, s): h s/(1 - c), or (1 + c)/2 phi/s where c > 0, without cancellation.
  template <class S>
  static S half_cotangent_of(const S& phi, const S& c, const S& s) noexcept {
    if constexpr (std::is_floating_point_v<S>) {
      if (c < S(0)) return phi * s / (S(2) - S(2) * c);
      return s == S(0) ? S(1) : (S(1) + c) / S(2) * (phi / s);
    } else {
      return half_cotangent<0>(S(phi * phi)).kappa[0];
    }
  }
};

/// Motions of the plane; basis of the algebra: e1 forward, e2 left, e3 turning, [e3,e1] = e2,
/// [e3,e2] = -e1. Coordinates: x, y and the heading phi, between -pi and pi. Stored: x, y, cos phi, sin phi. log and
/// differences go to the nearest turn; whoever counts turns takes SE2Cover.
struct SE2 : AnyVectors<SE2Operations> {};

}  // namespace hamel
