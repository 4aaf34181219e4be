// Exact numbers made of rationals and of cosines and sines of rational angles, with their signs.
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <hamel/algebra/exact_traits.hpp>
#include <hamel/algebra/rational_function.hpp>

#include "enclosure.hpp"
#include "tangent_number.hpp"

namespace hamel {

/// The tangent of a rational angle that is not 0.
struct RationalTangent {
  explicit RationalTangent(const Rational& of) : angle(of), value(tan(Enclosure(of))) {}

  Rational angle;
  Enclosure value;
};

/// f(s), s = tan(angle). As s is transcendental (Lindemann), f(s) is 0 where f is 0 alone; else its sign is seen in
/// enclosures. Constants belong to every angle; numbers of different angles do not mix.
class AngleNumber {
 public:
  AngleNumber() = default;
  template <class I>
  requires std::is_integral_v<I> AngleNumber(I value)
      : value_(value) {}  // NOLINT: integers are numbers
  explicit AngleNumber(Rational value) : value_(std::move(value)) {}
  AngleNumber(RationalFunction f, std::shared_ptr<const RationalTangent> tangent)
      : value_(std::move(f)), tangent_(std::move(tangent)) {}

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
  const std::shared_ptr<const RationalTangent>& tangent() const { return tangent_; }

  AngleNumber operator-() const { return {-value_, tangent_}; }
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
  static std::shared_ptr<const RationalTangent> common(const AngleNumber& x, const AngleNumber& y) {
    if (x.tangent_ && y.tangent_ && x.tangent_ != y.tangent_)
      throw std::logic_error("numbers of different angles do not mix");
    return x.tangent_ ? x.tangent_ : y.tangent_;
  }
  Enclosure at(const Polynomial& p) const {
    Enclosure sum;
    for (auto c = p.coefficients().rbegin(); c != p.coefficients().rend(); ++c)
      sum = sum * tangent_->value + Enclosure(*c);
    return sum;
  }

  RationalFunction value_;
  std::shared_ptr<const RationalTangent> tangent_;
};

inline int sign(const AngleNumber& x) {
  return x.sign();
}

/// The tangent that numbers of a point are made of, if it is.
template <class Point>
std::shared_ptr<const RationalTangent> tangent_in(const Point& point) {
  for (const AngleNumber& x : point.reshaped())
    if (x.tangent()) return x.tangent();
  return nullptr;
}

/// Cosine and sine of a rational x, where these are of Q(s): x is a multiple of the double angle, and no large one.
inline std::optional<std::pair<AngleNumber, AngleNumber>> turned(
    const Rational& x, const std::shared_ptr<const RationalTangent>& tangent) {
  if (x.is_zero()) return std::pair(AngleNumber(1), AngleNumber(0));
  if (!tangent) return std::nullopt;
  TangentNumberOver<RationalFunction>::Angles angles(RationalFunction::parameter());
  const Rational unit = tangent->angle * Rational(2);
  angles.add(unit);
  if (!Rational(x / unit).is_integer()) return std::nullopt;
  const auto both = angles.turned(unit.sign() < 0 ? Rational(-x) : x);
  if (!both) return std::nullopt;
  return std::pair(AngleNumber(both->first, tangent), AngleNumber(both->second, tangent));
}

/// f(tan(angle)), rounded.
inline double to_double(const RationalFunction& f, double tangent) {
  const auto at = [&](const Polynomial& p) {
    double sum = 0;
    for (auto c = p.coefficients().rbegin(); c != p.coefficients().rend(); ++c)
      sum = sum * tangent + to_double(*c);
    return sum;
  };
  return at(f.numerator()) / at(f.denominator());
}
inline double to_double(const AngleNumber& x) {
  return to_double(x.function(), x.tangent() ? std::tan(to_double(x.tangent()->angle)) : 0);
}

}  // namespace hamel

template <>
struct Eigen::NumTraits<hamel::AngleNumber>
    : hamel::detail::ExactTraits<hamel::AngleNumber, 10, 100, 100> {};
