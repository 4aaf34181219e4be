// Real numbers between two dyadic rationals: what is not 0 then is not 0, whatever functions made it.
#pragma once

#include <stdexcept>
#include <utility>

#include <hamel/algebra/rational.hpp>

namespace hamel {

/// A number known to be within `radius` of `middle`, both in units of 2^-bits. Every operation encloses its true
/// result; std::domain_error where it is not known to be defined.
class Enclosure {
 public:
  static constexpr unsigned bits = 640;
  static constexpr int largest_argument = 64;  ///< of a cosine or a sine

  Enclosure() = default;
  explicit Enclosure(int number) : middle_(Integer(number) << bits) {}
  explicit Enclosure(const Rational& number)
      : middle_(Integer(number.numerator() << bits) / number.denominator()),
        radius_(number.is_integer() ? 0 : 1) {}

  /// -1 or 1 where that is known, else 0.
  int sign() const { return abs(middle_) > radius_ ? middle_.sign() : 0; }

  /// With 2^-power more on both sides.
  Enclosure widened(unsigned power) const {
    return {middle_, radius_ + (Integer(1) << (bits - power))};
  }

  friend Enclosure operator+(const Enclosure& x, const Enclosure& y) {
    return {x.middle_ + y.middle_, x.radius_ + y.radius_};
  }
  friend Enclosure operator-(const Enclosure& x, const Enclosure& y) {
    return {x.middle_ - y.middle_, x.radius_ + y.radius_};
  }
  friend Enclosure operator*(const Enclosure& x, const Enclosure& y) {
    const Integer spread =
        abs(x.middle_) * y.radius_ + abs(y.middle_) * x.radius_ + x.radius_ * y.radius_;
    return {(x.middle_ * y.middle_) / unit(), spread / unit() + 2};
  }
  friend Enclosure operator/(const Enclosure& x, const Enclosure& y) { return x * y.inverse(); }
  Enclosure& operator+=(const Enclosure& y) { return *this = *this + y; }
  Enclosure& operator*=(const Enclosure& y) { return *this = *this * y; }

  friend Enclosure cos(const Enclosure& x) { return series(x, Enclosure(1), x * x, 2); }
  friend Enclosure sin(const Enclosure& x) { return series(x, x, x * x, 3); }
  friend Enclosure tan(const Enclosure& x) { return sin(x) / cos(x); }

 private:
  Enclosure(Integer middle, Integer radius)
      : middle_(std::move(middle)), radius_(std::move(radius)) {}

  static Integer unit() { return Integer(1) << bits; }
  static void expect(bool known) {
    if (!known) throw std::domain_error("a function of a number that is not known well enough");
  }
  Enclosure inverse() const {
    expect(sign() != 0);
    const Integer square = unit() * unit(), least = abs(middle_) - radius_;
    return {square / middle_, square * radius_ / (abs(middle_) * least) + 2};
  }
  /// first (1 - square / (k (k - 1)) + square^2 / ((k + 2) (k + 1) k (k - 1)) - ...): of cos x with k = 2, of sin x with
  /// k = 3.
  static Enclosure series(const Enclosure& x, const Enclosure& first, const Enclosure& square,
                          int k) {
    expect(abs(x.middle_) + x.radius_ <= largest_argument * unit());
    Enclosure sum = first, term = first;
    for (int n = k; n < 4 * largest_argument || abs(term.middle_) > term.radius_ + 1; n += 2) {
      term *= square / Enclosure(-n * (n - 1));
      sum += term;
    }
    sum.radius_ +=
        abs(term.middle_) + term.radius_;  // terms that are left fall by more than half each
    return sum;
  }

  Integer middle_, radius_;
};

}  // namespace hamel
