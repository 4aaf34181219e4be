// Numbers made of rationals and the cosines and sines of rational angles.
#pragma once

#include <cstdlib>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <hamel/algebra/rational.hpp>

namespace hamel {

/// An element of Q(t), or its value at one rational t where K is Rational. Let q be a common divisor of the angles that
/// occur: their cosines and sines are in Q(t) for t = tan(q/2), which is transcendental (Lindemann), so that what is
/// not 0 at a rational t is not 0 at the true one, and what is 0 in Q(t) is 0. A scalar that a formula can be evaluated
/// in; a formula that leaves Q(t) is not known.
template <class K>
class TangentNumberOver {
 public:
  /// The angles met so far, and what stands for t. Angles that come late may make q smaller: then `changed` tells.
  class Angles {
   public:
    explicit Angles(K tangent) : tangent_(std::move(tangent)) {}

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
    std::optional<std::pair<K, K>> turned(const Rational& angle) const {
      std::pair<K, K> result(1, 0);
      const auto turns = this->turns(angle);
      if (!turns) return std::nullopt;
      const K square = tangent_ * tangent_, whole = K(1) + square;
      const K cosine = (K(1) - square) / whole, sine = K(2 * angle.sign()) * tangent_ / whole;
      for (int k = 0; k < std::abs(*turns); ++k)
        result = {K(result.first * cosine - result.second * sine),
                  K(result.second * cosine + result.first * sine)};
      return result;
    }
    /// q, 0 where all angles met are 0.
    const Rational& unit() const { return unit_; }
    /// Whether all angles met are 0.
    bool none() const { return unit_.is_zero(); }
    /// Whether q is another one since the last call.
    bool changed() { return std::exchange(changed_, false); }

   private:
    K tangent_;
    Rational unit_;
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

  TangentNumberOver() = default;
  explicit TangentNumberOver(int number) : value_(number) {}
  explicit TangentNumberOver(const Integer& number) : value_(Rational(number)) {}
  explicit TangentNumberOver(const Rational& number) : value_(number) {}
  /// A number of a file, not known where it is not rational.
  explicit TangentNumberOver(const std::optional<Rational>& number)
      : value_(number.value_or(Rational(0))), known_(number.has_value()) {}

  /// Whether the value is a true number, and stands for no other.
  bool is_rational() const { return rational_; }
  std::optional<K> value() const { return known_ ? std::optional(value_) : std::nullopt; }

  friend TangentNumberOver operator+(const TangentNumberOver& x, const TangentNumberOver& y) {
    return made(x, y, x.value_ + y.value_);
  }
  friend TangentNumberOver operator-(const TangentNumberOver& x, const TangentNumberOver& y) {
    return made(x, y, x.value_ - y.value_);
  }
  friend TangentNumberOver operator-(const TangentNumberOver& x) { return made(x, x, -x.value_); }
  friend TangentNumberOver operator*(const TangentNumberOver& x, const TangentNumberOver& y) {
    return made(x, y, x.value_ * y.value_);
  }
  friend TangentNumberOver operator/(const TangentNumberOver& x, const TangentNumberOver& y) {
    return y.value_.is_zero() ? unknown() : made(x, y, x.value_ / y.value_);
  }
  TangentNumberOver& operator+=(const TangentNumberOver& y) { return *this = *this + y; }
  TangentNumberOver& operator*=(const TangentNumberOver& y) { return *this = *this * y; }
  friend TangentNumberOver cos(const TangentNumberOver& x) { return circular(x, true); }
  friend TangentNumberOver sin(const TangentNumberOver& x) { return circular(x, false); }
  friend TangentNumberOver tan(const TangentNumberOver& x) { return sin(x) / cos(x); }
  friend TangentNumberOver exp(const TangentNumberOver& x) {
    return x.is(0) ? TangentNumberOver(1) : unknown();
  }
  friend TangentNumberOver log(const TangentNumberOver& x) {
    return x.is(1) ? TangentNumberOver(0) : unknown();
  }
  friend TangentNumberOver not_exact(const TangentNumberOver&) { return unknown(); }
  friend TangentNumberOver sqrt(const TangentNumberOver& x) {
    return x.is(0) || x.is(1) ? x : unknown();
  }

 private:
  static TangentNumberOver unknown() {
    TangentNumberOver result;
    result.known_ = false;
    return result;
  }
  static TangentNumberOver made(const TangentNumberOver& x, const TangentNumberOver& y, K value) {
    TangentNumberOver result;
    result.value_ = std::move(value);
    result.known_ = x.known_ && y.known_;
    result.rational_ = x.rational_ && y.rational_;
    return result;
  }
  /// A constant of Q(t) as a number.
  static Rational constant(const K& x) {
    if constexpr (std::is_same_v<K, Rational>)
      return x;
    else
      return x.numerator().leading();
  }
  bool is(int number) const { return known_ && rational_ && value_ == K(number); }
  static TangentNumberOver circular(const TangentNumberOver& x, bool cosine) {
    if (!x.known_ || !x.rational_ || angles_ == nullptr) return unknown();
    const Rational angle = constant(x.value_);
    angles_->add(angle);
    const auto turned = angles_->turned(angle);
    if (!turned) return unknown();
    TangentNumberOver result;
    result.value_ = cosine ? turned->first : turned->second;
    result.rational_ = x.value_.is_zero();
    return result;
  }

  inline static constinit thread_local Angles* angles_ = nullptr;

  K value_;
  bool known_ = true, rational_ = true;
};
using TangentNumber = TangentNumberOver<Rational>;

}  // namespace hamel
