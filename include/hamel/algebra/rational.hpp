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

#include <boost/multiprecision/cpp_int.hpp>

#include <hamel/algebra/exact_traits.hpp>
#include <hamel/algebra/field.hpp>
#include <hamel/algebra/work_budget.hpp>
#include <hamel/core/matrix_arithmetic.hpp>

namespace hamel {

/// Integers of any size.
using Integer = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                              boost::multiprecision::et_off>;

/// A rational number, always in lowest terms with positive denominator. Numerator and denominator
/// are 64-bit words while they fit and integers of any size beyond, so nothing ever rounds or
/// overflows. Division by zero throws std::overflow_error.
class Rational {
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
      *this = Rational(Integer(value));
  }
  explicit Rational(const Integer& numerator, const Integer& denominator = 1) {
    assign(Big(numerator, denominator));
  }
  /// The double as the number it is, bit for bit; throws std::overflow_error when it is not finite.
  explicit Rational(double value) { assign(Big(value)); }

  Rational(const Rational& other)
      : numerator_(other.numerator_),
        denominator_(other.denominator_),
        big_(other.big_ ? std::make_unique<Big>(*other.big_) : nullptr) {}
  Rational(Rational&&) noexcept = default;
  Rational& operator=(const Rational& other) {
    if (this != &other) *this = Rational(other);
    return *this;
  }
  Rational& operator=(Rational&&) noexcept = default;

  Integer numerator() const {
    return big_ ? Integer(boost::multiprecision::numerator(*big_)) : Integer(numerator_);
  }
  Integer denominator() const {
    return big_ ? Integer(boost::multiprecision::denominator(*big_)) : Integer(denominator_);
  }
  bool is_zero() const { return !big_ && numerator_ == 0; }
  /// Bits of numerator and denominator together, up to whole words.
  std::int64_t bits() const {
    if (!big_) return 128;
    return length(boost::multiprecision::numerator(*big_)) +
           length(boost::multiprecision::denominator(*big_));
  }
  bool is_integer() const { return big_ ? denominator() == 1 : denominator_ == 1; }
  /// -1, 0 or 1.
  int sign() const { return big_ ? big_->sign() : (numerator_ > 0) - (numerator_ < 0); }
  /// The nearest double.
  explicit operator double() const {
    constexpr std::int64_t exact = std::int64_t(1) << 53;
    if (!big_ && numerator_ < exact && numerator_ > -exact && denominator_ < exact)
      return static_cast<double>(numerator_) / static_cast<double>(denominator_);
    return big().convert_to<double>();
  }
  /// As `3` or `-3/10`.
  std::string str() const { return big().str(); }

  Rational operator-() const {
    Rational result(*this);
    if (result.big_)
      result.big_->backend().negate();
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
    WorkBudget::charge_long(bits() + other.bits());
    assign(big() * other.big());
    return *this;
  }
  Rational& operator/=(const Rational& other) {
    if (!other.big_ && other.numerator_ != 0) {
      Rational flipped;
      flipped.numerator_ = other.numerator_ < 0 ? -other.denominator_ : other.denominator_;
      flipped.denominator_ = other.numerator_ < 0 ? -other.numerator_ : other.numerator_;
      return *this *= flipped;
    }
    WorkBudget::charge_long(bits() + other.bits());
    assign(big() / other.big());
    return *this;
  }
  friend Rational operator+(Rational x, const Rational& y) { return std::move(x += y); }
  friend Rational operator-(Rational x, const Rational& y) { return std::move(x -= y); }
  friend Rational operator*(Rational x, const Rational& y) { return std::move(x *= y); }
  friend Rational operator/(Rational x, const Rational& y) { return std::move(x /= y); }

  friend bool operator==(const Rational& x, const Rational& y) {
    if (x.big_ || y.big_) return x.big_ && y.big_ && *x.big_ == *y.big_;
    return x.numerator_ == y.numerator_ && x.denominator_ == y.denominator_;
  }
  friend std::strong_ordering operator<=>(const Rational& x, const Rational& y) {
    return (x - y).sign() <=> 0;
  }
  friend std::ostream& operator<<(std::ostream& out, const Rational& x) { return out << x.str(); }

 private:
  using Big = boost::multiprecision::number<
      boost::multiprecision::rational_adaptor<boost::multiprecision::cpp_int_backend<>>,
      boost::multiprecision::et_off>;
  static constexpr std::int64_t lowest =
      std::numeric_limits<std::int64_t>::min();  // has no negative; never stored

  /// Of a number and a denominator.
  static std::int64_t common_factor(std::int64_t number, std::int64_t denominator) {
    return denominator == 1 ? 1 : std::gcd(number, denominator);
  }
  template <class Number>
  static std::int64_t length(const Number& integer) {
    return 64 * static_cast<std::int64_t>(integer.backend().size());
  }
  Big big() const { return big_ ? *big_ : Big(numerator_, denominator_); }
  void assign(const Big& value) {
    const Integer top = boost::multiprecision::numerator(value),
                  bottom = boost::multiprecision::denominator(value);
    constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
    if (top <= highest && top >= -highest && bottom <= highest) {
      numerator_ = static_cast<std::int64_t>(top);
      denominator_ = static_cast<std::int64_t>(bottom);
      big_.reset();
    } else {
      WorkBudget::require_length(std::max(length(top), length(bottom)));
      numerator_ = 0;
      denominator_ = 1;
      big_ = std::make_unique<Big>(value);
    }
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
    WorkBudget::charge_long(bits() + other.bits());
    assign(sign < 0 ? Big(big() - other.big()) : Big(big() + other.big()));
    return *this;
  }

  std::int64_t numerator_ = 0,
               denominator_ = 1;  // the value, unless big_ holds one that does not fit
  std::unique_ptr<Big> big_;
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

/// Eigen's view of the exact numbers.
template <>
struct Eigen::NumTraits<hamel::Rational> : hamel::detail::ExactTraits<hamel::Rational, 2, 10, 10> {
};
