// Integers of any size. What they do is declared here and defined in long_arithmetic.hpp, so that a library compiles it
// once.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ostream>
#include <string>
#include <type_traits>

namespace hamel {

class Integer;

namespace detail {

struct StoredInteger;

/// The arithmetic of Integer. A template of nothing, whose functions are not inline: a file that never computes
/// compiles none of it.
template <class = void>
struct LongIntegers {
  static void make(Integer& x) noexcept;
  static void make(Integer& x, const Integer& y);
  static void make(Integer& x, Integer&& y) noexcept;
  static void destroy(Integer& x) noexcept;
  static void assign(Integer& x, bool negative, std::uint64_t magnitude);
  static void assign(Integer& x, const std::string& digits);
  static void assign(Integer& x, const Integer& y);
  static void assign(Integer& x, Integer&& y) noexcept;
  static void add(Integer& x, const Integer& y);
  static void subtract(Integer& x, const Integer& y);
  static void multiply(Integer& x, const Integer& y);
  static void divide(Integer& x, const Integer& y);
  static void reduce(Integer& x, const Integer& y);
  static void shift(Integer& x, std::int64_t left);
  static void negate(Integer& x) noexcept;
  static int compare(const Integer& x, const Integer& y);
  static int sign(const Integer& x);
  static bool is_odd(const Integer& x);
  static std::int64_t bits(const Integer& x);
  static std::int64_t most_significant_bit(const Integer& x);
  static std::int64_t to_signed(const Integer& x);
  static std::uint64_t to_unsigned(const Integer& x);
  static double to_double(const Integer& x);
  static std::string str(const Integer& x);
  static Integer gcd(const Integer& x, const Integer& y);
  static Integer lcm(const Integer& x, const Integer& y);
  static Integer root(const Integer& x);
  static Integer power(const Integer& x, unsigned exponent);
};

}  // namespace detail

/// An integer of any size. Division truncates towards 0; by zero it throws std::overflow_error.
class Integer {
  using Long = detail::LongIntegers<>;

 public:
  Integer() noexcept { Long::make(*this); }
  template <class I>
  requires std::is_integral_v<I> Integer(I value)  // NOLINT: machine words are integers
      : Integer() {
    const auto word = static_cast<std::uint64_t>(value);
    Long::assign(*this, value < 0, value < 0 ? 0 - word : word);
  }
  /// Decimal digits, a sign before them or none; throws std::runtime_error for anything else.
  explicit Integer(const std::string& digits) : Integer() { Long::assign(*this, digits); }
  Integer(const Integer& other) { Long::make(*this, other); }
  Integer(Integer&& other) noexcept { Long::make(*this, static_cast<Integer&&>(other)); }
  Integer& operator=(const Integer& other) {
    if (this != &other) Long::assign(*this, other);
    return *this;
  }
  Integer& operator=(Integer&& other) noexcept {
    Long::assign(*this, static_cast<Integer&&>(other));
    return *this;
  }
  ~Integer() { Long::destroy(*this); }

  /// -1, 0 or 1.
  int sign() const { return Long::sign(*this); }
  bool is_odd() const { return Long::is_odd(*this); }
  /// Bits that it fills, up to whole words.
  std::int64_t bits() const { return Long::bits(*this); }
  /// The machine word of the same value; the nearest one where there is none.
  template <class I>
  requires std::is_integral_v<I>
  explicit operator I() const {
    using Limits = std::numeric_limits<I>;
    if constexpr (std::is_signed_v<I>)
      return static_cast<I>(
          std::clamp<std::int64_t>(Long::to_signed(*this), Limits::min(), Limits::max()));
    else
      return static_cast<I>(std::min<std::uint64_t>(Long::to_unsigned(*this), Limits::max()));
  }
  /// The nearest double.
  explicit operator double() const { return Long::to_double(*this); }
  /// Decimal digits.
  std::string str() const { return Long::str(*this); }

  Integer operator-() const {
    Integer result(*this);
    Long::negate(result);
    return result;
  }
  Integer& operator+=(const Integer& y) { return Long::add(*this, y), *this; }
  Integer& operator-=(const Integer& y) { return Long::subtract(*this, y), *this; }
  Integer& operator*=(const Integer& y) { return Long::multiply(*this, y), *this; }
  Integer& operator/=(const Integer& y) { return Long::divide(*this, y), *this; }
  Integer& operator%=(const Integer& y) { return Long::reduce(*this, y), *this; }
  Integer& operator<<=(unsigned bits) { return Long::shift(*this, bits), *this; }
  Integer& operator>>=(unsigned bits) { return Long::shift(*this, -std::int64_t(bits)), *this; }
  Integer& operator++() { return *this += 1; }
  friend Integer operator+(Integer x, const Integer& y) { return x += y, x; }
  friend Integer operator-(Integer x, const Integer& y) { return x -= y, x; }
  friend Integer operator*(Integer x, const Integer& y) { return x *= y, x; }
  friend Integer operator/(Integer x, const Integer& y) { return x /= y, x; }
  friend Integer operator%(Integer x, const Integer& y) { return x %= y, x; }
  friend Integer operator<<(Integer x, unsigned bits) { return x <<= bits, x; }
  friend Integer operator>>(Integer x, unsigned bits) { return x >>= bits, x; }

  friend bool operator==(const Integer& x, const Integer& y) { return Long::compare(x, y) == 0; }
  friend std::strong_ordering operator<=>(const Integer& x, const Integer& y) {
    return Long::compare(x, y) <=> 0;
  }
  friend std::ostream& operator<<(std::ostream& out, const Integer& x) { return out << x.str(); }

  friend Integer abs(const Integer& x) { return x.sign() < 0 ? -x : x; }
  friend Integer gcd(const Integer& x, const Integer& y) { return Long::gcd(x, y); }
  friend Integer lcm(const Integer& x, const Integer& y) { return Long::lcm(x, y); }
  /// The largest integer whose square is at most x, for x >= 0.
  friend Integer sqrt(const Integer& x) { return Long::root(x); }
  friend Integer pow(const Integer& x, unsigned exponent) { return Long::power(x, exponent); }
  /// The place of the highest bit that is set, of x > 0.
  friend std::int64_t msb(const Integer& x) { return Long::most_significant_bit(x); }

 private:
  friend struct detail::StoredInteger;

  // The integer of long_arithmetic.hpp, in place: small ones allocate nothing.
  alignas(16) std::byte number_[32];
};

}  // namespace hamel
