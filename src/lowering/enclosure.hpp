// Real numbers between two dyadic rationals: what is not 0 then is not 0, whatever functions made it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <hamel/algebra/exact_traits.hpp>
#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>

#include "motion_series.hpp"

namespace hamel {

/// A number known to be within `radius` of `middle`, both in units of 2^-bits. Every operation encloses its true
/// result. A scalar that formulas and series can be evaluated in; std::domain_error where a function is not known to be
/// defined.
class Enclosure {
 public:
  static constexpr unsigned bits = 640;
  static constexpr int largest_argument = 64;  ///< of an exponential, a cosine or a sine

  Enclosure() = default;
  explicit Enclosure(int number) : middle_(Integer(number) << bits) {}
  explicit Enclosure(const Integer& number) : middle_(number << bits) {}
  explicit Enclosure(const Rational& number)
      : middle_(Integer(number.numerator() << bits) / number.denominator()),
        radius_(number.is_integer() ? 0 : 1) {}

  /// Known to be 0, known not to be.
  bool is_zero() const { return middle_ == 0 && radius_ == 0; }
  bool is_not_zero() const { return abs(middle_) > radius_; }
  /// -1 or 1 where that is known.
  int sign() const { return is_not_zero() ? middle_.sign() : 0; }
  /// What its absolute value is at least, in its units; below 0 where it may be 0.
  Integer least() const { return abs(middle_) - radius_; }

  Enclosure middle() const { return {middle_, 0}; }
  /// Whether all that y may be is inside, and not at an end.
  bool holds(const Enclosure& y) const { return abs(middle_ - y.middle_) + y.radius_ < radius_; }
  /// With 2^-power more on both sides.
  Enclosure widened(unsigned power) const {
    return {middle_, radius_ + (Integer(1) << (bits - power))};
  }

  Enclosure operator-() const { return {-middle_, radius_}; }
  friend Enclosure operator+(const Enclosure& x, const Enclosure& y) {
    return {x.middle_ + y.middle_, x.radius_ + y.radius_};
  }
  friend Enclosure operator-(const Enclosure& x, const Enclosure& y) {
    return {x.middle_ - y.middle_, x.radius_ + y.radius_};
  }
  friend Enclosure operator*(const Enclosure& x, const Enclosure& y) {
    if (x.is_zero() || y.is_zero()) return {};
    const Integer spread =
        abs(x.middle_) * y.radius_ + abs(y.middle_) * x.radius_ + x.radius_ * y.radius_;
    return {(x.middle_ * y.middle_) / unit(), spread / unit() + 2};
  }
  friend Enclosure operator/(const Enclosure& x, const Enclosure& y) { return x * y.inverse(); }
  Enclosure& operator+=(const Enclosure& y) { return *this = *this + y; }
  Enclosure& operator-=(const Enclosure& y) { return *this = *this - y; }
  Enclosure& operator*=(const Enclosure& y) { return *this = *this * y; }

  friend Enclosure sqrt(const Enclosure& x) {
    if (x.is_zero()) return x;
    expect(x.middle_ > x.radius_);
    const Integer low = sqrt(Integer((x.middle_ - x.radius_) << bits)),
                  high = sqrt(Integer((x.middle_ + x.radius_) << bits)) + 1;
    return {(low + high) / 2, (high - low) / 2 + 1};
  }
  friend Enclosure not_exact(const Enclosure& x) {
    expect(false);
    return x;
  }
  friend Enclosure exp(const Enclosure& x) { return series(x, Enclosure(1), x, 1, false); }
  friend Enclosure cos(const Enclosure& x) { return series(x, Enclosure(1), x * x, 2, true); }
  friend Enclosure sin(const Enclosure& x) { return series(x, x, x * x, 3, true); }
  friend Enclosure tan(const Enclosure& x) { return sin(x) / cos(x); }
  /// y + log(x e^-y) for the double y nearest to log x.
  friend Enclosure log(const Enclosure& x) {
    expect(x.middle_ > x.radius_);
    const double near = std::log(static_cast<double>(Rational(x.middle_, unit())));
    expect(std::isfinite(near));
    const Enclosure y{Rational(near)}, z = x * exp(-y) - Enclosure(1);
    expect(abs(z.middle_) + z.radius_ < unit() / 2);
    Enclosure sum, power = z;
    for (int k = 1; abs(power.middle_) > power.radius_ + 1; ++k, power *= -z)
      sum += power / Enclosure(k);
    sum.radius_ +=
        2 * (abs(power.middle_) + power.radius_);  // the powers that are left, by |z| < 1/2
    return y + sum;
  }

 private:
  Enclosure(Integer middle, Integer radius)
      : middle_(std::move(middle)), radius_(std::move(radius)) {}

