// Complex numbers over any scalar, and the divided differences of their exponential.
#pragma once

#include <cmath>

#include <hamel/core/scalar.hpp>

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

}  // namespace hamel
