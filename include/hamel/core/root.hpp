// The zero of a function of one number between two points where its signs differ.
#pragma once

#include <cmath>
#include <limits>

namespace hamel {

/// A zero of f between a and b, where f has the values f_a and f_b of different signs (or 0), located to `tolerance`
/// beyond rounding: inverse quadratic interpolation where three points make it safe, bisection elsewhere (Chandrupatla
/// 1997). Bounded: 200 evaluations at most, of which bisection alone needs as many as the interval has digits.
template <class S, class F>
S zero_between(const F& f, S a, S b, S f_a, S f_b, S tolerance) {
  using std::abs;
  if (f_a == S(0)) return a;
  if (f_b == S(0)) return b;
  S c = a, f_c = f_a;  // the point that was dropped last
  S part = S(0.5);     // of the way from b to a at which f is evaluated next
  for (int evaluations = 0; evaluations < 200; ++evaluations) {
    const S x = b + part * (a - b), f_x = f(x);
    if ((f_x > S(0)) == (f_b > S(0))) {
      c = b, f_c = f_b;
    } else {
      c = a, f_c = f_a;
      a = b, f_a = f_b;
    }
    b = x, f_b = f_x;
    const bool nearer = abs(f_a) < abs(f_b);
    const S best = nearer ? a : b;
    const S reach = S(2) * std::numeric_limits<S>::epsilon() * abs(best) + tolerance / S(2);
    const S least = reach / abs(a - b);
    if (least > S(0.5) || (nearer ? f_a : f_b) == S(0)) return best;
    const S xi = (b - a) / (c - a), phi = (f_b - f_a) / (f_c - f_a);
    const bool safe = phi * phi < xi && (S(1) - phi) * (S(1) - phi) < S(1) - xi;
    part = safe ? f_b / (f_a - f_b) * (f_c / (f_a - f_c)) +
                      (c - b) / (a - b) * (f_b / (f_c - f_b)) * (f_a / (f_c - f_a))
                : S(0.5);
    part = part < least ? least : part > S(1) - least ? S(1) - least : part;
  }
  return b;
}

}  // namespace hamel
