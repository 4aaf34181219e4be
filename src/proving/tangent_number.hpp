// Numbers made of rationals and the cosines and sines of rational angles.
#pragma once

#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include <hamel/algebra/rational.hpp>

namespace hamel {

/// An element of Q(t) by its value at one rational t. Let q be a common divisor of the angles that occur: their cosines
/// and sines are in Q(t) for t = tan(q/2), which is transcendental (Lindemann), so that what is not 0 at a rational t
/// is not 0 at the true one. A scalar that a formula can be evaluated in; a formula that leaves Q(t) is not known.
class TangentNumber {
 public:
  /// The angles met so far, and the number that stands for t. Angles that come late may make q smaller: then `changed`
  /// tells.
  class Angles {
   public:
    explicit Angles(Rational tangent) : tangent_(std::move(tangent)) {}

    void add(const Rational& angle) {
      if (angle.is_zero()) return;
      const Integer bottom = lcm(unit_.denominator(), angle.denominator());
      const Rational scale = Rational(bottom);
      const Rational finer(gcd((unit_ * scale).numerator(), (angle * scale).numerator()), bottom);
      changed_ = changed_ || finer != unit_;
      unit_ = finer;
    }
    /// The angle as a multiple of q; nothing for more than 64 times q.
    std::optional<int> turns(const Rational& angle) const {
      if (angle.is_zero()) return 0;
      constexpr int most_turns = 64;
      const Rational turns = angle / unit_;
      if (abs(turns) > Rational(most_turns)) return std::nullopt;
      return static_cast<int>(turns.numerator());
    }
    /// Cosine and sine, where that is known.
    std::optional<std::pair<Rational, Rational>> turned(const Rational& angle) const {
      std::pair<Rational, Rational> result(1, 0);
      const auto turns = this->turns(angle);
      if (!turns) return std::nullopt;
      const Rational square = tangent_ * tangent_, whole = Rational(1) + square;
      const Rational cosine = (Rational(1) - square) / whole,
                     sine = Rational(2 * angle.sign()) * tangent_ / whole;
      for (int k = 0; k < std::abs(*turns); ++k)
        result = {Rational(result.first * cosine - result.second * sine),
                  Rational(result.second * cosine + result.first * sine)};
      return result;
    }
    /// Whether all angles met are 0.
    bool none() const { return unit_.is_zero(); }
    /// Whether q is another one since the last call.
    bool changed() { return std::exchange(changed_, false); }

   private:
    Rational tangent_, unit_;
    bool changed_ = false;
  };

  /// While one is alive, cosines in this thread are those of these angles.
  class Scope {
   public:
    explicit Scope(Angles& angles) : before_(std::exchange(angles_, &angles)) {}
    ~Scope() { angles_ = before_; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Angles* before_;
  };

  TangentNumber() = default;
  explicit TangentNumber(int number) : value_(number) {}
  explicit TangentNumber(const Integer& number) : value_(number) {}

  std::optional<Rational> value() const { return known_ ? std::optional(value_) : std::nullopt; }

  friend TangentNumber operator+(const TangentNumber& x, const TangentNumber& y) {
    return made(x, y, x.value_ + y.value_);
  }
  friend TangentNumber operator-(const TangentNumber& x, const TangentNumber& y) {
    return made(x, y, x.value_ - y.value_);
  }
  friend TangentNumber operator-(const TangentNumber& x) { return made(x, x, -x.value_); }
  friend TangentNumber operator*(const TangentNumber& x, const TangentNumber& y) {
    return made(x, y, x.value_ * y.value_);
  }
  friend TangentNumber operator/(const TangentNumber& x, const TangentNumber& y) {
    return y.value_.is_zero() ? unknown() : made(x, y, x.value_ / y.value_);
  }
  friend TangentNumber cos(const TangentNumber& x) { return circular(x, true); }
  friend TangentNumber sin(const TangentNumber& x) { return circular(x, false); }
  friend TangentNumber tan(const TangentNumber& x) { return sin(x) / cos(x); }
  friend TangentNumber exp(const TangentNumber& x) {
    return x.is(0) ? TangentNumber(1) : unknown();
  }
  friend TangentNumber log(const TangentNumber& x) {
    return x.is(1) ? TangentNumber(0) : unknown();
  }
  friend TangentNumber sqrt(const TangentNumber& x) { return x.is(0) || x.is(1) ? x : unknown(); }

 private:
  static TangentNumber unknown() {
    TangentNumber result;
    result.known_ = false;
    return result;
  }
  static TangentNumber made(const TangentNumber& x, const TangentNumber& y, Rational value) {
    TangentNumber result;
    result.value_ = std::move(value);
    result.known_ = x.known_ && y.known_;
    result.rational_ = x.rational_ && y.rational_;
    return result;
  }
  bool is(int number) const { return known_ && rational_ && value_ == Rational(number); }
  static TangentNumber circular(const TangentNumber& x, bool cosine) {
    if (!x.known_ || !x.rational_ || angles_ == nullptr) return unknown();
    angles_->add(x.value_);
    const auto turned = angles_->turned(x.value_);
    if (!turned) return unknown();
    TangentNumber result;
    result.value_ = cosine ? turned->first : turned->second;
    result.rational_ = x.value_.is_zero();
    return result;
  }

  inline static constinit thread_local Angles* angles_ = nullptr;

  Rational value_;
  bool known_ = true, rational_ = true;
};

}  // namespace hamel
