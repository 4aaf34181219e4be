// The value of a formula beside the terms that were summed in it, before they cancelled.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <type_traits>
#include <vector>

#include <hamel/core/pivots.hpp>
#include <hamel/io/expression.hpp>
#include <hamel/io/system_file.hpp>

#include "formulas/expression_value.hpp"

namespace hamel::reading {

/// A number with the size of what it was made of: it is known to a few roundings of `terms`. Terms of a sum add up;
/// those of a product or a function are as large, relative to it, as those of its argument.
struct SummedValue {
  double value = 0, terms = 0;

  SummedValue() = default;
  template <class T>
  requires(std::is_arithmetic_v<T>) SummedValue(T x)
      : value(double(x)), terms(std::abs(double(x))) {}
  SummedValue(double x, double sum) : value(x), terms(std::max(std::abs(x), sum)) {}

  /// f(x) from f and f'.
  static SummedValue of(double f, double slope, const SummedValue& x) {
    return {f, slope == 0 ? 0 : std::abs(slope) * x.terms};
  }

  friend SummedValue operator-(const SummedValue& x) { return {-x.value, x.terms}; }
  friend SummedValue operator+(const SummedValue& x, const SummedValue& y) {
    return {x.value + y.value, x.terms + y.terms};
  }
  friend SummedValue operator-(const SummedValue& x, const SummedValue& y) { return x + -y; }
  friend SummedValue operator*(const SummedValue& x, const SummedValue& y) {
    return {x.value * y.value, std::max(x.terms * std::abs(y.value), std::abs(x.value) * y.terms)};
  }
  friend SummedValue operator/(const SummedValue& x, const SummedValue& y) {
    const double size = std::abs(y.value), quotient = x.value / y.value;
    return {quotient, std::max(x.terms / size, std::abs(quotient) * y.terms / size)};
  }

  friend bool operator>(const SummedValue& x, const SummedValue& y) { return x.value > y.value; }
  friend bool operator<=(const SummedValue& x, const SummedValue& y) { return x.value <= y.value; }

  friend SummedValue sin(const SummedValue& x) {
    return of(std::sin(x.value), std::cos(x.value), x);
  }
  friend SummedValue cos(const SummedValue& x) {
    return of(std::cos(x.value), std::sin(x.value), x);
  }
  friend SummedValue tan(const SummedValue& x) {
    const double f = std::tan(x.value);
    return of(f, 1 + f * f, x);
  }
  friend SummedValue exp(const SummedValue& x) {
    const double f = std::exp(x.value);
    return of(f, f, x);
  }
  friend SummedValue log(const SummedValue& x) { return of(std::log(x.value), 1 / x.value, x); }
  friend SummedValue sqrt(const SummedValue& x) {
    const double f = std::sqrt(x.value);
    return of(f, 1 / (2 * f), x);
  }
  friend SummedValue asin(const SummedValue& x) {
    return of(std::asin(x.value), 1 / std::sqrt((1 - x.value) * (1 + x.value)), x);
  }
  friend SummedValue acos(const SummedValue& x) {
    return of(std::acos(x.value), 1 / std::sqrt((1 - x.value) * (1 + x.value)), x);
  }
  friend SummedValue atan(const SummedValue& x) {
    return of(std::atan(x.value), 1 / (1 + x.value * x.value), x);
  }
  friend SummedValue sinh(const SummedValue& x) {
    return of(std::sinh(x.value), std::cosh(x.value), x);
  }
  friend SummedValue cosh(const SummedValue& x) {
    return of(std::cosh(x.value), std::sinh(x.value), x);
  }
  friend SummedValue tanh(const SummedValue& x) {
    const double f = std::tanh(x.value);
    return of(f, 1 - f * f, x);
  }
  friend SummedValue atan2(const SummedValue& y, const SummedValue& x) {
    const double square = x.value * x.value + y.value * y.value;
    return {std::atan2(y.value, x.value),
            (std::abs(x.value) * y.terms + std::abs(y.value) * x.terms) / square};
  }
};

/// The formula at a point. A variable that is 0 is known exactly.
inline SummedValue summed_at(const Expression& formula, const std::vector<Number>& point) {
  std::vector<SummedValue> variables;
  for (const Number& x : point) variables.emplace_back(x.value);
  return formula.evaluate<SummedValue>(std::span<const SummedValue>(variables));
}

inline Sum as_sum(const SummedValue& x) {
  return {x.value, x.terms};
}

}  // namespace hamel::reading
