// The functions of <cmath> for numbers that carry derivatives: f(x) with f'(x), once for all such numbers.
#pragma once

#include <cmath>
#include <type_traits>

#include <hamel/core/circle.hpp>
#include <hamel/core/inline.hpp>

namespace hamel {

/// Cosine and sine of a number.
template <class S>
Direction<S> cosine_and_sine(const S& x) {
  using std::cos, std::sin;
  return {S(cos(x)), S(sin(x))};
}

/// a x + b y, in one of numbers that take a sum as one.
template <class S>
HAMEL_ALWAYS_INLINE constexpr S sum_of_two(const S& a, const S& x, const S& b, const S& y) {
  if constexpr (requires { S::sums_products; })
    return S::sum_of_products(
        2, [&](int l) { return l == 0 ? a : b; }, [&](int l) { return l == 0 ? x : y; });
  else
    return a * x + b * y;
}

/// Base of a number X over S that knows its value() and the chain rule, X::chain(f(v), f'(v), x) and the same for two
/// arguments: gives X the comparisons and functions of S, found by the argument. Comparisons are those of the values.
template <class X, class S>
struct ChainRule {
  /// A plain number where one with derivatives is expected, at any depth of them.
  template <class T>
  static constexpr bool is_constant = std::is_same_v<T, S> || std::is_arithmetic_v<T> || requires {
    requires S::template is_constant<T>;
  };

  friend constexpr bool operator==(const X& x, const X& y) { return x.value() == y.value(); }
  friend constexpr bool operator<(const X& x, const X& y) { return x.value() < y.value(); }
  friend constexpr bool operator>(const X& x, const X& y) { return x.value() > y.value(); }
  friend constexpr bool operator<=(const X& x, const X& y) { return x.value() <= y.value(); }
  friend constexpr bool operator>=(const X& x, const X& y) { return x.value() >= y.value(); }

