// A point of the coordinates s -> x exp(s) around a motion of space, with what it asks of its angle.
#pragma once

#include <cmath>

#include <hamel/core/entire.hpp>
#include <hamel/core/half_angle.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/combination.hpp>
#include <hamel/group/cubic.hpp>

namespace hamel {

/// Of the square z of an angle: its half angle, kappa' and beta', and `third` = c_3(z), the last coefficient of dexp.
template <class S>
struct ScrewAngle {
  HalfAngle<S> half;
  S kappa_slope, beta_slope, third;
};

namespace detail {

/// By series for 0 <= z <= quarters / 4.
template <int quarters, class S>
HAMEL_ALWAYS_INLINE inline ScrewAngle<S> screw_angle_series(const S& z) {
  constexpr double limit = quarters / 4.;
  ScrewAngle<S> a;
  a.half = half_angle_series<quarters>(z);
  a.third = stumpff_series<3, stumpff_terms(3, limit, digits<S>)>(z);
  // the terms of beta' fall as those of z beta do, n times as large, and there is one less
  a.beta_slope = half_cotangent_series<1, beta_terms(limit, digits<S>) + 2>(z);
  a.kappa_slope = -a.half.beta - z * a.beta_slope;
  return a;
}
/// Each function by itself. Apart: few come here.
template <class S>
[[gnu::noinline]] ScrewAngle<S> screw_angle_apart(const S& z) {
  const auto c = stumpff<1>(S(z / S(4)));
  const auto f = half_cotangent<1>(z);
  return {{c[0], c[1], f.kappa[0], f.beta[0]}, f.kappa[1], f.beta[1], stumpff<3>(z)[3]};
}

}  // namespace detail

/// Evaluates them.
template <class S>
ScrewAngle<S> screw_angle(const S& z) {
  if constexpr (native_number<S> && digits<S> <= 53) {
    if (z <= S(0.25)) return detail::screw_angle_series<1>(z);
    if (z <= S(1)) return detail::screw_angle_series<4>(z);
  }
  return detail::screw_angle_apart(z);
}

/// s' = (dexp^L_s)^{-1} a at s = (v, w), se(3) being so(3) over the dual numbers w + eps v: kappa y + [w,y]/2 +
/// beta w <w,y> for the turning, its derivative along v for the translation.
template <class S>
Vector<S, 6> screw_rate(const ScrewAngle<S>& angle, const Vector<S, 6>& s,
                        const Vector<S, 6>& a) noexcept {
  constexpr SurfaceAlgebra<1> so3;
  const Vector<S, 3> v{s[0], s[1], s[2]}, w{s[3], s[4], s[5]}, x{a[0], a[1], a[2]},
      y{a[3], a[4], a[5]};
  const S &kappa = angle.half.kappa, &beta = angle.half.beta, half = S(1) / S(2);
  const S inside = inner(w, y), change = S(2) * inner(w, v);  // of z along v
  const S along_w = beta * (inner(w, x) + inner(v, y)) + angle.beta_slope * change * inside,
          along_v = beta * inside;
  const Vector<S, 3> turn = sum(so3.ad(w, x), so3.ad(v, y));
  const Vector<S, 3> top = sum(combination(kappa, x, half, turn, along_w, w),
                               combination(S(angle.kappa_slope * change), y, along_v, v));
  const Vector<S, 3> bottom = combination(kappa, y, half, so3.ad(w, y), along_v, w);
  Vector<S, 6> rate;
  rate[0] = top[0], rate[1] = top[1], rate[2] = top[2];
  rate[3] = bottom[0], rate[4] = bottom[1], rate[5] = bottom[2];
  return rate;
}

/// A point s = (v, w) of these coordinates, with the angle that its exponential was computed from.
template <class Element, class S>
struct ScrewNear {
  Vector<S, 6> s;
  ScrewAngle<S> angle;
  Element place;

  Vector<S, 6> rate(const Vector<S, 6>& a) const noexcept { return screw_rate(angle, s, a); }
};

}  // namespace hamel
