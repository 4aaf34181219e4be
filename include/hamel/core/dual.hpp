// Forward-mode dual numbers: first derivatives of code that is generic in its scalar.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>

#include <hamel/core/types.hpp>

namespace hamel {

/// A value of type S with its derivatives in N directions: v + sum_k d_k e_k with e_j e_k = 0. S may be a dual number
/// itself; comparisons are those of the values.
template <class S, int N>
class Dual {
 public:
  using Derivatives = std::array<S, std::size_t(N)>;

  Dual() = default;

  /// A constant.
  constexpr Dual(const S& value) : value_(value) { derivatives_.fill(S(0)); }
  template <class T>
  requires(std::is_arithmetic_v<T> && !std::is_same_v<T, S>) constexpr Dual(T value)
      : Dual(S(value)) {}

  constexpr Dual(const S& value, const Derivatives& derivatives)
      : value_(value), derivatives_(derivatives) {}

  /// The k-th of N independent variables.
  static constexpr Dual variable(const S& value, int k) {
    Dual x(value);
    x.derivatives_[std::size_t(k)] = S(1);
    return x;
  }

  constexpr S& value() { return value_; }
  constexpr const S& value() const { return value_; }
  constexpr Derivatives& derivatives() { return derivatives_; }
  constexpr const Derivatives& derivatives() const { return derivatives_; }

 private:
  /// A plain number where a dual one is expected.
  template <class T>
  static constexpr bool is_constant = std::is_same_v<T, S> || std::is_arithmetic_v<T>;

  /// value + a sum_k d_k e_k, and the same for two arguments: the chain rule.
  static constexpr Dual chain(const S& value, const S& a, const Dual& x) {
    Dual r;
    r.value_ = value;
    for (std::size_t k = 0; k < N; ++k) r.derivatives_[k] = a * x.derivatives_[k];
    return r;
  }
  static constexpr Dual chain(const S& value, const S& a, const Dual& x, const S& b,
                              const Dual& y) {
    Dual r;
    r.value_ = value;
    for (std::size_t k = 0; k < N; ++k)
      r.derivatives_[k] = a * x.derivatives_[k] + b * y.derivatives_[k];
    return r;
  }

 public:
  constexpr Dual& operator+=(const Dual& y) { return *this = *this + y; }
  constexpr Dual& operator-=(const Dual& y) { return *this = *this - y; }
  constexpr Dual& operator*=(const Dual& y) { return *this = *this * y; }
  constexpr Dual& operator/=(const Dual& y) { return *this = *this / y; }

  friend constexpr Dual operator+(const Dual& x) { return x; }
  friend constexpr Dual operator-(const Dual& x) {
    Dual r;
    r.value_ = -x.value_;
    for (std::size_t k = 0; k < N; ++k) r.derivatives_[k] = -x.derivatives_[k];
    return r;
  }

  friend constexpr Dual operator+(const Dual& x, const Dual& y) {
    Dual r;
    r.value_ = x.value_ + y.value_;
    for (std::size_t k = 0; k < N; ++k) r.derivatives_[k] = x.derivatives_[k] + y.derivatives_[k];
    return r;
  }
  friend constexpr Dual operator-(const Dual& x, const Dual& y) {
    Dual r;
    r.value_ = x.value_ - y.value_;
    for (std::size_t k = 0; k < N; ++k) r.derivatives_[k] = x.derivatives_[k] - y.derivatives_[k];
    return r;
  }
  friend constexpr Dual operator*(const Dual& x, const Dual& y) {
    return chain(x.value_ * y.value_, y.value_, x, x.value_, y);
  }
  friend constexpr Dual operator/(const Dual& x, const Dual& y) {
    const S over = S(1) / y.value_, ratio = x.value_ / y.value_;
    return chain(ratio, over, x, S(-ratio * over), y);
  }

  template <class T>
  requires is_constant<T>
  friend constexpr Dual operator+(const Dual& x, const T& c) {
    return Dual(S(x.value_ + S(c)), x.derivatives_);
  }
  template <class T>
  requires is_constant<T>
  friend constexpr Dual operator+(const T& c, const Dual& x) {
    return Dual(S(S(c) + x.value_), x.derivatives_);
  }
  template <class T>
  requires is_constant<T>
  friend constexpr Dual operator-(const Dual& x, const T& c) {
    return Dual(S(x.value_ - S(c)), x.derivatives_);
  }
  template <class T>
  requires is_constant<T>
  friend constexpr Dual operator-(const T& c, const Dual& x) { return -(x - c); }
  template <class T>
  requires is_constant<T>
  friend constexpr Dual operator*(const Dual& x, const T& c) {
    return chain(x.value_ * S(c), S(c), x);
  }
  template <class T>
  requires is_constant<T>
  friend constexpr Dual operator*(const T& c, const Dual& x) { return x * c; }
  template <class T>
  requires is_constant<T>
  friend constexpr Dual operator/(const Dual& x, const T& c) {
    return chain(x.value_ / S(c), S(1) / S(c), x);
  }
  template <class T>
  requires is_constant<T>
  friend constexpr Dual operator/(const T& c, const Dual& x) {
    const S ratio = S(c) / x.value_;
    return chain(ratio, -ratio / x.value_, x);
  }

