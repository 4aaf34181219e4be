// The universal cover of SE(2): motions of the plane that count their turns.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <hamel/core/chain_rule.hpp>
#include <hamel/core/circle.hpp>
#include <hamel/core/entire.hpp>
#include <hamel/core/half_angle.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>
#include <hamel/core/winding.hpp>
#include <hamel/group/any_vectors.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/cubic_rate.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/planar.hpp>
#include <hamel/group/se2.hpp>

namespace hamel {

struct SE2Cover;

/// The direction of the heading of x.
template <class S>
HAMEL_ALWAYS_INLINE inline Direction<S> ahead(const Element<SE2Cover, S>& x) noexcept {
  return direction(S(x.data[2]));
}

/// The Cayley map of SE2Cover.
struct SE2CoverCayley : PlanarCayley {
  template <class S>
  Element<SE2Cover, S> tau(const SE2Cover&, const Vector<S, 3>& xi) const noexcept {
    using std::atan2;
    const S half = xi[2] / S(2);
    const auto p = way(xi, S(S(1) / (S(1) + half * half)));
    return {Vector<S, 4>(p[0], p[1], S(2) * atan2(half, S(1)), S(0))};
  }
};

/// What SE2Cover does.
struct SE2CoverOperations : PlanarOperations<SE2Cover> {
  /// Its Cayley map.
  static constexpr SE2CoverCayley cayley() noexcept { return {}; }

  /// The unwrapped heading phi.
  template <class S>
  S heading(const Element<S>& x) const noexcept {
    return unwound(S(x.data[2]), S(x.data[3]));
  }

  /// The unit element.
  template <class S>
  Element<S> identity() const noexcept {
    return {Vector<S, 4>(S(0), S(0), S(0), S(0))};
  }
  /// The product x y: first x, then y in the frame of x.
  template <class S>
  Element<S> compose(const Element<S>& x, const Element<S>& y) const noexcept {
    const auto [c, s] = ahead(x);
    const auto [angle, turns] = wound(S(x.data[2] + y.data[2]));
    return {Vector<S, 4>(x.data[0] + c * y.data[0] - s * y.data[1],
                         x.data[1] + s * y.data[0] + c * y.data[1], angle,
                         x.data[3] + y.data[3] + turns)};
  }
  /// The coordinates x exp(s) around x.
  template <class S>
  struct Around {
    Vector<S, 4> x;
    Direction<S> ahead;
    CubicNear<Element<S>, 0, S> at(const Vector<S, 3>& s) const noexcept {
      const auto half = half_angle(S(s[2] * s[2]));
      const S sine = half.sinc * (s[2] / S(2));
      const S c = half.sinc * half.cosine, d = half.sinc * sine;  // sin/angle, (1 - cos)/angle
      const S p = c * s[0] - d * s[1], q = d * s[0] + c * s[1];
      const auto step = wound(s[2]);
      const auto [angle, turns] = wound(S(x[2] + step.angle));
      return {{s[0], s[1], s[2]},
              {half.cosine, half.sinc, half.kappa, half.beta},
              {Vector<S, 4>(x[0] + ahead.cosine * p - ahead.sine * q,
                            x[1] + ahead.sine * p + ahead.cosine * q, angle,
                            x[3] + step.turns + turns)}};
    }
    Vector<S, 3> rate(const Vector<S, 3>& s, const Vector<S, 3>& a) const noexcept {
      return cubic_rate<0>(s, a);
    }
  };
  template <class S>
  Around<S> around(const Element<S>& x) const noexcept {
    return {x.data, ahead(x)};
  }
  /// The inverse of x.
  template <class S>
  Element<S> inverse(const Element<S>& x) const noexcept {
    const auto [c, s] = ahead(x);
    return {Vector<S, 4>(-c * x.data[0] - s * x.data[1], s * x.data[0] - c * x.data[1], -x.data[2],
                         -x.data[3])};
  }
  /// Constant forward and turning velocity for unit time: an arc of a circle.
  template <class S>
  Element<S> exp(const Vector<S, 3>& a) const noexcept {
    const auto half = turn(S(a[2] / S(2)));
    const S c = half.sinc * half.cosine, s = half.sinc * half.sine;  // sin/angle, (1 - cos)/angle
    const auto [angle, turns] = wound(S(a[2]));
    return {Vector<S, 4>(c * a[0] - s * a[1], s * a[0] + c * a[1], angle, turns)};
  }
  /// The a with exp(a) = x; infinite at phi = 2 pi j with non-zero j.
  template <class S>
  Vector<S, 3> log(const Element<S>& x) const noexcept {
    const S phi = heading(x), half = phi / S(2);
    S kappa = half_cotangent<0>(S(x.data[2] * x.data[2])).kappa[0];
    if (plain(x.data[3]) != Plain<S>(0)) kappa = kappa * (phi / x.data[2]);  // half cot half
    return {kappa * x.data[0] + half * x.data[1], kappa * x.data[1] - half * x.data[0], phi};
  }
  /// d/ds of the stored numbers of x exp(s e_k) at s = 0, column k.
  template <class S>
  Matrix<S, 4, 3> left_tangent(const Element<S>& x) const noexcept {
    const auto [c, s] = ahead(x);
    Matrix<S, 4, 3> t = Matrix<S, 4, 3>::Zero();
    t(0, 0) = t(1, 1) = c;
    t(1, 0) = s;
    t(0, 1) = -s;
    t(2, 2) = S(1);
    return t;
  }
  /// d/ds of the stored numbers of x exp(s b) at s = 0.
  template <class S>
  Vector<S, 4> tangent_along(const Element<S>& x, const Vector<S, 3>& b) const noexcept {
    const auto [c, s] = ahead(x);
    return {sum_of_two(c, S(b[0]), s, S(-b[1])), sum_of_two(s, S(b[0]), c, S(b[1])), b[2], S(0)};
  }
  /// The transpose of b -> tangent_along(x, b).
  template <class S>
  Vector<S, 3> tangent_star(const Element<S>& x, const Vector<S, 4>& c) const noexcept {
    const auto [cosine, sine] = ahead(x);
    return {cosine * c[0] + sine * c[1], cosine * c[1] - sine * c[0], c[2]};
  }
  /// The covector e -> d/de <c, tangent_along(x exp(e), b)>: a turn turns the rate, a translation does not.
  template <class S>
  Vector<S, 3> bend_star(const Element<S>& x, const Vector<S, 3>& b,
                         const Vector<S, 4>& c) const noexcept {
    const auto rate = tangent_along(x, b);
    return {S(0), S(0), c[1] * rate[0] - c[0] * rate[1]};
  }
  /// x^-1 y where y is the rounded product of x and `step`: the turn as the stored headings made it, the
  /// translation of `step`, which far from the origin is the more accurate.
  template <class S>
  Element<S> between(const Element<S>& x, const Element<S>& step,
                     const Element<S>& y) const noexcept {
    const auto [angle, turns] = wound(S(y.data[2] - x.data[2]));
    return {Vector<S, 4>(step.data[0], step.data[1], angle, y.data[3] - x.data[3] + turns)};
  }

