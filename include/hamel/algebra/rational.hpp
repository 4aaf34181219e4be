// Exact rational numbers: machine words while they fit, arbitrary size beyond; the type of every
// proof.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <ostream>
#include <string>
#include <type_traits>
#include <utility>

#include <hamel/algebra/exact_traits.hpp>
#include <hamel/algebra/field.hpp>
#include <hamel/algebra/integer.hpp>
#include <hamel/algebra/work_budget.hpp>
#include <hamel/core/matrix_arithmetic.hpp>

namespace hamel {

class Rational;

namespace detail {

/// A quotient of integers of any size, of long_arithmetic.hpp.
struct Fraction;

/// What a rational does beyond machine words. A template of nothing, whose functions are not inline: a file that never
/// computes compiles none of it.
template <class = void>
struct LongRationals {
  static Fraction* copy(const Fraction& fraction);
  static void release(Fraction* fraction) noexcept;
  static void assign(Rational& x, const Integer& value);
  static void assign(Rational& x, const Integer& numerator, const Integer& denominator);
  static void assign(Rational& x, double value);
  static Integer numerator(const Rational& x);
  static Integer denominator(const Rational& x);
  static std::int64_t bits(const Rational& x);
  static bool is_integer(const Rational& x);
  static int sign(const Rational& x);
  static double to_double(const Rational& x);
  static std::string str(const Rational& x);
  static void negate(Rational& x);
  static bool equal(const Rational& x, const Rational& y);
  static void add(Rational& x, const Rational& y, int sign);
  static void multiply(Rational& x, const Rational& y);
  static void divide(Rational& x, const Rational& y);

 private:
  static Fraction fraction(const Rational& x);
  static void store(Rational& x, const Fraction& value);
};

}  // namespace detail

/// A rational number, always in lowest terms with positive denominator. Numerator and denominator
/// are 64-bit words while they fit and integers of any size beyond, so nothing ever rounds or
/// overflows. Division by zero throws std::overflow_error.
class Rational {
  using Long = detail::LongRationals<>;

 public:
  Rational() = default;
  template <class I>
  requires std::is_integral_v<I> Rational(I value) {  // NOLINT: integers are rationals
    constexpr auto highest = std::numeric_limits<std::int64_t>::max();
    bool fits = true;
    if constexpr (std::is_unsigned_v<I>)
      fits = static_cast<std::uint64_t>(value) <= static_cast<std::uint64_t>(highest);
    else
      fits = static_cast<std::int64_t>(value) != lowest;
    if (fits)
      numerator_ = static_cast<std::int64_t>(value);
    else
      Long::assign(*this, Integer(value));
  }
  explicit Rational(const Integer& value) { Long::assign(*this, value); }
  explicit Rational(const Integer& numerator, const Integer& denominator) {
    Long::assign(*this, numerator, denominator);
  }
  /// The double as the number it is, bit for bit; throws std::overflow_error when it is not finite.
  explicit Rational(double value) { Long::assign(*this, value); }

  Rational(const Rational& other)
      : numerator_(other.numerator_),
        denominator_(other.denominator_),
        big_(other.big_ ? Long::copy(*other.big_) : nullptr) {}
  Rational(Rational&&) noexcept = default;
  Rational& operator=(const Rational& other) {
    if (this != &other) *this = Rational(other);
    return *this;
  }
  Rational& operator=(Rational&&) noexcept = default;

  Integer numerator() const { return Long::numerator(*this); }
  Integer denominator() const { return Long::denominator(*this); }
  bool is_zero() const { return !big_ && numerator_ == 0; }
  /// Bits of numerator and denominator together, up to whole words.
  std::int64_t bits() const { return big_ ? Long::bits(*this) : 128; }
  bool is_integer() const { return big_ ? Long::is_integer(*this) : denominator_ == 1; }
  /// -1, 0 or 1.
  int sign() const { return big_ ? Long::sign(*this) : (numerator_ > 0) - (numerator_ < 0); }
  /// The nearest double.
  explicit operator double() const {
    constexpr std::int64_t exact = std::int64_t(1) << 53;
    if (!big_ && numerator_ < exact && numerator_ > -exact && denominator_ < exact)
      return static_cast<double>(numerator_) / static_cast<double>(denominator_);
    return Long::to_double(*this);
  }
  /// As `3` or `-3/10`.
  std::string str() const { return Long::str(*this); }