  friend constexpr bool operator==(const Dual& x, const Dual& y) { return x.value_ == y.value_; }
  friend constexpr bool operator<(const Dual& x, const Dual& y) { return x.value_ < y.value_; }
  friend constexpr bool operator>(const Dual& x, const Dual& y) { return x.value_ > y.value_; }
  friend constexpr bool operator<=(const Dual& x, const Dual& y) { return x.value_ <= y.value_; }
  friend constexpr bool operator>=(const Dual& x, const Dual& y) { return x.value_ >= y.value_; }

  // The functions of <cmath>, found by the argument: f(x) with f'(x) d_k.
  friend Dual sqrt(const Dual& x) {
    using std::sqrt;
    const S root = sqrt(x.value_);
    return chain(root, S(1) / (root + root), x);
  }
  friend Dual cbrt(const Dual& x) {
    using std::cbrt;
    const S root = cbrt(x.value_);
    return chain(root, S(1) / (S(3) * root * root), x);
  }
  friend Dual exp(const Dual& x) {
    using std::exp;
    const S f = exp(x.value_);
    return chain(f, f, x);
  }
  friend Dual expm1(const Dual& x) {
    using std::exp, std::expm1;
    return chain(expm1(x.value_), exp(x.value_), x);
  }
  friend Dual log(const Dual& x) {
    using std::log;
    return chain(log(x.value_), S(1) / x.value_, x);
  }
  friend Dual log1p(const Dual& x) {
    using std::log1p;
    return chain(log1p(x.value_), S(1) / (S(1) + x.value_), x);
  }
  friend Dual log2(const Dual& x) {
    using std::log, std::log2;
    return chain(log2(x.value_), S(1) / (x.value_ * log(S(2))), x);
  }
  friend Dual log10(const Dual& x) {
    using std::log, std::log10;
    return chain(log10(x.value_), S(1) / (x.value_ * log(S(10))), x);
  }
  friend Dual sin(const Dual& x) {
    using std::cos, std::sin;
    return chain(sin(x.value_), cos(x.value_), x);
  }
  friend Dual cos(const Dual& x) {
    using std::cos, std::sin;
    return chain(cos(x.value_), -sin(x.value_), x);
  }
  friend Dual tan(const Dual& x) {
    using std::tan;
    const S f = tan(x.value_);
    return chain(f, S(1) + f * f, x);
  }
  friend Dual asin(const Dual& x) {
    using std::asin, std::sqrt;
    return chain(asin(x.value_), S(1) / sqrt(S((S(1) - x.value_) * (S(1) + x.value_))), x);
  }
  friend Dual acos(const Dual& x) {
    using std::acos, std::sqrt;
    return chain(acos(x.value_), S(-1) / sqrt(S((S(1) - x.value_) * (S(1) + x.value_))), x);
  }
  friend Dual atan(const Dual& x) {
    using std::atan;
    return chain(atan(x.value_), S(1) / (S(1) + x.value_ * x.value_), x);
  }
  friend Dual sinh(const Dual& x) {
    using std::cosh, std::sinh;
    return chain(sinh(x.value_), cosh(x.value_), x);
  }
  friend Dual cosh(const Dual& x) {
    using std::cosh, std::sinh;
    return chain(cosh(x.value_), sinh(x.value_), x);
  }
  friend Dual tanh(const Dual& x) {
    using std::cosh, std::tanh;
    const S secant = S(1) / cosh(x.value_);
    return chain(tanh(x.value_), secant * secant, x);
  }
  friend Dual asinh(const Dual& x) {
    using std::asinh, std::sqrt;
    return chain(asinh(x.value_), S(1) / sqrt(S(S(1) + x.value_ * x.value_)), x);
  }
  friend Dual acosh(const Dual& x) {
    using std::acosh, std::sqrt;
    return chain(acosh(x.value_), S(1) / sqrt(S((x.value_ - S(1)) * (x.value_ + S(1)))), x);
  }
  friend Dual atanh(const Dual& x) {
    using std::atanh;
    return chain(atanh(x.value_), S(1) / ((S(1) - x.value_) * (S(1) + x.value_)), x);
  }
  friend Dual atan2(const Dual& y, const Dual& x) {
    using std::atan2;
    const S square = x.value_ * x.value_ + y.value_ * y.value_;
    return chain(atan2(y.value_, x.value_), x.value_ / square, y, -y.value_ / square, x);
  }
  friend Dual hypot(const Dual& x, const Dual& y) {
    using std::hypot;
    const S length = hypot(x.value_, y.value_);
    return chain(length, x.value_ / length, x, y.value_ / length, y);
  }