  /// Writes the position and the unwrapped heading; returns the place behind.
  template <class S>
  S* write_coordinates(const Element<S>& x, S* to) const noexcept {
    *to++ = x.data[0];
    *to++ = x.data[1];
    *to++ = heading(x);
    return to;
  }
  /// The element with the given coordinates; throws OffGroup for NaN and infinity.
  template <class S>
  Element<S> from_coordinates(const std::vector<S>& c) const {
    expect_coordinates("SE2Cover", c.size(), 3);
    expect_on_group("SE2Cover", finite_residual(Vector<S, 3>(c[0], c[1], c[2])));
    const auto [angle, turns] = wound(c[2]);
    return {Vector<S, 4>(c[0], c[1], angle, turns)};
  }
  /// How far the number of turns is from a whole number; NaN when a number is not finite.
  template <class S>
  S residual(const Element<S>& x) const noexcept {
    using std::abs, std::round;
    const Plain<S> turns = plain(x.data[3]);
    return S(Plain<S>(abs(Plain<S>(turns - round(turns))))) + finite_residual(x.data);
  }
  /// The relation turns = 0 of the stored numbers near the identity.
  template <class S>
  std::vector<S> relations(const Element<S>& x) const {
    return {x.data[3]};
  }
  /// The element with its turns rounded to a whole number, its heading modulo 2 pi.
  template <class S>
  Element<S> normalized(const Element<S>& x) const noexcept {
    using std::round;
    const auto [angle, turns] = wound(S(x.data[2]));
    return {
        Vector<S, 4>(x.data[0], x.data[1], angle, S(Plain<S>(round(plain(x.data[3])))) + turns)};
  }

  /// The covering map: the motion itself, its turns forgotten.
  template <class S>
  hamel::Element<SE2, S> motion(const Element<S>& x) const noexcept {
    const auto [c, s] = ahead(x);
    return {Vector<S, 4>(x.data[0], x.data[1], c, s)};
  }
  /// The lift of a motion with a heading between -pi and pi.
  template <class S>
  Element<S> lift(const hamel::Element<SE2, S>& x) const noexcept {
    return {Vector<S, 4>(x.data[0], x.data[1], SE2{}.heading(x), S(0))};
  }
};

/// The universal cover of SE2, with its algebra and basis: the heading phi is not wrapped, it adds up under products, so
/// that log is single-valued and exp(log x) = x for every phi that is not a non-zero multiple of 2 pi. Coordinates: x, y,
/// phi. Stored: x, y, phi modulo 2 pi, and the number of full turns, so that no number of turns costs phi a digit.
struct SE2Cover : AnyVectors<SE2CoverOperations> {};

}  // namespace hamel
