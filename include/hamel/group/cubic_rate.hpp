// Velocities in the coordinates s -> x exp(s) of the groups with ad^3 = -z ad.
#pragma once

#include <hamel/core/entire.hpp>
#include <hamel/core/half_angle.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/combination.hpp>
#include <hamel/group/cubic.hpp>

namespace hamel {

/// s' = (dexp^L_s)^{-1} a = a + [s,a]/2 + beta [s,[s,a]]: the brackets are there before beta is.
template <int Curvature, class S>
Vector<S, 3> cubic_rate(const S& beta, const Vector<S, 3>& s, const Vector<S, 3>& a) noexcept {
  const S half = S(1) / S(2);
  if constexpr (Curvature == 0) {  // [s,a] = (p, q, 0), [s,[s,a]] = s_3 (-q, p, 0)
    const S p = s[1] * a[2] - s[2] * a[1], q = s[2] * a[0] - s[0] * a[2], turned = beta * s[2];
    return {a[0] + (half * p - turned * q), a[1] + (half * q + turned * p), a[2]};
  } else {
    constexpr SurfaceAlgebra<Curvature> algebra;
    const Vector<S, 3> once = algebra.ad(s, a), twice = algebra.ad(s, once);
    return combination(S(1), a, half, once, beta, twice);
  }
}
template <int Curvature, class S>
Vector<S, 3> cubic_rate(const Vector<S, 3>& s, const Vector<S, 3>& a) noexcept {
  return cubic_rate<Curvature>(half_cotangent<0>(SurfaceAlgebra<Curvature>{}.square(s)).beta[0], s,
                               a);
}

/// A point s of these coordinates, with the half angle that its exponential was computed from.
template <class Element, int Curvature, class S>
struct CubicNear {
  Vector<S, 3> s;
  HalfAngle<S> half;
  Element place;

  Vector<S, 3> rate(const Vector<S, 3>& a) const noexcept {
    if constexpr (Curvature == 0) {  // brackets of few terms
      return cubic_rate<Curvature>(half.beta, s, a);
    } else {  // the same with [s,[s,a]] = s <lowered(s),a> - z a, kappa = 1 - z beta
      constexpr SurfaceAlgebra<Curvature> algebra;
      const S along = half.beta * inner(algebra.lowered(s), a), a_half = S(1) / S(2);
      return combination(half.kappa, a, a_half, algebra.ad(s, a), along, s);
    }
  }
};

}  // namespace hamel
