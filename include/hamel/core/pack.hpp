// Numbers of several members of an ensemble side by side: one scalar, computed with in the processor's wide registers.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <type_traits>

#include <Eigen/Core>

namespace hamel {

/// Bytes of the processor's widest register.
inline constexpr int register_bytes =
#if defined(__AVX512F__)
    64;
#elif defined(__AVX__)
    32;
#else
    16;
#endif

/// N numbers of type T, on each of which every operation acts. A pack takes the branches that all its members take: a
/// comparison is true where it is for all, false where it is for none; where members part, it is false and
/// `Pack::parted` is set, and who computes with packs lets each member go alone. As a single number a pack is the
/// largest of its members, which iterations wait for.
template <class T, int N>
class Pack {
  static constexpr int per_register = register_bytes / int(sizeof(T));
  static constexpr int registers = N / per_register;
  static_assert(N % per_register == 0);
  using Lanes [[gnu::vector_size(register_bytes)]] = T;

 public:
  static constexpr bool is_pack = true;
  static constexpr int size = N;
  using Lane = T;

  /// Set where members disagreed in a comparison, since it was last cleared on this thread.
  static inline thread_local bool parted = false;

  Pack() = default;
  template <class U>
  requires std::is_arithmetic_v<U> Pack(U value) {
    for (Lanes& lanes : lanes_) lanes = Lanes{} + static_cast<T>(value);
  }

  T operator[](int i) const { return lanes_[i / per_register][i % per_register]; }
  void set(int i, T value) { lanes_[i / per_register][i % per_register] = value; }

  template <class U>
  requires std::is_floating_point_v<U>
  explicit operator U() const {
    Lanes most = lanes_[0], sum = most;
    for (int i = 1; i < registers; ++i) {
      most = most >= lanes_[i] ? most : lanes_[i];
      sum += lanes_[i];
    }
    return static_cast<U>(
        folded(most, [](const auto& x, const auto& y) { return x >= y ? x : y; }) +
        folded(Lanes(sum * T(0)), std::plus<>()));  // NaN if one is
  }

  friend Pack operator+(const Pack& a) { return a; }
  friend Pack operator-(const Pack& a) {
    return wise([](const Lanes& x) { return Lanes(-x); }, a);
  }
  friend Pack operator+(const Pack& a, const Pack& b) {
    return wise([](const Lanes& x, const Lanes& y) { return Lanes(x + y); }, a, b);
  }
  friend Pack operator-(const Pack& a, const Pack& b) {
    return wise([](const Lanes& x, const Lanes& y) { return Lanes(x - y); }, a, b);
  }
  friend Pack operator*(const Pack& a, const Pack& b) {
    return wise([](const Lanes& x, const Lanes& y) { return Lanes(x * y); }, a, b);
  }
  friend Pack operator/(const Pack& a, const Pack& b) {
    return wise([](const Lanes& x, const Lanes& y) { return Lanes(x / y); }, a, b);
  }
  Pack& operator+=(const Pack& b) { return *this = *this + b; }
  Pack& operator-=(const Pack& b) { return *this = *this - b; }
  Pack& operator*=(const Pack& b) { return *this = *this * b; }
  Pack& operator/=(const Pack& b) { return *this = *this / b; }

  friend bool operator==(const Pack& a, const Pack& b) {
    return all([](const Lanes& x, const Lanes& y) { return x == y; }, a, b);
  }
  friend bool operator<(const Pack& a, const Pack& b) {
    return all([](const Lanes& x, const Lanes& y) { return x < y; }, a, b);
  }
  friend bool operator<=(const Pack& a, const Pack& b) {
    return all([](const Lanes& x, const Lanes& y) { return x <= y; }, a, b);
  }
  friend bool operator>(const Pack& a, const Pack& b) { return b < a; }
  friend bool operator>=(const Pack& a, const Pack& b) { return b <= a; }

  friend Pack abs(const Pack& a) {
    using Whole = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
    using Bits [[gnu::vector_size(register_bytes)]] = Whole;
    constexpr Whole all_but_sign = std::numeric_limits<Whole>::max();
    return wise([](const Lanes& x) { return (Lanes)((Bits)x & all_but_sign); }, a);
  }
  friend Pack fabs(const Pack& a) { return abs(a); }
  friend Pack max(const Pack& a, const Pack& b) {
    return wise([](const Lanes& x, const Lanes& y) { return Lanes(x < y ? y : x); }, a, b);
  }
  friend Pack min(const Pack& a, const Pack& b) {
    return wise([](const Lanes& x, const Lanes& y) { return Lanes(y < x ? y : x); }, a, b);
  }
  friend bool isfinite(const Pack& a) { return a - a == Pack(0); }
  friend bool isnan(const Pack& a) { return !(a == a); }

