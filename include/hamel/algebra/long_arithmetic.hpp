// Rational numbers beyond machine words: the functions that rational.hpp declares.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include <boost/multiprecision/cpp_int.hpp>

#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/work_budget.hpp>

namespace hamel::detail {

/// Bits of an integer, up to whole words.
template <class Number>
std::int64_t length(const Number& integer) {
  return 64 * static_cast<std::int64_t>(integer.backend().size());
}

template <class Long, class Int>
Long LongArithmetic<Long, Int>::fraction(const Rational& x) {
  return x.big_ ? *x.big_ : Long(x.numerator_, x.denominator_);
}

/// In words where they suffice.
template <class Long, class Int>
void LongArithmetic<Long, Int>::store(Rational& x, const Long& value) {
  const Int top = boost::multiprecision::numerator(value),
            bottom = boost::multiprecision::denominator(value);
  constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
  if (top <= highest && top >= -highest && bottom <= highest) {
    x.numerator_ = static_cast<std::int64_t>(top);
    x.denominator_ = static_cast<std::int64_t>(bottom);
    x.big_.reset();
  } else {
    WorkBudget::require_length(std::max(length(top), length(bottom)));
    x.numerator_ = 0;
    x.denominator_ = 1;
    x.big_.reset(copy(value));
  }
}

template <class Long, class Int>
Long* LongArithmetic<Long, Int>::copy(const Long& fraction) {
  return new Long(fraction);
}

template <class Long, class Int>
void LongArithmetic<Long, Int>::release(Long* fraction) noexcept {
  delete fraction;
}

/// A word in two's complement: a negative one is its magnitude's.
template <class Long, class Int>
void LongArithmetic<Long, Int>::assign(Rational& x, bool negative, std::uint64_t magnitude) {
  const Int value(negative ? 0 - magnitude : magnitude);
  assign(x, negative ? Int(-value) : value);
}

template <class Long, class Int>
void LongArithmetic<Long, Int>::assign(Rational& x, const Int& value) {
  store(x, Long(value));
}

template <class Long, class Int>
void LongArithmetic<Long, Int>::assign(Rational& x, const Int& numerator, const Int& denominator) {
  store(x, Long(numerator) /
               Long(denominator));  // Boost's constructor of both refuses a negative denominator
}

template <class Long, class Int>
void LongArithmetic<Long, Int>::assign(Rational& x, double value) {
  store(x, Long(value));
}

template <class Long, class Int>
Int LongArithmetic<Long, Int>::numerator(const Rational& x) {
  return x.big_ ? Int(boost::multiprecision::numerator(*x.big_)) : Int(x.numerator_);
}

template <class Long, class Int>
Int LongArithmetic<Long, Int>::denominator(const Rational& x) {
  return x.big_ ? Int(boost::multiprecision::denominator(*x.big_)) : Int(x.denominator_);
}

template <class Long, class Int>
std::int64_t LongArithmetic<Long, Int>::bits(const Rational& x) {
  return length(boost::multiprecision::numerator(*x.big_)) +
         length(boost::multiprecision::denominator(*x.big_));
}

template <class Long, class Int>
bool LongArithmetic<Long, Int>::is_integer(const Rational& x) {
  return denominator(x) == 1;
}

template <class Long, class Int>
int LongArithmetic<Long, Int>::sign(const Rational& x) {
  return x.big_->sign();
}

template <class Long, class Int>
double LongArithmetic<Long, Int>::to_double(const Rational& x) {
  return fraction(x).template convert_to<double>();
}

template <class Long, class Int>
std::string LongArithmetic<Long, Int>::str(const Rational& x) {
  return fraction(x).str();
}

template <class Long, class Int>
void LongArithmetic<Long, Int>::negate(Rational& x) {
  x.big_->backend().negate();
}

template <class Long, class Int>
bool LongArithmetic<Long, Int>::equal(const Rational& x, const Rational& y) {
  return *x.big_ == *y.big_;
}

template <class Long, class Int>
void LongArithmetic<Long, Int>::add(Rational& x, const Rational& y, int sign) {
  WorkBudget::charge_long(x.bits() + y.bits());
  store(x, sign < 0 ? Long(fraction(x) - fraction(y)) : Long(fraction(x) + fraction(y)));
}

template <class Long, class Int>
void LongArithmetic<Long, Int>::multiply(Rational& x, const Rational& y) {
  WorkBudget::charge_long(x.bits() + y.bits());
  store(x, fraction(x) * fraction(y));
}

template <class Long, class Int>
void LongArithmetic<Long, Int>::divide(Rational& x, const Rational& y) {
  WorkBudget::charge_long(x.bits() + y.bits());
  store(x, fraction(x) / fraction(y));
}

}  // namespace hamel::detail
