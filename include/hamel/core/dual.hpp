// Forward-mode dual numbers: first derivatives of code that is generic in its scalar.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>

#include <hamel/core/chain_rule.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// A value of type S with its derivatives in N directions: v + sum_k d_k e_k with e_j e_k = 0. S may be a dual number
/// itself; comparisons are those of the values.
template <class S, int N>
class Dual : public ChainRule<Dual<S, N>, S> {
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

  template <class T>
  static constexpr bool is_constant = ChainRule<Dual<S, N>, S>::template is_constant<T>;

  /// value + a sum_k d_k e_k, and the same for two arguments: the chain rule.
  HAMEL_ALWAYS_INLINE static constexpr Dual chain(const S& value, const S& a, const Dual& x) {
    Dual r;
    r.value_ = value;
    for (std::size_t k = 0; k < N; ++k) r.derivatives_[k] = a * x.derivatives_[k];
    return r;
  }
  HAMEL_ALWAYS_INLINE static constexpr Dual chain(const S& value, const S& a, const Dual& x,
                                                  const S& b, const Dual& y) {
    Dual r;
    r.value_ = value;
    for (std::size_t k = 0; k < N; ++k)
      r.derivatives_[k] = sum_of_two(a, x.derivatives_[k], b, y.derivatives_[k]);
    return r;
  }

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

  HAMEL_ALWAYS_INLINE friend constexpr Dual operator+(const Dual& x, const Dual& y) {
    Dual r;
    r.value_ = x.value_ + y.value_;
    for (std::size_t k = 0; k < N; ++k) r.derivatives_[k] = x.derivatives_[k] + y.derivatives_[k];
    return r;
  }
  HAMEL_ALWAYS_INLINE friend constexpr Dual operator-(const Dual& x, const Dual& y) {
    Dual r;
    r.value_ = x.value_ - y.value_;
    for (std::size_t k = 0; k < N; ++k) r.derivatives_[k] = x.derivatives_[k] - y.derivatives_[k];
    return r;
  }
  HAMEL_ALWAYS_INLINE friend constexpr Dual operator*(const Dual& x, const Dual& y) {
    return chain(x.value_ * y.value_, y.value_, x, x.value_, y);
  }
  HAMEL_ALWAYS_INLINE friend constexpr Dual operator/(const Dual& x, const Dual& y) {
    const S over = S(1) / y.value_, ratio = x.value_ / y.value_;
    return chain(ratio, over, x, S(-ratio * over), y);
  }

  // Constants by value: so a lambda uses a constexpr number of the function around it without a capture.
  template <class T>
  requires is_constant<T>
  friend constexpr Dual operator+(const Dual& x, T c) {
    return Dual(S(x.value_ + plain_constant(c)), x.derivatives_);
  }
  template <class T>
  requires is_constant<T>
  friend constexpr Dual operator+(T c, const Dual& x) { return x + c; }
  template <class T>
  requires is_constant<T>
  friend constexpr Dual operator-(const Dual& x, T c) {
    return Dual(S(x.value_ - plain_constant(c)), x.derivatives_);
  }
  template <class T>
  requires is_constant<T>
  friend constexpr Dual operator-(T c, const Dual& x) { return -(x - c); }
  template <class T>
  requires is_constant<T>
  friend constexpr Dual operator*(const Dual& x, T c) {
    const auto factor = plain_constant(c);
    Dual r;
    r.value_ = x.value_ * factor;
    for (std::size_t k = 0; k < N; ++k) r.derivatives_[k] = x.derivatives_[k] * factor;
    return r;
  }
  template <class T>
  requires is_constant<T>
  friend constexpr Dual operator*(T c, const Dual& x) { return x * c; }
  template <class T>
  requires is_constant<T>
  friend constexpr Dual operator/(const Dual& x, T c) {
    const auto by = plain_constant(c);
    Dual r = x * (decltype(by)(1) / by);
    r.value_ = x.value_ / by;
    return r;
  }
  template <class T>
  requires is_constant<T>
  friend constexpr Dual operator/(T c, const Dual& x) {
    const S ratio = plain_constant(c) / x.value_;
    return chain(ratio, -ratio / x.value_, x);
  }

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

 private:
  /// A constant as S multiplies it best: one that carries derivatives itself takes it without any.
  template <class T>
  static constexpr auto plain_constant(const T& c) {
    if constexpr (!requires { requires S::template is_constant<T>; })
      return S(c);
    else if constexpr (std::is_integral_v<T>)
      return static_cast<double>(c);
    else
      return c;
  }

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