  friend Pack sqrt(const Pack& a) {
    return each([](T x) { return std::sqrt(x); }, a);
  }
  friend Pack cbrt(const Pack& a) {
    return each([](T x) { return std::cbrt(x); }, a);
  }
  friend Pack sin(const Pack& a) {
    return each([](T x) { return std::sin(x); }, a);
  }
  friend Pack cos(const Pack& a) {
    return each([](T x) { return std::cos(x); }, a);
  }
  friend Pack tan(const Pack& a) {
    return each([](T x) { return std::tan(x); }, a);
  }
  friend Pack asin(const Pack& a) {
    return each([](T x) { return std::asin(x); }, a);
  }
  friend Pack acos(const Pack& a) {
    return each([](T x) { return std::acos(x); }, a);
  }
  friend Pack atan(const Pack& a) {
    return each([](T x) { return std::atan(x); }, a);
  }
  friend Pack sinh(const Pack& a) {
    return each([](T x) { return std::sinh(x); }, a);
  }
  friend Pack cosh(const Pack& a) {
    return each([](T x) { return std::cosh(x); }, a);
  }
  friend Pack tanh(const Pack& a) {
    return each([](T x) { return std::tanh(x); }, a);
  }
  friend Pack exp(const Pack& a) {
    return each([](T x) { return std::exp(x); }, a);
  }
  friend Pack expm1(const Pack& a) {
    return each([](T x) { return std::expm1(x); }, a);
  }
  friend Pack log(const Pack& a) {
    return each([](T x) { return std::log(x); }, a);
  }
  friend Pack log1p(const Pack& a) {
    return each([](T x) { return std::log1p(x); }, a);
  }
  friend Pack round(const Pack& a) {
    return each([](T x) { return std::round(x); }, a);
  }
  friend Pack floor(const Pack& a) {
    return each([](T x) { return std::floor(x); }, a);
  }
  friend Pack ceil(const Pack& a) {
    return each([](T x) { return std::ceil(x); }, a);
  }
  friend Pack atan2(const Pack& a, const Pack& b) {
    return each([](T x, T y) { return std::atan2(x, y); }, a, b);
  }
  friend Pack hypot(const Pack& a, const Pack& b) {
    return each([](T x, T y) { return std::hypot(x, y); }, a, b);
  }
  friend Pack pow(const Pack& a, const Pack& b) {
    return each([](T x, T y) { return std::pow(x, y); }, a, b);
  }

 private:
  template <int n>
  struct Part {
    using Lanes [[gnu::vector_size(n * sizeof(T))]] = T;
    Lanes lanes;
  };
  /// The n lanes of a register joined by f, halves first.
  template <int n = per_register, class F>
  static T folded(const typename Part<n>::Lanes& lanes, const F& f) {
    if constexpr (n == 1) {
      return lanes[0];
    } else {
      Part<n / 2> halves[2];
      std::memcpy(halves, &lanes, sizeof(lanes));
      return folded<n / 2>(f(halves[0].lanes, halves[1].lanes), f);
    }
  }
  /// f of every register.
  template <class F, class... Packs>
  static Pack wise(const F& f, const Packs&... packs) {
    Pack r;
    for (int i = 0; i < registers; ++i) r.lanes_[i] = f(packs.lanes_[i]...);
    return r;
  }
  /// f of every number.
  template <class F, class... Packs>
  static Pack each(const F& f, const Packs&... packs) {
    Pack r;
    for (int i = 0; i < N; ++i) r.set(i, f(packs[i]...));
    return r;
  }
  /// Does it hold for all numbers? A true one is a byte of ones in a mask.
  template <class Holds>
  static bool all(const Holds& holds, const Pack& a, const Pack& b) {
    using Bytes [[gnu::vector_size(per_register)]] = signed char;
    constexpr std::uint64_t every = ~std::uint64_t(0) >> (64 - 8 * per_register);
    std::uint64_t some = 0, common = every;
    for (int i = 0; i < registers; ++i) {
      const Bytes bytes = __builtin_convertvector(holds(a.lanes_[i], b.lanes_[i]), Bytes);
      std::uint64_t bits = 0;
      std::memcpy(&bits, &bytes, sizeof(Bytes));
      some |= bits;
      common &= bits;
    }
    if (some != 0 && common != every) [[unlikely]]
      parted = true;
    return common == every;
  }

  Lanes lanes_[registers];
};

}  // namespace hamel

template <class T, int N>
class std::numeric_limits<hamel::Pack<T, N>> : public std::numeric_limits<T> {};

namespace Eigen {
template <class T, int N>
struct NumTraits<hamel::Pack<T, N>> : NumTraits<T> {
  using Real = hamel::Pack<T, N>;
  using NonInteger = Real;
  using Nested = Real;
  using Literal = Real;
};
}  // namespace Eigen