  // The functions of <cmath>, found by the argument: f(x) with f'(x) d_k.
  friend X sqrt(const X& x) {
    using std::sqrt;
    const S root = sqrt(x.value());
    return X::chain(root, S(1) / (root + root), x);
  }
  friend X cbrt(const X& x) {
    using std::cbrt;
    const S root = cbrt(x.value());
    return X::chain(root, S(1) / (S(3) * root * root), x);
  }
  friend X exp(const X& x) {
    using std::exp;
    const S f = exp(x.value());
    return X::chain(f, f, x);
  }
  friend X expm1(const X& x) {
    using std::exp, std::expm1;
    return X::chain(expm1(x.value()), exp(x.value()), x);
  }
  friend X log(const X& x) {
    using std::log;
    return X::chain(log(x.value()), S(1) / x.value(), x);
  }
  friend X log1p(const X& x) {
    using std::log1p;
    return X::chain(log1p(x.value()), S(1) / (S(1) + x.value()), x);
  }
  friend X log2(const X& x) {
    using std::log, std::log2;
    return X::chain(log2(x.value()), S(1) / (x.value() * log(S(2))), x);
  }
  friend X log10(const X& x) {
    using std::log, std::log10;
    return X::chain(log10(x.value()), S(1) / (x.value() * log(S(10))), x);
  }
  friend X sin(const X& x) {
    const auto [cosine, sine] = cosine_and_sine(x.value());
    return X::chain(sine, cosine, x);
  }
  friend X cos(const X& x) {
    const auto [cosine, sine] = cosine_and_sine(x.value());
    return X::chain(cosine, -sine, x);
  }
  friend Direction<X> cosine_and_sine(const X& x) {
    if constexpr (requires { X::direction(x); }) {
      return X::direction(x);
    } else {
      const auto [cosine, sine] = cosine_and_sine(x.value());
      return {X::chain(cosine, -sine, x), X::chain(sine, cosine, x)};
    }
  }
  friend X tan(const X& x) {
    using std::tan;
    const S f = tan(x.value());
    return X::chain(f, S(1) + f * f, x);
  }
  friend X asin(const X& x) {
    using std::asin, std::sqrt;
    return X::chain(asin(x.value()), S(1) / sqrt(S((S(1) - x.value()) * (S(1) + x.value()))), x);
  }
  friend X acos(const X& x) {
    using std::acos, std::sqrt;
    return X::chain(acos(x.value()), S(-1) / sqrt(S((S(1) - x.value()) * (S(1) + x.value()))), x);
  }
  friend X atan(const X& x) {
    using std::atan;
    return X::chain(atan(x.value()), S(1) / (S(1) + x.value() * x.value()), x);
  }
  friend X sinh(const X& x) {
    using std::cosh, std::sinh;
    return X::chain(sinh(x.value()), cosh(x.value()), x);
  }
  friend X cosh(const X& x) {
    using std::cosh, std::sinh;
    return X::chain(cosh(x.value()), sinh(x.value()), x);
  }
  friend X tanh(const X& x) {
    using std::cosh, std::tanh;
    const S secant = S(1) / cosh(x.value());
    return X::chain(tanh(x.value()), secant * secant, x);
  }
  friend X asinh(const X& x) {
    using std::asinh, std::sqrt;
    return X::chain(asinh(x.value()), S(1) / sqrt(S(S(1) + x.value() * x.value())), x);
  }
  friend X acosh(const X& x) {
    using std::acosh, std::sqrt;
    return X::chain(acosh(x.value()), S(1) / sqrt(S((x.value() - S(1)) * (x.value() + S(1)))), x);
  }
  friend X atanh(const X& x) {
    using std::atanh;
    return X::chain(atanh(x.value()), S(1) / ((S(1) - x.value()) * (S(1) + x.value())), x);
  }
  friend X atan2(const X& y, const X& x) {
    using std::atan2;
    const S square = x.value() * x.value() + y.value() * y.value();
    return X::chain(atan2(y.value(), x.value()), x.value() / square, y, -y.value() / square, x);
  }
  friend X hypot(const X& x, const X& y) {
    using std::hypot;
    const S length = hypot(x.value(), y.value());
    return X::chain(length, x.value() / length, x, y.value() / length, y);
  }

  /// x^c; the derivative of x^0 is 0 everywhere.
  template <class T>
  requires is_constant<T>
  friend X pow(const X& x, T c) {
    using std::pow;
    const S slope = c == T(0) ? S(0) : S(S(c) * pow(x.value(), S(c) - S(1)));
    return X::chain(pow(x.value(), S(c)), slope, x);
  }
  template <class T>
  requires is_constant<T>
  friend X pow(T c, const X& x) { return pow(X(S(c)), x); }
  // Functions made of pieces: the derivative is that of the piece.
  friend X abs(const X& x) { return x.value() < S(0) ? -x : x; }
  friend X fabs(const X& x) { return abs(x); }
  friend X floor(const X& x) {
    using std::floor;
    return X(S(floor(x.value())));
  }
  friend X ceil(const X& x) {
    using std::ceil;
    return X(S(ceil(x.value())));
  }
  friend X round(const X& x) {
    using std::round;
    return X(S(round(x.value())));
  }
  friend X trunc(const X& x) {
    using std::trunc;
    return X(S(trunc(x.value())));
  }
  friend X min(const X& x, const X& y) { return y < x ? y : x; }
  friend X max(const X& x, const X& y) { return x < y ? y : x; }
  friend X fmin(const X& x, const X& y) { return isnan(x) || y < x ? y : x; }
  friend X fmax(const X& x, const X& y) { return isnan(x) || x < y ? y : x; }
  friend bool isnan(const X& x) { return !(x.value() == x.value()); }
  friend bool isinf(const X& x) {
    using std::isinf;
    return isinf(x.value());
  }
  friend bool isfinite(const X& x) {
    using std::isfinite;
    return isfinite(x.value());
  }
};

}  // namespace hamel
