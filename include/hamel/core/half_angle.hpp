// What an exponential and the inverse of its differential ask of the same angle, together.
#pragma once

#include <cmath>

#include <hamel/core/entire.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/scalar.hpp>

namespace hamel {

/// Of h = sqrt(z)/2: cos h, sin h / h, and kappa = h cot h, beta = (1 - kappa)/z (half_cotangent).
template <class S>
struct HalfAngle {
  S cosine, sinc, kappa, beta;
};

namespace detail {

/// By the series of sin h / h and of beta for |z| <= quarters / 4; cos h is the product of the first with kappa.
template <int quarters, class S>
HAMEL_ALWAYS_INLINE inline HalfAngle<S> half_angle_series(const S& z) {
  constexpr double limit = quarters / 4.;
  HalfAngle<S> a;
  a.sinc = stumpff_series<1, stumpff_terms(1, limit / 4, digits<S>)>(S(z / S(4)));
  a.beta = half_cotangent_series<0, beta_terms(limit, digits<S>)>(z);
  a.kappa = S(1) - z * a.beta;
  a.cosine = a.kappa * a.sinc;
  return a;
}
/// Each function by itself. Apart: few come here.
template <class S>
[[gnu::noinline]] HalfAngle<S> half_angle_apart(const S& z) {
  const auto c = stumpff<1>(S(z / S(4)));
  const auto f = half_cotangent<0>(z);
  return {c[0], c[1], f.kappa[0], f.beta[0]};
}

}  // namespace detail

/// Evaluates them.
template <class S>
HAMEL_ALWAYS_INLINE inline HalfAngle<S> half_angle(const S& z) {
  if constexpr (native_number<S> && digits<S> <= 53) {
    using std::abs;
    const S size = abs(z);
    if (size <= S(0.25)) return detail::half_angle_series<1>(z);
    if (size <= S(1)) return detail::half_angle_series<4>(z);
  }
  // Number by number: a result that a function not inlined writes is in memory wherever it comes from.
  const HalfAngle<S> apart = detail::half_angle_apart(z);
  return {apart.cosine, apart.sinc, apart.kappa, apart.beta};
}

}  // namespace hamel
