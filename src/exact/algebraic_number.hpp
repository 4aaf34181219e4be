// Real algebraic numbers: exact arithmetic at one irrational root of a polynomial.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <hamel/algebra/exact_traits.hpp>

#include "polynomial_modulo.hpp"
#include "real_roots.hpp"

namespace hamel {

/// An element p(alpha) of the field Q(alpha), alpha one isolated real root of a square-free polynomial (which
/// need not be irreducible: a zero is recognised by whether alpha is a root of a common divisor).
/// Constants belong to every such field; numbers at different roots do not mix (std::logic_error).
class AlgebraicNumber {
 public:
  AlgebraicNumber() = default;
  template <class I>
  requires std::is_integral_v<I> AlgebraicNumber(I value)
      : value_(Rational(value)) {}  // NOLINT: integers are numbers
  explicit AlgebraicNumber(Rational value) : value_(std::move(value)) {}
  /// p at the root.
  AlgebraicNumber(Polynomial p, std::shared_ptr<const RealRoot> root)
      : value_(std::move(p)), root_(std::move(root)) {
    reduce();
  }

  bool is_zero() const {
    if (value_.is_zero()) return true;
    if (value_.degree() == 0 || !root_ || are_seen_coprime(value_, root_->polynomial)) return false;
    return vanishes(gcd(value_, root_->polynomial));
  }
  /// -1, 0 or 1, by narrowing the interval until the polynomial has no root of its own in it.
  int sign() const {
    if (is_zero()) return 0;
    if (value_.degree() == 0 || !root_) return value_(Rational(0)).sign();
    RealRoot narrow(*root_);
    const auto sequence = detail::sturm_sequence(square_free(value_));
    while (!narrow.is_rational() &&
           (value_(narrow.lower).is_zero() || value_(narrow.upper).is_zero() ||
            detail::sign_changes(sequence, narrow.lower) !=
                detail::sign_changes(sequence, narrow.upper)))
      narrow.refine();
    return value_(narrow.lower).sign();
  }
  explicit operator double() const {
    return root_ ? to_double(value_(Rational(root_->approximate())))
                 : to_double(value_(Rational(0)));
  }
  const Polynomial& polynomial() const { return value_; }

  AlgebraicNumber operator-() const { return AlgebraicNumber(-value_, root_); }
  friend AlgebraicNumber operator+(const AlgebraicNumber& x, const AlgebraicNumber& y) {
    return AlgebraicNumber(x.value_ + y.value_, common(x, y));
  }
  friend AlgebraicNumber operator-(const AlgebraicNumber& x, const AlgebraicNumber& y) {
    return AlgebraicNumber(x.value_ - y.value_, common(x, y));
  }
  friend AlgebraicNumber operator*(const AlgebraicNumber& x, const AlgebraicNumber& y) {
    const auto root = common(x, y);
    const bool is_scaled = x.value_.degree() < 1 || y.value_.degree() < 1;
    return AlgebraicNumber(
        is_scaled ? x.value_ * y.value_ : product_modulo(x.value_, y.value_, root->polynomial),
        root);
  }
  friend AlgebraicNumber operator/(const AlgebraicNumber& x, const AlgebraicNumber& y) {
    return x * y.inverse();
  }
  AlgebraicNumber& operator+=(const AlgebraicNumber& y) { return *this = *this + y; }
  AlgebraicNumber& operator-=(const AlgebraicNumber& y) { return *this = *this - y; }
  AlgebraicNumber& operator*=(const AlgebraicNumber& y) { return *this = *this * y; }
  AlgebraicNumber& operator/=(const AlgebraicNumber& y) { return *this = *this / y; }
  friend bool operator==(const AlgebraicNumber& x, const AlgebraicNumber& y) {
    return (x - y).is_zero();
  }

 private:
  static std::shared_ptr<const RealRoot> common(const AlgebraicNumber& x,
                                                const AlgebraicNumber& y) {
    if (x.root_ && y.root_ && x.root_ != y.root_)
      throw std::logic_error("numbers at different roots do not mix");
    return x.root_ ? x.root_ : y.root_;
  }
  void reduce() {
    if (root_ && value_.degree() >= root_->polynomial.degree())
      value_ = value_.divided_by(root_->polynomial).second;
  }
  /// Whether alpha is a root of a divisor of its polynomial.
  bool vanishes(const Polynomial& divisor) const {
    if (divisor.degree() < 1) return false;
    if (root_->is_rational()) return divisor(root_->lower).is_zero();
    return divisor(root_->lower).sign() != divisor(root_->upper).sign();
  }
  AlgebraicNumber inverse() const {
    if (is_zero()) throw std::overflow_error("division by zero");
    if (value_.degree() == 0)
      return AlgebraicNumber(Polynomial(Rational(1) / value_.leading()), root_);
    // Modulo the factor of the polynomial that has alpha as a root the value is invertible: extended Euclid.
    Polynomial modulus = root_->polynomial.divided_by(gcd(value_, root_->polynomial)).first;
    Polynomial r0 = modulus, r1 = value_.divided_by(modulus).second, t0, t1(Rational(1));
    while (r1.degree() > 0) {
      auto [quotient, remainder] = r0.divided_by(r1);
      r0 = std::exchange(r1, std::move(remainder));
      Polynomial next = t0 - quotient * t1;
      t0 = std::exchange(t1, std::move(next));
    }
    return AlgebraicNumber(t1 * Polynomial(Rational(1) / r1.leading()), root_);
  }

  Polynomial value_;
  std::shared_ptr<const RealRoot> root_;
};

inline double to_double(const AlgebraicNumber& x) {
  return static_cast<double>(x);
}
inline int sign(const AlgebraicNumber& x) {
  return x.sign();
}
inline std::string text(const AlgebraicNumber& x) {
  return x.polynomial().str();
}

}  // namespace hamel

template <>
struct Eigen::NumTraits<hamel::AlgebraicNumber>
    : hamel::detail::ExactTraits<hamel::AlgebraicNumber, 10, 100, 100> {};
