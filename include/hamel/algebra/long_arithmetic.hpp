// Numbers beyond machine words, by Boost: the functions that integer.hpp and rational.hpp declare.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include <boost/multiprecision/cpp_int.hpp>

#include <hamel/algebra/integer.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/work_budget.hpp>

namespace hamel::detail {

/// Integers of any size.
using BoostInteger = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                                   boost::multiprecision::et_off>;

/// Quotients of such integers.
using BoostFraction = boost::multiprecision::number<
    boost::multiprecision::rational_adaptor<boost::multiprecision::cpp_int_backend<>>,
    boost::multiprecision::et_off>;

struct Fraction {
  BoostFraction number;
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
  return StoredInteger::made(
      boost::multiprecision::gcd(StoredInteger::of(x), StoredInteger::of(y)));
}

template <class T>
Integer LongIntegers<T>::lcm(const Integer& x, const Integer& y) {
  return StoredInteger::made(
      boost::multiprecision::lcm(StoredInteger::of(x), StoredInteger::of(y)));
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
  return x.big_ ? *x.big_ : Fraction{BoostFraction(x.numerator_, x.denominator_)};
}

/// In words where they suffice.
template <class T>
void LongRationals<T>::store(Rational& x, const Fraction& value) {
  const BoostInteger top = boost::multiprecision::numerator(value.number),
                     bottom = boost::multiprecision::denominator(value.number);
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
  store(x, {BoostFraction(StoredInteger::of(value))});
}

template <class T>
void LongRationals<T>::assign(Rational& x, const Integer& numerator, const Integer& denominator) {
  // Boost's constructor of both refuses a negative denominator
  store(x, {BoostFraction(StoredInteger::of(numerator)) /
            BoostFraction(StoredInteger::of(denominator))});
}

template <class T>
void LongRationals<T>::assign(Rational& x, double value) {
  store(x, {BoostFraction(value)});
}

template <class T>
Integer LongRationals<T>::numerator(const Rational& x) {
  return x.big_ ? StoredInteger::made(boost::multiprecision::numerator(x.big_->number))
                : Integer(x.numerator_);
}

template <class T>
Integer LongRationals<T>::denominator(const Rational& x) {
  return x.big_ ? StoredInteger::made(boost::multiprecision::denominator(x.big_->number))
                : Integer(x.denominator_);
}

template <class T>
std::int64_t LongRationals<T>::bits(const Rational& x) {
  return numerator(x).bits() + denominator(x).bits();
}

template <class T>
bool LongRationals<T>::is_integer(const Rational& x) {
  return boost::multiprecision::denominator(x.big_->number) == 1;
}

template <class T>
int LongRationals<T>::sign(const Rational& x) {
  return x.big_->number.sign();
}

template <class T>
double LongRationals<T>::to_double(const Rational& x) {
  return fraction(x).number.template convert_to<double>();
}

template <class T>
std::string LongRationals<T>::str(const Rational& x) {
  return fraction(x).number.str();
}

template <class T>
void LongRationals<T>::negate(Rational& x) {
  x.big_->number.backend().negate();
}

template <class T>
bool LongRationals<T>::equal(const Rational& x, const Rational& y) {
  return x.big_->number == y.big_->number;
}

template <class T>
void LongRationals<T>::add(Rational& x, const Rational& y, int sign) {
  WorkBudget::charge_long(x.bits() + y.bits());
  const Fraction left = fraction(x), right = fraction(y);
  store(x, {sign < 0 ? left.number - right.number : left.number + right.number});
}

template <class T>
void LongRationals<T>::multiply(Rational& x, const Rational& y) {
  WorkBudget::charge_long(x.bits() + y.bits());
  store(x, {fraction(x).number * fraction(y).number});
}

template <class T>
void LongRationals<T>::divide(Rational& x, const Rational& y) {
  WorkBudget::charge_long(x.bits() + y.bits());
  store(x, {fraction(x).number / fraction(y).number});
}

}  // namespace hamel::detail