  /// x^c; the derivative of x^0 is 0 everywhere.
  template <class T>
  requires is_constant<T>
  friend Dual pow(const Dual& x, const T& c) {
    using std::pow;
    const S slope = c == T(0) ? S(0) : S(S(c) * pow(x.value_, S(c) - S(1)));
    return chain(pow(x.value_, S(c)), slope, x);
  }
  template <class T>
  requires is_constant<T>
  friend Dual pow(const T& c, const Dual& x) { return pow(Dual(S(c)), x); }
  /// x^y. A direction in which y is constant asks for no logarithm, which a negative x would not have.
  friend Dual pow(const Dual& x, const Dual& y) {
    using std::log, std::pow;
    Dual r = pow(x, y.value_);
    for (std::size_t k = 0; k < N; ++k) {
      if (!(y.derivatives_[k] == S(0)) && !(r.value_ == S(0)))
        r.derivatives_[k] += y.derivatives_[k] * log(x.value_) * r.value_;
    }
    return r;
  }

  // Functions made of pieces: the derivative is that of the piece.
  friend Dual abs(const Dual& x) { return x.value_ < S(0) ? -x : x; }
  friend Dual fabs(const Dual& x) { return abs(x); }
  friend Dual floor(const Dual& x) {
    using std::floor;
    return Dual(S(floor(x.value_)));
  }
  friend Dual ceil(const Dual& x) {
    using std::ceil;
    return Dual(S(ceil(x.value_)));
  }
  friend Dual round(const Dual& x) {
    using std::round;
    return Dual(S(round(x.value_)));
  }
  friend Dual trunc(const Dual& x) {
    using std::trunc;
    return Dual(S(trunc(x.value_)));
  }
  friend Dual min(const Dual& x, const Dual& y) { return y < x ? y : x; }
  friend Dual max(const Dual& x, const Dual& y) { return x < y ? y : x; }
  friend Dual fmin(const Dual& x, const Dual& y) { return isnan(x) || y < x ? y : x; }
  friend Dual fmax(const Dual& x, const Dual& y) { return isnan(x) || x < y ? y : x; }
  friend bool isnan(const Dual& x) { return !(x.value_ == x.value_); }
  friend bool isinf(const Dual& x) {
    using std::isinf;
    return isinf(x.value_);
  }
  friend bool isfinite(const Dual& x) {
    using std::isfinite;
    return isfinite(x.value_);
  }

 private:
  S value_;
  Derivatives derivatives_;
};

/// The vector v(e) = e of N independent variables at e = 0, the seed of a derivative at the
/// identity.
template <class S, int N>
Vector<Dual<S, N>, N> infinitesimal() {
  Vector<Dual<S, N>, N> v;
  for (int i = 0; i < N; ++i) v[i] = Dual<S, N>::variable(S(0), i);
  return v;
}

/// The vector e u with one variable e at e = 0, the seed of a derivative along u.
template <class S, int N>
Vector<Dual<S, 1>, N> infinitesimal_along(const Vector<S, N>& u) {
  Vector<Dual<S, 1>, N> v(u.size());
  for (int i = 0; i < u.size(); ++i) v[i] = Dual<S, 1>(S(0), {u[i]});
  return v;
}

}  // namespace hamel

/// The resolution of a dual number is that of its value.
template <class S, int N>
class std::numeric_limits<hamel::Dual<S, N>> : public std::numeric_limits<S> {};

namespace Eigen {

template <class S, int N>
struct NumTraits<hamel::Dual<S, N>> : NumTraits<S> {
  using Real = hamel::Dual<S, N>;
  using NonInteger = Real;
  using Nested = Real;
  using Literal = Real;
  enum {
    ReadCost = (N + 1) * int(NumTraits<S>::ReadCost),
    AddCost = (N + 1) * int(NumTraits<S>::AddCost),
    MulCost = (2 * N + 1) * int(NumTraits<S>::MulCost)
  };
};

// Matrices of dual numbers times constants, from either side.
template <class S, int N, class Operation>
struct ScalarBinaryOpTraits<hamel::Dual<S, N>, S, Operation> {
  using ReturnType = hamel::Dual<S, N>;
};
template <class S, int N, class Operation>
struct ScalarBinaryOpTraits<S, hamel::Dual<S, N>, Operation> {
  using ReturnType = hamel::Dual<S, N>;
};

}  // namespace Eigen
