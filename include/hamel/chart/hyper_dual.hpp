// Hyper-dual numbers: exact second derivatives of code that is generic in its scalar.
#pragma once

#include <cmath>
#include <ostream>
#include <type_traits>

#include <Eigen/Core>

namespace hamel {

/// a + b e + c f + d ef with e^2 = f^2 = 0 (Fike & Alonso 2011): evaluated at x + e u + f w, a
/// function returns its value, its derivatives along u and along w, and its second derivative along
/// both, exact to rounding. S may itself be hyper-dual, which gives derivatives of higher order.
template <class S>
struct HyperDual {
  S value, e, f, ef;

  HyperDual() = default;
  HyperDual(const S& constant) : value(constant), e(S(0)), f(S(0)), ef(S(0)) {}  // NOLINT: implicit
  template <class A>
  requires(std::is_arithmetic_v<A> && !std::is_same_v<A, S>) HyperDual(A constant)
      : HyperDual(S(constant)) {}  // NOLINT: a number is a constant
  HyperDual(const S& v, const S& e_part, const S& f_part, const S& ef_part)
      : value(v), e(e_part), f(f_part), ef(ef_part) {}

  HyperDual& operator+=(const HyperDual& y) { return *this = *this + y; }
  HyperDual& operator-=(const HyperDual& y) { return *this = *this - y; }
  HyperDual& operator*=(const HyperDual& y) { return *this = *this * y; }
  HyperDual& operator/=(const HyperDual& y) { return *this = *this / y; }

  friend HyperDual operator+(const HyperDual& x, const HyperDual& y) {
    return {S(x.value + y.value), S(x.e + y.e), S(x.f + y.f), S(x.ef + y.ef)};
  }
  friend HyperDual operator-(const HyperDual& x, const HyperDual& y) {
    return {S(x.value - y.value), S(x.e - y.e), S(x.f - y.f), S(x.ef - y.ef)};
  }
  friend HyperDual operator-(const HyperDual& x) {
    return {S(-x.value), S(-x.e), S(-x.f), S(-x.ef)};
  }
  friend HyperDual operator+(const HyperDual& x) { return x; }
  friend HyperDual operator*(const HyperDual& x, const HyperDual& y) {
    return {S(x.value * y.value), S(x.value * y.e + x.e * y.value),
            S(x.value * y.f + x.f * y.value),
            S(x.value * y.ef + x.e * y.f + x.f * y.e + x.ef * y.value)};
  }
  friend HyperDual operator/(const HyperDual& x, const HyperDual& y) {
    const S r = S(1) / y.value;
    const S r1 = -r * r;
    return x * y.lifted(r, r1, S(S(-2) * r * r1));
  }
  template <class A>
  requires std::is_arithmetic_v<A>
  friend HyperDual operator*(A c, const HyperDual& x) {
    const S s(c);
    return {S(s * x.value), S(s * x.e), S(s * x.f), S(s * x.ef)};
  }
  template <class A>
  requires std::is_arithmetic_v<A>
  friend HyperDual operator*(const HyperDual& x, A c) { return c * x; }

  friend bool operator<(const HyperDual& x, const HyperDual& y) { return x.value < y.value; }
  friend bool operator>(const HyperDual& x, const HyperDual& y) { return x.value > y.value; }
  friend bool operator<=(const HyperDual& x, const HyperDual& y) { return x.value <= y.value; }
  friend bool operator>=(const HyperDual& x, const HyperDual& y) { return x.value >= y.value; }
  friend bool operator==(const HyperDual& x, const HyperDual& y) { return x.value == y.value; }
  friend bool operator!=(const HyperDual& x, const HyperDual& y) { return x.value != y.value; }

  /// g(*this) from g, g', g'' at the value.
  HyperDual lifted(const S& g, const S& g1, const S& g2) const {
    return {g, S(g1 * e), S(g1 * f), S(g1 * ef + g2 * e * f)};
  }

