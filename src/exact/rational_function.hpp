// Quotients of polynomials in one parameter: a field in which a whole family of systems is one system.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <hamel/algebra/exact_traits.hpp>

#include "polynomial.hpp"
#include "residue.hpp"

namespace hamel {

class RationalFunction;

/// While one is alive, every decision "this is not zero" and every division of rational functions records the
/// numerator it relied on. A computation takes the same branches, with the specialised numbers, at every
/// parameter value that is a root of none of them.
class DecisionLog {
 public:
  DecisionLog() : previous_(std::exchange(current(), this)) {}
  ~DecisionLog() { current() = previous_; }
  DecisionLog(const DecisionLog&) = delete;
  DecisionLog& operator=(const DecisionLog&) = delete;

  const std::vector<Polynomial>& polynomials() const { return polynomials_; }

  static void record(const Polynomial& p) {
    if (current() == nullptr || p.degree() < 1) return;
    auto& known = current()->polynomials_;
    Polynomial simple = square_free(p);
    if (std::find(known.begin(), known.end(), simple) == known.end())
      known.push_back(std::move(simple));
  }

 private:
  static DecisionLog*& current() {
    thread_local DecisionLog* log = nullptr;
    return log;
  }
  DecisionLog* previous_;
  std::vector<Polynomial> polynomials_;
};

/// An element of Q(l), in lowest terms with monic denominator.
class RationalFunction {
 public:
  RationalFunction() : denominator_(Rational(1)) {}
  template <class I>
  requires std::is_integral_v<I> RationalFunction(I value)
      : numerator_(Rational(value)), denominator_(Rational(1)) {}  // NOLINT: a constant
  explicit RationalFunction(Rational value)
      : numerator_(std::move(value)), denominator_(Rational(1)) {}
  explicit RationalFunction(Polynomial numerator)
      : numerator_(std::move(numerator)), denominator_(Rational(1)) {}
  /// Throws std::overflow_error when the denominator is zero.
  RationalFunction(Polynomial numerator, Polynomial denominator)
      : numerator_(std::move(numerator)), denominator_(std::move(denominator)) {
    if (denominator_.is_zero()) throw std::overflow_error("division by the zero function");
    reduce();
  }
  /// The parameter itself.
  static RationalFunction parameter() { return RationalFunction(Polynomial::variable()); }

  const Polynomial& numerator() const { return numerator_; }
  const Polynomial& denominator() const { return denominator_; }
  bool is_zero() const { return numerator_.is_zero(); }
  /// The function modulo a prime at one fixed value of the parameter; std::overflow_error at a pole.
  explicit operator Residue() const {
    const Residue at(0x1c69b3f74ac4ae35u);
    const auto value = [&](const Polynomial& p) {
      Residue sum;
      for (auto c = p.coefficients().rbegin(); c != p.coefficients().rend(); ++c)
        sum = sum * at + Residue(*c);
      return sum;
    };
    return value(numerator_) / value(denominator_);
  }
  bool is_constant() const { return numerator_.degree() < 1 && denominator_.degree() == 0; }

  RationalFunction operator-() const {
    RationalFunction result(*this);
    result.numerator_ = -numerator_;
    return result;
  }
  friend RationalFunction operator+(const RationalFunction& f, const RationalFunction& g) {
    if (f.is_zero()) return g;
    if (g.is_zero()) return f;
    if (f.denominator_ == g.denominator_)
      return RationalFunction(f.numerator_ + g.numerator_, f.denominator_);
    return RationalFunction(f.numerator_ * g.denominator_ + g.numerator_ * f.denominator_,
                            f.denominator_ * g.denominator_);
  }
  friend RationalFunction operator-(const RationalFunction& f, const RationalFunction& g) {
    return f + (-g);
  }
  friend RationalFunction operator*(const RationalFunction& f, const RationalFunction& g) {
    if (f.is_zero() || g.is_zero()) return RationalFunction();
    return RationalFunction(f.numerator_ * g.numerator_, f.denominator_ * g.denominator_);
  }
  friend RationalFunction operator/(const RationalFunction& f, const RationalFunction& g) {
    DecisionLog::record(g.numerator_);
    return RationalFunction(f.numerator_ * g.denominator_, f.denominator_ * g.numerator_);
  }
  RationalFunction& operator+=(const RationalFunction& g) { return *this = *this + g; }
  RationalFunction& operator-=(const RationalFunction& g) { return *this = *this - g; }
  RationalFunction& operator*=(const RationalFunction& g) { return *this = *this * g; }
  RationalFunction& operator/=(const RationalFunction& g) { return *this = *this / g; }

  /// Equality as functions; a "no" is recorded in the log.
  friend bool operator==(const RationalFunction& f, const RationalFunction& g) {
    if (f.numerator_ == g.numerator_ && f.denominator_ == g.denominator_) return true;
    DecisionLog::record((f - g).numerator_);
    return false;
  }

 private:
  void reduce() {
    if (denominator_.degree() > 0) {
      const Polynomial common = gcd(numerator_, denominator_);
      if (common.degree() > 0) {
        numerator_ = numerator_.divided_by(common).first;
        denominator_ = denominator_.divided_by(common).first;
      }
    }
    if (denominator_.leading() != Rational(1)) {
      numerator_ = numerator_ * Polynomial(Rational(1) / denominator_.leading());
      denominator_ = denominator_.monic();
    }
  }

  Polynomial numerator_, denominator_;
};

/// 1 for every function that is not zero: a family has no size.
inline double to_double(const RationalFunction& f) {
  return f.is_zero() ? 0 : 1;
}

inline std::string text(const RationalFunction& f) {
  if (f.denominator().degree() == 0) return f.numerator().str();
  return "(" + f.numerator().str() + ")/(" + f.denominator().str() + ")";
}

}  // namespace hamel

template <>
struct Eigen::NumTraits<hamel::RationalFunction>
    : hamel::detail::ExactTraits<hamel::RationalFunction, 10, 100, 100> {};
