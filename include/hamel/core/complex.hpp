// Complex numbers over any scalar, and the divided differences of their exponential.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include <hamel/core/entire.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/two.hpp>

namespace hamel {

/// re + i im. std::complex promises nothing but for float, double and long double.
template <class S>
struct Complex {
  S re, im;

  friend Complex operator+(const Complex& x, const Complex& y) noexcept {
    return {S(x.re + y.re), S(x.im + y.im)};
  }
  friend Complex operator-(const Complex& x, const Complex& y) noexcept {
    return {S(x.re - y.re), S(x.im - y.im)};
  }
  friend Complex operator*(const Complex& x, const Complex& y) noexcept {
    return {S(x.re * y.re - x.im * y.im), S(x.re * y.im + x.im * y.re)};
  }
  friend Complex operator*(const S& s, const Complex& x) noexcept {
    return {S(s * x.re), S(s * x.im)};
  }
};

/// p + z t, two doubles at a time.
template <class S>
HAMEL_ALWAYS_INLINE inline Complex<S> affine(const Complex<S>& p, const Complex<S>& z,
                                             const Complex<S>& t) noexcept {
  if constexpr (two_at_a_time<S>) {
    const Doubles at{t.re, t.im};
    const Doubles sum =
        (Doubles{p.re, p.im} + repeated(z.re) * at) + repeated(z.im) * negated<0>(swapped(at));
    return {sum[0], sum[1]};
  } else {
    return {S(p.re + z.re * t.re - z.im * t.im), S(p.im + z.im * t.re + z.re * t.im)};
  }
}

/// |z|^2
template <class S>
S squared_norm(const Complex<S>& z) noexcept {
  return S(z.re * z.re + z.im * z.im);
}
/// The conjugate.
template <class S>
Complex<S> conjugate(const Complex<S>& z) noexcept {
  return {z.re, S(-z.im)};
}
/// 1/z
template <class S>
Complex<S> reciprocal(const Complex<S>& z) noexcept {
  return S(S(1) / squared_norm(z)) * conjugate(z);
}
/// e^z
template <class S>
Complex<S> exponential(const Complex<S>& z) noexcept {
  using std::cos, std::exp, std::sin;
  const S size = exp(z.re);
  return {S(size * S(cos(z.im))), S(size * S(sin(z.im)))};
}

namespace detail {

/// The square of |z| up to which means of the exponential come from their power series.
inline constexpr double mean_series_limit = 2;

/// Terms of sum z^k / (k + 2)! that reach 2^-digits where |z|^2 is at most that.
constexpr int mean_series_terms(int digits) {
  int terms = 1;
  double term = 1;
  for (int bits = 0; bits < digits + 2; ++terms) {
    for (term *= 1.4143 / (terms + 2); term < 0.5; ++bits) term *= 2;
  }
  return terms;
}

/// Does a mean of the exponential at |z|^2 = `square` come from its power series?
template <class S>
bool in_mean_series(const S& square) noexcept {
  return plain(square) <= Plain<S>(mean_series_limit);
}

}  // namespace detail

/// phi_1(z) = (e^z - 1)/z, the mean of e^{tz} over t in [0,1], and phi_2(z) = (phi_1(z) - 1)/z.
template <class S>
struct MeanExponential {
  Complex<S> first, second;
};

/// Evaluates them: by power series near 0, else as they are written.
template <class S>
MeanExponential<S> mean_exponential(const Complex<S>& z) noexcept {
  const Complex<S> one{S(1), S(0)};
  if (detail::in_mean_series(squared_norm(z))) {
    constexpr int terms = detail::mean_series_terms(digits<S>);
    Complex<S> sum = one;
    for (int k = terms; k > 0; --k) sum = one + S(S(1) / S(k + 2)) * (z * sum);
    const Complex<S> second = S(S(1) / S(2)) * sum;
    return {one + z * second, second};
  }
  const Complex<S> over = reciprocal(z), first = (exponential(z) - one) * over;
  return {first, (first - one) * over};
}

/// A function at z and the mean phi_1 of the exponential: at z where that is e^z, at log z where it is log z.
template <class T>
struct WithMean {
  T at, mean;
};

/// e^s and phi_1(s).
template <class S>
WithMean<S> exponential_and_mean(const S& s) noexcept {
  using std::abs, std::exp, std::expm1;
  if constexpr (std::is_floating_point_v<S>) {
    if (abs(s) >= S(0.5)) {
      const S growth = exp(s);
      return {growth, (growth - S(1)) / s};
    }
    const S beyond = expm1(s);
    return {S(1) + beyond, s == S(0) ? S(1) : beyond / s};
  } else {
    return {S(exp(s)), mean_exponential(Complex<S>{s, S(0)}).first.re};
  }
}

/// e^z and phi_1(z) = (e^z - 1)/z, where e^z - 1 is found without cancellation near 0.
template <class S>
WithMean<Complex<S>> exponential_and_mean(const Complex<S>& z) noexcept {
  using std::abs, std::exp, std::expm1;
  if constexpr (std::is_floating_point_v<S>) {
    const auto [cosine, sine] = direction(z.im);
    const bool near = abs(z.re) < S(0.5);
    const S beyond = near ? expm1(z.re) : exp(z.re) - S(1);
    const S growth = near ? S(1) + beyond : exp(z.re);
    const Complex<S> power{growth * cosine, growth * sine};
    const S ahead =
        near && cosine > S(0) ? beyond * cosine - sine * sine / (S(1) + cosine) : power.re - S(1);
    const Complex<S> difference{ahead, power.im};
    if (squared_norm(z) <= std::numeric_limits<S>::min()) return {power, {S(1), S(0)}};
    return {power, difference * reciprocal(z)};
  } else {
    return {exponential(z), mean_exponential(z).first};
  }
}

/// s = log(a^2 + rest) and phi_1(s), also near 1 to the digits of a and of rest.
template <class S>
WithMean<S> logarithm_of_sum(const S& a, const S& rest) noexcept {
  using std::log, std::log1p;
  const S sum = a * a + rest;
  if constexpr (std::is_floating_point_v<S>) {
    const bool near = S(0.5) < sum && sum < S(2);
    const S beyond = near ? (a - S(1)) * (a + S(1)) + rest : sum - S(1);
    const S s = near ? log1p(beyond) : log(sum);
    return {s, s == S(0) ? S(1) : beyond / s};
  } else {
    const S s = log(sum);
    return {s, mean_exponential(Complex<S>{s, S(0)}).first.re};
  }
}

/// log |z|^2
template <class S>
S logarithm_of_square(const Complex<S>& z) noexcept {
  return logarithm_of_sum(z.re, S(z.im * z.im)).at;
}

/// The principal log z and phi_1(log z) = (z - 1)/log z.
template <class S>
WithMean<Complex<S>> logarithm_and_mean(const Complex<S>& z) noexcept {
  using std::atan2;
  const Complex<S> log{S(logarithm_of_square(z) / S(2)), S(atan2(z.im, z.re))};
  if constexpr (std::is_floating_point_v<S>) {
    const S square = squared_norm(log);
    if (square <= std::numeric_limits<S>::min()) return {log, {S(1), S(0)}};
    return {log, S(S(1) / square) * (Complex<S>{S(z.re - S(1)), z.im} * conjugate(log))};
  } else {
    return {log, mean_exponential(log).first};
  }
}

}  // namespace hamel