  friend HyperDual sin(const HyperDual& x) {
    using std::cos, std::sin;
    const S s = sin(x.value), c = cos(x.value);
    return x.lifted(s, c, S(-s));
  }
  friend HyperDual cos(const HyperDual& x) {
    using std::cos, std::sin;
    const S s = sin(x.value), c = cos(x.value);
    return x.lifted(c, S(-s), S(-c));
  }
  friend HyperDual tan(const HyperDual& x) {
    using std::tan;
    const S t = tan(x.value);
    const S t1 = S(1) + t * t;
    return x.lifted(t, t1, S(S(2) * t * t1));
  }
  friend HyperDual exp(const HyperDual& x) {
    using std::exp;
    const S g = exp(x.value);
    return x.lifted(g, g, g);
  }
  friend HyperDual log(const HyperDual& x) {
    using std::log;
    const S r = S(1) / x.value;
    return x.lifted(log(x.value), r, S(-r * r));
  }
  friend HyperDual sqrt(const HyperDual& x) {
    using std::sqrt;
    const S g = sqrt(x.value);
    const S g1 = S(0.5) / g;
    return x.lifted(g, g1, S(S(-0.5) * g1 / x.value));
  }
  friend HyperDual asin(const HyperDual& x) {
    using std::asin, std::sqrt;
    const S g1 = S(1) / sqrt(S((S(1) - x.value) * (S(1) + x.value)));
    return x.lifted(asin(x.value), g1, S(x.value * g1 * g1 * g1));
  }
  friend HyperDual acos(const HyperDual& x) {
    using std::acos, std::sqrt;
    const S g1 = S(-1) / sqrt(S((S(1) - x.value) * (S(1) + x.value)));
    return x.lifted(acos(x.value), g1, S(x.value * g1 * g1 * g1));
  }
  friend HyperDual atan(const HyperDual& x) {
    using std::atan;
    const S g1 = S(1) / (S(1) + x.value * x.value);
    return x.lifted(atan(x.value), g1, S(S(-2) * x.value * g1 * g1));
  }
  /// The angle at the values, and the one from there on.
  friend HyperDual atan2(const HyperDual& y, const HyperDual& x) {
    using std::atan2;
    const HyperDual along = x * HyperDual(x.value) + y * HyperDual(y.value),
                    across = y * HyperDual(x.value) - x * HyperDual(y.value);
    return HyperDual(S(atan2(y.value, x.value))) + atan(across / along);
  }
  friend HyperDual sinh(const HyperDual& x) {
    using std::cosh, std::sinh;
    const S s = sinh(x.value);
    return x.lifted(s, S(cosh(x.value)), s);
  }
  friend HyperDual cosh(const HyperDual& x) {
    using std::cosh, std::sinh;
    const S c = cosh(x.value);
    return x.lifted(c, S(sinh(x.value)), c);
  }
  friend HyperDual tanh(const HyperDual& x) {
    using std::tanh;
    const S t = tanh(x.value);
    const S t1 = S(1) - t * t;
    return x.lifted(t, t1, S(S(-2) * t * t1));
  }
  friend HyperDual abs(const HyperDual& x) { return x.value < S(0) ? -x : x; }
  friend bool isfinite(const HyperDual& x) {
    using std::isfinite;
    return isfinite(x.value) && isfinite(x.e) && isfinite(x.f) && isfinite(x.ef);
  }
  friend std::ostream& operator<<(std::ostream& out, const HyperDual& x) { return out << x.value; }
};

}  // namespace hamel

/// What Eigen asks of a scalar.
template <class S>
struct Eigen::NumTraits<hamel::HyperDual<S>> : Eigen::NumTraits<double> {
  using Real = hamel::HyperDual<S>;
  using NonInteger = Real;
  using Nested = Real;
  using Literal = Real;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 4,
    AddCost = 4,
    MulCost = 9
  };
  static Real epsilon() { return Real(S(NumTraits<S>::epsilon())); }
  static Real dummy_precision() { return Real(S(NumTraits<S>::dummy_precision())); }
  static Real highest() { return Real(S(NumTraits<S>::highest())); }
  static Real lowest() { return Real(S(NumTraits<S>::lowest())); }
};