  static Integer unit() { return Integer(1) << bits; }
  static void expect(bool known) {
    if (!known) throw std::domain_error("a function of a number that is not known well enough");
  }
  Enclosure inverse() const {
    expect(is_not_zero());
    const Integer square = unit() * unit();
    return {square / middle_, square * radius_ / (abs(middle_) * least()) + 2};
  }
  /// first (1 +- step / (k (k - 1)) + ...), the factorials from that of k on: of exp x with k = 1 and all signs +, of
  /// cos x with k = 2, of sin x with k = 3.
  static Enclosure series(const Enclosure& x, const Enclosure& first, const Enclosure& step, int k,
                          bool circular) {
    expect(abs(x.middle_) + x.radius_ <= largest_argument * unit());
    Enclosure sum = first, term = first;
    for (int n = k; n < 4 * largest_argument || abs(term.middle_) > term.radius_ + 1;
         n += circular ? 2 : 1) {
      term *= step / Enclosure(circular ? -n * (n - 1) : n);
      sum += term;
    }
    sum.radius_ +=
        abs(term.middle_) + term.radius_;  // terms that are left fall by more than half each
    return sum;
  }

  Integer middle_, radius_;
};

}  // namespace hamel

template <>
struct Eigen::NumTraits<hamel::Enclosure>
    : hamel::detail::ExactTraits<hamel::Enclosure, 20, 40, 200> {};

namespace hamel {

/// Elimination where pivots are known not to be 0, the largest first: how many there are, at least the rank.
struct EnclosedElimination {
  /// \param columns pivots are looked for in this many leading columns only (all when negative)
  explicit EnclosedElimination(DynamicMatrix<Enclosure> m, Eigen::Index columns = -1)
      : rows(std::move(m)) {
    const Eigen::Index width = columns < 0 ? rows.cols() : columns;
    for (Eigen::Index row = 0; row < rows.rows(); ++row) {
      Eigen::Index i = -1, j = -1;
      Integer best = 0;
      for (Eigen::Index a = row; a < rows.rows(); ++a)
        for (Eigen::Index b = 0; b < width; ++b)
          if (Integer least = rows(a, b).least(); least > best) best = least, i = a, j = b;
      if (i < 0) return;
      rows.row(i).swap(rows.row(row));
      pivots.push_back(j);
      const Enclosure inverse = Enclosure(1) / rows(row, j);
      for (Eigen::Index b = 0; b < rows.cols(); ++b) rows(row, b) *= inverse;
      rows(row, j) = Enclosure(1);
      for (Eigen::Index a = 0; a < rows.rows(); ++a) {
        if (a == row) continue;
        const Enclosure factor = rows(a, j);
        for (Eigen::Index b = 0; b < rows.cols(); ++b) rows(a, b) -= factor * rows(row, b);
        rows(a, j) = Enclosure();
      }
    }
  }
  Eigen::Index rank() const { return static_cast<Eigen::Index>(pivots.size()); }

  DynamicMatrix<Enclosure> rows;     ///< those of pivots first, with a 1 alone in its column
  std::vector<Eigen::Index> pivots;  ///< the column of each
};

namespace detail {

/// Both throw std::domain_error where a rank is not known to be full.
template <>
struct SeriesAlgebra<Enclosure> {
  using Table = DynamicMatrix<Enclosure>;

  static Table inverse(const Table& m) {
    const Eigen::Index n = m.rows();
    Table joined = Table::Constant(n, 2 * n, Enclosure());
    joined.leftCols(n) = m;
    for (Eigen::Index i = 0; i < n; ++i) joined(i, n + i) = Enclosure(1);
    const EnclosedElimination known(std::move(joined), n);
    if (known.rank() < n) throw std::domain_error("a matrix that may be singular");
    Table result(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
      result.row(known.pivots[static_cast<std::size_t>(i)]) = known.rows.row(i).rightCols(n);
    return result;
  }
  static Table annihilator(const Table& d) {
    const EnclosedElimination known{Table(d.transpose())};
    if (known.rank() < d.cols()) throw std::domain_error("vectors that may be dependent");
    Table basis = Table::Constant(d.rows(), d.rows() - d.cols(), Enclosure());
    for (Eigen::Index column = 0, k = 0; column < d.rows(); ++column) {
      if (std::ranges::count(known.pivots, column) > 0) continue;
      basis(column, k) = Enclosure(1);
      for (Eigen::Index i = 0; i < d.cols(); ++i)
        basis(known.pivots[static_cast<std::size_t>(i)], k) = -known.rows(i, column);
      ++k;
    }
    return basis;
  }
};

}  // namespace detail

}  // namespace hamel