  Rational operator-() const {
    Rational result(*this);
    if (result.big_)
      Long::negate(result);
    else
      result.numerator_ = -result.numerator_;
    return result;
  }
  Rational& operator+=(const Rational& other) { return add(other, 1); }
  Rational& operator-=(const Rational& other) { return add(other, -1); }
  Rational& operator*=(const Rational& other) {
    WorkBudget::charge(1);
    if (!big_ && !other.big_) {
      if (numerator_ == 0 || other.numerator_ == 0) return *this = Rational();
      const std::int64_t left = common_factor(numerator_, other.denominator_);
      const std::int64_t right = common_factor(other.numerator_, denominator_);
      std::int64_t top, bottom;
      if (!__builtin_mul_overflow(numerator_ / left, other.numerator_ / right, &top) &&
          !__builtin_mul_overflow(denominator_ / right, other.denominator_ / left, &bottom) &&
          top != lowest) {
        numerator_ = top;
        denominator_ = bottom;
        return *this;
      }
    }
    Long::multiply(*this, other);
    return *this;
  }
  Rational& operator/=(const Rational& other) {
    if (!other.big_ && other.numerator_ != 0) {
      Rational flipped;
      flipped.numerator_ = other.numerator_ < 0 ? -other.denominator_ : other.denominator_;
      flipped.denominator_ = other.numerator_ < 0 ? -other.numerator_ : other.numerator_;
      return *this *= flipped;
    }
    Long::divide(*this, other);
    return *this;
  }
  friend Rational operator+(Rational x, const Rational& y) { return std::move(x += y); }
  friend Rational operator-(Rational x, const Rational& y) { return std::move(x -= y); }
  friend Rational operator*(Rational x, const Rational& y) { return std::move(x *= y); }
  friend Rational operator/(Rational x, const Rational& y) { return std::move(x /= y); }

  friend bool operator==(const Rational& x, const Rational& y) {
    if (x.big_ || y.big_) return x.big_ && y.big_ && Long::equal(x, y);
    return x.numerator_ == y.numerator_ && x.denominator_ == y.denominator_;
  }
  friend std::strong_ordering operator<=>(const Rational& x, const Rational& y) {
    return (x - y).sign() <=> 0;
  }
  friend std::ostream& operator<<(std::ostream& out, const Rational& x) { return out << x.str(); }

 private:
  friend Long;
  struct Release {
    void operator()(detail::Fraction* fraction) const noexcept { Long::release(fraction); }
  };
  static constexpr std::int64_t lowest =
      std::numeric_limits<std::int64_t>::min();  // has no negative; never stored

  /// Of a number and a denominator.
  static std::int64_t common_factor(std::int64_t number, std::int64_t denominator) {
    return denominator == 1 ? 1 : std::gcd(number, denominator);
  }
  Rational& add(const Rational& other, int sign) {
    WorkBudget::charge(1);
    if (!big_ && !other.big_) {
      if (other.numerator_ == 0) return *this;
      const std::int64_t term = sign < 0 ? -other.numerator_ : other.numerator_;
      const std::int64_t common = common_factor(denominator_, other.denominator_);
      std::int64_t left, right, top, bottom;
      if (!__builtin_mul_overflow(numerator_, other.denominator_ / common, &left) &&
          !__builtin_mul_overflow(term, denominator_ / common, &right) &&
          !__builtin_add_overflow(left, right, &top) && top != lowest &&
          !__builtin_mul_overflow(denominator_, other.denominator_ / common, &bottom)) {
        // what divides both divides the common factor of the denominators (Knuth, vol. 2, sec. 4.5.1)
        const std::int64_t factor = common_factor(top, common);
        numerator_ = top / factor;
        denominator_ = bottom / factor;
        return *this;
      }
    }
    Long::add(*this, other, sign);
    return *this;
  }

  std::int64_t numerator_ = 0,
               denominator_ = 1;  // the value, unless big_ holds one that does not fit
  std::unique_ptr<detail::Fraction, Release> big_;
};

/// The absolute value.
inline Rational abs(const Rational& value) {
  return value.sign() < 0 ? -value : value;
}

/// The nearest double.
inline double to_double(const Rational& value) {
  return static_cast<double>(value);
}

/// The sign: -1, 0 or 1.
inline int sign(const Rational& value) {
  return value.sign();
}

/// The number as text that `parse_rational` reads back exactly: `3`, `-3/10`.
inline std::string text(const Rational& value) {
  return value.str();
}

static_assert(ExactNumber<Rational>);

}  // namespace hamel

#ifndef HAMEL_LONG_ARITHMETIC_ELSEWHERE       // as where hamel::io is linked, which has it
#include <hamel/algebra/long_arithmetic.hpp>  // what it declares
#endif

/// Eigen's view of the exact numbers.
template <>
struct Eigen::NumTraits<hamel::Rational> : hamel::detail::ExactTraits<hamel::Rational, 2, 10, 10> {
};
