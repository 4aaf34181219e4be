// Exact numbers made of rationals and of cosines and sines of rational angles, or of pi, with their signs.
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <hamel/algebra/exact_traits.hpp>

#include "enclosure.hpp"
#include "exact/rational_function.hpp"
#include "tangent_number.hpp"

namespace hamel {

/// The tangent of a rational angle, or pi where that is 0. Both are transcendental (Lindemann).
struct Transcendental {
  explicit Transcendental(const Rational& of)
      : angle(of), value(of.is_zero() ? pi() : tan(Enclosure(of))) {}

  bool is_pi() const { return angle.is_zero(); }
  double rounded() const { return is_pi() ? std::acos(-1.0) : std::tan(to_double(angle)); }

  Rational angle;
  Enclosure value;

 private:
  /// 16 arctan(1/5) - 4 arctan(1/239) (Machin).
  static Enclosure pi() {
    const auto arctangent_of_inverse = [](int n) {
      constexpr int terms = 160;  // 5^-320 < 2^-700
      Enclosure sum, power = Enclosure(1) / Enclosure(n);
      for (int k = 0; k < terms; ++k, power *= Enclosure(Rational(-1) / Rational(n * n)))
        sum += power / Enclosure(2 * k + 1);
      return sum.widened(Enclosure::bits - 8);
    };
    return Enclosure(16) * arctangent_of_inverse(5) - Enclosure(4) * arctangent_of_inverse(239);
  }
};

/// f(s). As s is transcendental, f(s) is 0 where f is 0 alone; else its sign is seen in enclosures. Constants belong to
/// every s; numbers of different ones do not mix.
class AngleNumber {
 public:
  AngleNumber() = default;
  template <class I>
  requires std::is_integral_v<I> AngleNumber(I value)
      : value_(value) {}  // NOLINT: integers are numbers
  explicit AngleNumber(Rational value) : value_(std::move(value)) {}
  AngleNumber(RationalFunction f, std::shared_ptr<const Transcendental> s)
      : value_(std::move(f)), s_(std::move(s)) {}

  bool is_zero() const { return value_.is_zero(); }
  /// Throws std::overflow_error where enclosures do not tell.
  int sign() const {
    if (is_zero()) return 0;
    if (value_.is_constant()) return value_.numerator().leading().sign();
    const int both = at(value_.numerator()).sign() * at(value_.denominator()).sign();
    if (both == 0) throw std::overflow_error("a number too near to 0 for its sign");
    return both;
  }
  const RationalFunction& function() const { return value_; }
  const std::shared_ptr<const Transcendental>& s() const { return s_; }

  AngleNumber operator-() const { return {-value_, s_}; }
  friend AngleNumber operator+(const AngleNumber& x, const AngleNumber& y) {
    return {x.value_ + y.value_, common(x, y)};
  }
  friend AngleNumber operator-(const AngleNumber& x, const AngleNumber& y) {
    return {x.value_ - y.value_, common(x, y)};
  }
  friend AngleNumber operator*(const AngleNumber& x, const AngleNumber& y) {
    return {x.value_ * y.value_, common(x, y)};
  }
  friend AngleNumber operator/(const AngleNumber& x, const AngleNumber& y) {
    return {x.value_ / y.value_, common(x, y)};
  }
  AngleNumber& operator+=(const AngleNumber& y) { return *this = *this + y; }
  AngleNumber& operator-=(const AngleNumber& y) { return *this = *this - y; }
  AngleNumber& operator*=(const AngleNumber& y) { return *this = *this * y; }
  AngleNumber& operator/=(const AngleNumber& y) { return *this = *this / y; }
  friend bool operator==(const AngleNumber& x, const AngleNumber& y) {
    return x.value_ == y.value_;
  }

 private:
  static std::shared_ptr<const Transcendental> common(const AngleNumber& x, const AngleNumber& y) {
    if (x.s_ && y.s_ && x.s_ != y.s_)
      throw std::logic_error("numbers made of different ones do not mix");
    return x.s_ ? x.s_ : y.s_;
  }
  Enclosure at(const Polynomial& p) const {
    Enclosure sum;
    for (auto c = p.coefficients().rbegin(); c != p.coefficients().rend(); ++c)
      sum = sum * s_->value + Enclosure(*c);
    return sum;
  }

  RationalFunction value_;
  std::shared_ptr<const Transcendental> s_;
};

inline int sign(const AngleNumber& x) {
  return x.sign();
}

/// What numbers of a point are made of, if it is not rational.
template <class Point>
std::shared_ptr<const Transcendental> transcendental_in(const Point& point) {
  for (const AngleNumber& x : point.reshaped())
    if (x.s()) return x.s();
  return nullptr;
}

/// Cosine and sine of x, where these are of Q(s): x is 0, a multiple of the double angle, and no large one, or of pi/2.
inline std::optional<std::pair<AngleNumber, AngleNumber>> turned(
    const RationalFunction& x, const std::shared_ptr<const Transcendental>& s) {
  if (x.is_zero()) return std::pair(AngleNumber(1), AngleNumber(0));
  if (!s || x.denominator().degree() > 0 || x.numerator().degree() > (s->is_pi() ? 1 : 0))
    return std::nullopt;
  const Rational lead = x.numerator().leading();
  if (s->is_pi()) {
    const Rational quarters = lead * Rational(2), rest = x.numerator()(Rational(0));
    if (!rest.is_zero() || !quarters.is_integer()) return std::nullopt;
    const int turn = static_cast<int>(((quarters.numerator() % 4) + 4) % 4);
    return std::pair(AngleNumber(turn % 2 == 0 ? 1 - turn : 0),
                     AngleNumber(turn % 2 == 1 ? 2 - turn : 0));
  }
  TangentNumberOver<RationalFunction>::Angles angles(RationalFunction::parameter());
  const Rational unit = s->angle * Rational(2);
  angles.add(unit);
  if (!Rational(lead / unit).is_integer()) return std::nullopt;
  const auto both = angles.turned(unit.sign() < 0 ? Rational(-lead) : lead);
  if (!both) return std::nullopt;
  return std::pair(AngleNumber(both->first, s), AngleNumber(both->second, s));
}

/// f(s), rounded.
inline double to_double(const RationalFunction& f, double s) {
  const auto at = [&](const Polynomial& p) {
    double sum = 0;
    for (auto c = p.coefficients().rbegin(); c != p.coefficients().rend(); ++c)
      sum = sum * s + to_double(*c);
    return sum;
  };
  return at(f.numerator()) / at(f.denominator());
}
inline double to_double(const AngleNumber& x) {
  return to_double(x.function(), x.s() ? x.s()->rounded() : 0);
}

}  // namespace hamel

template <>
struct Eigen::NumTraits<hamel::AngleNumber>
    : hamel::detail::ExactTraits<hamel::AngleNumber, 10, 100, 100> {};
