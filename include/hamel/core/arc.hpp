// The angle of a unit quaternion over its sine, circular and hyperbolic: what logarithms need.
#pragma once

#include <cmath>

#include <hamel/core/entire.hpp>
#include <hamel/core/scalar.hpp>

namespace hamel {

/// phi / sin phi as a function of w = cos phi; for w > 1 phi / sinh phi of w = cosh phi. Smooth at
/// w = 1, defined for w > -1, accurate for w >= 0.
///
/// Computed from the half angle, tan^2(phi/2) = (1-w)/(1+w), which has no cancellation at either
/// end.
template <class S>
S angle_over_sine(const S& w) {
  if constexpr (Differentiated<S>) {
    // d/dw = -(1 - phi cot phi)/sin^2 phi
    const auto at = value(w);
    using V = decltype(angle_over_sine(at));
    const V ratio = angle_over_sine(at);
    const V z = V(4) * ratio * ratio * (V(1) - at) * (V(1) + at);
    return lifted(w, ratio, V(V(-4) * ratio * ratio * half_cotangent<0>(z).beta[0]));
  } else {
    using std::abs, std::atan, std::log1p, std::sqrt;
    const S squared_sine = (S(1) - w) * (S(1) + w);
    if (abs(squared_sine) < S(0x1p-10)) {
      const S s = (S(1) - w) / (S(1) + w);  // atan(sqrt s)/sqrt s by its series
      constexpr int terms = digits<S> / 11 + 1;
      S sum(0);
      for (int j = terms; j >= 0; --j) sum = S(1) / S(2 * j + 1) - s * sum;
      return S(2) * sum / (S(1) + w);
    }
    if (squared_sine > S(0)) {
      const S sine = sqrt(squared_sine);
      return S(2) * S(atan(S(sine / (S(1) + w)))) / sine;
    }
    const S sine = sqrt(S(-squared_sine));
    return S(log1p(S((w - S(1)) + sine))) / sine;
  }
}

}  // namespace hamel
