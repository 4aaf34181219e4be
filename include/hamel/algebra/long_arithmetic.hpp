// Numbers beyond machine words, integers by Boost: the functions that integer.hpp and rational.hpp declare.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include <boost/multiprecision/cpp_int.hpp>

#include <hamel/algebra/integer.hpp>
#include <hamel/algebra/long_gcd.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/work_budget.hpp>

namespace hamel::detail {

/// A quotient in lowest terms with a positive denominator.
struct Fraction {
  BoostInteger numerator, denominator = 1;
};

/// What an Integer stores.
struct StoredInteger {
  static_assert(sizeof(BoostInteger) == sizeof(Integer) &&
                alignof(BoostInteger) <= alignof(Integer));

  static void* place(Integer& x) noexcept { return x.number_; }
  static BoostInteger& of(Integer& x) noexcept {
    return *std::launder(reinterpret_cast<BoostInteger*>(x.number_));
  }
  static const BoostInteger& of(const Integer& x) noexcept {
    return *std::launder(reinterpret_cast<const BoostInteger*>(x.number_));
  }
  static Integer made(BoostInteger value) noexcept {
    Integer result;
    of(result) = std::move(value);
    return result;
  }
};

template <class T>
void LongIntegers<T>::make(Integer& x) noexcept {
  new (StoredInteger::place(x)) BoostInteger;
}

template <class T>
void LongIntegers<T>::make(Integer& x, const Integer& y) {
  new (StoredInteger::place(x)) BoostInteger(StoredInteger::of(y));
}

template <class T>
void LongIntegers<T>::make(Integer& x, Integer&& y) noexcept {
  new (StoredInteger::place(x)) BoostInteger(std::move(StoredInteger::of(y)));
}

template <class T>
void LongIntegers<T>::destroy(Integer& x) noexcept {
  StoredInteger::of(x).~BoostInteger();
}

template <class T>
void LongIntegers<T>::assign(Integer& x, bool negative, std::uint64_t magnitude) {
  StoredInteger::of(x) = magnitude;
  if (negative) negate(x);
}

template <class T>
void LongIntegers<T>::assign(Integer& x, const std::string& digits) {
  StoredInteger::of(x).assign(digits);
}

template <class T>
void LongIntegers<T>::assign(Integer& x, const Integer& y) {
  StoredInteger::of(x) = StoredInteger::of(y);
}

template <class T>
void LongIntegers<T>::assign(Integer& x, Integer&& y) noexcept {
  StoredInteger::of(x) = std::move(StoredInteger::of(y));
}

template <class T>
void LongIntegers<T>::add(Integer& x, const Integer& y) {
  StoredInteger::of(x) += StoredInteger::of(y);
}

template <class T>
void LongIntegers<T>::subtract(Integer& x, const Integer& y) {
  StoredInteger::of(x) -= StoredInteger::of(y);
}

template <class T>
void LongIntegers<T>::multiply(Integer& x, const Integer& y) {
  StoredInteger::of(x) *= StoredInteger::of(y);
}

template <class T>
void LongIntegers<T>::divide(Integer& x, const Integer& y) {
  StoredInteger::of(x) /= StoredInteger::of(y);
}

template <class T>
void LongIntegers<T>::reduce(Integer& x, const Integer& y) {
  StoredInteger::of(x) %= StoredInteger::of(y);
}

template <class T>
void LongIntegers<T>::shift(Integer& x, std::int64_t left) {
  if (left < 0)
    StoredInteger::of(x) >>= -left;
  else
    StoredInteger::of(x) <<= left;
}

template <class T>
void LongIntegers<T>::negate(Integer& x) noexcept {
  StoredInteger::of(x).backend().negate();
}

template <class T>
int LongIntegers<T>::compare(const Integer& x, const Integer& y) {
  return StoredInteger::of(x).compare(StoredInteger::of(y));
}

template <class T>
int LongIntegers<T>::sign(const Integer& x) {
  return StoredInteger::of(x).sign();
}

template <class T>
bool LongIntegers<T>::is_odd(const Integer& x) {
  return StoredInteger::of(x).backend().limbs()[0] & 1u;
}

template <class T>
std::int64_t LongIntegers<T>::bits(const Integer& x) {
  return 64 * static_cast<std::int64_t>(StoredInteger::of(x).backend().size());
}

template <class T>
std::int64_t LongIntegers<T>::most_significant_bit(const Integer& x) {
  return static_cast<std::int64_t>(boost::multiprecision::msb(StoredInteger::of(x)));
}

template <class T>
std::int64_t LongIntegers<T>::to_signed(const Integer& x) {
  return StoredInteger::of(x).template convert_to<std::int64_t>();
}

template <class T>
std::uint64_t LongIntegers<T>::to_unsigned(const Integer& x) {
  return StoredInteger::of(x).template convert_to<std::uint64_t>();
}

template <class T>
double LongIntegers<T>::to_double(const Integer& x) {
  return StoredInteger::of(x).template convert_to<double>();
}

template <class T>
std::string LongIntegers<T>::str(const Integer& x) {
  return StoredInteger::of(x).str();
}

template <class T>
Integer LongIntegers<T>::gcd(const Integer& x, const Integer& y) {
  return StoredInteger::made(long_gcd(StoredInteger::of(x), StoredInteger::of(y)));
}

template <class T>
Integer LongIntegers<T>::lcm(const Integer& x, const Integer& y) {
  const BoostInteger &a = StoredInteger::of(x), &b = StoredInteger::of(y);
  return StoredInteger::made(a == 0 || b == 0 ? BoostInteger() : abs(a / long_gcd(a, b) * b));
}

template <class T>
Integer LongIntegers<T>::root(const Integer& x) {
  return StoredInteger::made(boost::multiprecision::sqrt(StoredInteger::of(x)));
}

template <class T>
Integer LongIntegers<T>::power(const Integer& x, unsigned exponent) {
  return StoredInteger::made(boost::multiprecision::pow(StoredInteger::of(x), exponent));
}

template <class T>
Fraction LongRationals<T>::fraction(const Rational& x) {
  return x.big_ ? *x.big_ : Fraction{x.numerator_, x.denominator_};
}

/// In words where they suffice.
template <class T>
void LongRationals<T>::store(Rational& x, const Fraction& value) {
  const auto& [top, bottom] = value;
  constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
  if (top <= highest && top >= -highest && bottom <= highest) {
    x.numerator_ = static_cast<std::int64_t>(top);
    x.denominator_ = static_cast<std::int64_t>(bottom);
    x.big_.reset();
  } else {
    WorkBudget::require_length(
        64 * static_cast<std::int64_t>(std::max(top.backend().size(), bottom.backend().size())));
    x.numerator_ = 0;
    x.denominator_ = 1;
    x.big_.reset(new Fraction(value));
  }
}

template <class T>
Fraction* LongRationals<T>::copy(const Fraction& fraction) {
  return new Fraction(fraction);
}

template <class T>
void LongRationals<T>::release(Fraction* fraction) noexcept {
  delete fraction;
}

template <class T>
void LongRationals<T>::assign(Rational& x, const Integer& value) {
  store(x, {StoredInteger::of(value)});
}

template <class T>
void LongRationals<T>::assign(Rational& x, const Integer& numerator, const Integer& denominator) {
  store(x, {StoredInteger::of(numerator)});
  Rational divisor;
  store(divisor, {StoredInteger::of(denominator)});
  x /= divisor;
}

/// m 2^e with a whole number m of 53 bits.
template <class T>
void LongRationals<T>::assign(Rational& x, double value) {
  if (!std::isfinite(value)) throw std::overflow_error("a double that is not finite");
  int exponent = 0;
  const double m = std::ldexp(std::frexp(value, &exponent), 53);
  const BoostInteger power = BoostInteger(1) << std::abs(exponent - 53);
  Rational scale;
  store(scale, {power});
  x = Rational(static_cast<std::int64_t>(m));
  exponent < 53 ? x /= scale : x *= scale;
}

template <class T>
Integer LongRationals<T>::numerator(const Rational& x) {
  return x.big_ ? StoredInteger::made(x.big_->numerator) : Integer(x.numerator_);
}

template <class T>
Integer LongRationals<T>::denominator(const Rational& x) {
  return x.big_ ? StoredInteger::made(x.big_->denominator) : Integer(x.denominator_);
}

template <class T>
std::int64_t LongRationals<T>::bits(const Rational& x) {
  return 64 * static_cast<std::int64_t>(x.big_->numerator.backend().size() +
                                        x.big_->denominator.backend().size());
}

template <class T>
bool LongRationals<T>::is_integer(const Rational& x) {
  return x.big_->denominator == 1;
}

template <class T>
int LongRationals<T>::sign(const Rational& x) {
  return x.big_->numerator.sign();
}

/// The quotient rounded once, to even where it is halfway: its first bits as a whole number, the last of them set where
/// something is left behind them.
template <class T>
double LongRationals<T>::to_double(const Rational& x) {
  auto [top, bottom] = fraction(x);
  if (top == 0) return 0;
  const bool negative = top < 0;
  if (negative) top = -top;
  // 2^(size-1) < |x| < 2^(size+1); one more bit than a double keeps there, and one that says "more".
  const auto size = static_cast<std::int64_t>(boost::multiprecision::msb(top)) -
                    static_cast<std::int64_t>(boost::multiprecision::msb(bottom));
  constexpr std::int64_t least = std::numeric_limits<double>::min_exponent - 55;
  if (size > std::numeric_limits<double>::max_exponent) return negative ? -HUGE_VAL : HUGE_VAL;
  const std::int64_t shift = std::min(56 - size, -least);
  if (shift > 0)
    top <<= shift;
  else
    bottom <<= -shift;
  BoostInteger quotient, rest;
  boost::multiprecision::divide_qr(top, bottom, quotient, rest);
  const auto bits = static_cast<std::int64_t>(quotient) | (rest == 0 ? 0 : 1);
  const double rounded = std::ldexp(static_cast<double>(bits), static_cast<int>(-shift));
  return negative ? -rounded : rounded;
}

template <class T>
std::string LongRationals<T>::str(const Rational& x) {
  const auto [top, bottom] = fraction(x);
  return bottom == 1 ? top.str() : top.str() + "/" + bottom.str();
}

template <class T>
void LongRationals<T>::negate(Rational& x) {
  x.big_->numerator.backend().negate();
}

template <class T>
bool LongRationals<T>::equal(const Rational& x, const Rational& y) {
  return x.big_->numerator == y.big_->numerator && x.big_->denominator == y.big_->denominator;
}

/// a/b + c/d: where g = gcd(b, d), what divides numerator and denominator of the sum divides g (Knuth, vol. 2,
/// sec. 4.5.1).
template <class T>
void LongRationals<T>::add(Rational& x, const Rational& y, int sign) {
  WorkBudget::charge_long(x.bits() + y.bits());
  const auto [a, b] = fraction(x);
  auto [c, d] = fraction(y);
  if (sign < 0) c = -c;
  const BoostInteger g = long_gcd(b, d);
  if (g == 1) return store(x, {a * d + b * c, b * d});
  const BoostInteger part = b / g, sum = a * (d / g) + part * c, common = long_gcd(sum, g);
  store(x, {sum / common, part * (d / common)});
}

/// a/b c/d, where what a and d, and c and b have in common is taken out first.
template <class T>
void LongRationals<T>::multiply(Rational& x, const Rational& y) {
  WorkBudget::charge_long(x.bits() + y.bits());
  const auto [a, b] = fraction(x);
  const auto [c, d] = fraction(y);
  const BoostInteger across = long_gcd(a, d), back = long_gcd(c, b);
  store(x, {(a / across) * (c / back), (b / back) * (d / across)});
}

template <class T>
void LongRationals<T>::divide(Rational& x, const Rational& y) {
  Fraction inverse = fraction(y);
  std::swap(inverse.numerator, inverse.denominator);
  if (inverse.denominator == 0) throw std::overflow_error("division by zero");
  if (inverse.denominator < 0) {
    inverse.numerator = -inverse.numerator;
    inverse.denominator = -inverse.denominator;
  }
  Rational factor;
  store(factor, inverse);
  multiply(x, factor);
}

}  // namespace hamel::detail
