// "No" where metric, potential and constraint vary: motions as Taylor series over the rationals, and what they ask of a
// multiplier. A short proof reader that believes the equations of motion and nothing else.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/structure_constants.hpp>
#include <hamel/check/coordinate_polynomial.hpp>

namespace hamel {

/// L = 1/2 g(a,a) - U with a in v0 + D, all polynomials in functions g_0, g_1, ... on the group (variables of the polynomials)
/// that the left-invariant fields map to polynomials in each other.
struct PolynomialSystem {
  StructureConstants<Rational> algebra;
  std::vector<std::vector<CoordinatePolynomial>>
      along;                                   ///< along[k][i]: derivative of g_i along e_k
  DynamicMatrix<CoordinatePolynomial> metric;  ///< n x n
  CoordinatePolynomial potential;
  DynamicMatrix<CoordinatePolynomial> distribution;  ///< D, n x r, of rank r
  DynamicMatrix<CoordinatePolynomial> offset;        ///< v0, n x 1
};

/// A motion that starts where the functions have these values, with the velocity a = v0 + D u.
struct SeriesStart {
  std::vector<Rational> functions;
  DynamicVector<Rational> u;
};

namespace detail {

/// Coefficients of 1, t, t^2, ..., cut off after `order`.
using TaylorSeries = std::vector<Rational>;

inline TaylorSeries product(const TaylorSeries& x, const TaylorSeries& y) {
  TaylorSeries result(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!x[i].is_zero())
      for (std::size_t j = 0; i + j < x.size(); ++j)
        if (!y[j].is_zero()) result[i + j] += x[i] * y[j];
  return result;
}

/// A matrix of series as one matrix for each power of t.
using MatrixSeries = std::vector<DynamicMatrix<Rational>>;

inline MatrixSeries operator*(const MatrixSeries& x, const MatrixSeries& y) {
  MatrixSeries result;
  for (std::size_t k = 0; k < x.size(); ++k) {
    DynamicMatrix<Rational> sum =
        DynamicMatrix<Rational>::Constant(x[0].rows(), y[0].cols(), Rational(0));
    for (std::size_t i = 0; i <= k; ++i) sum += x[i] * y[k - i];
    result.push_back(std::move(sum));
  }
  return result;
}
inline MatrixSeries operator+(MatrixSeries x, const MatrixSeries& y) {
  for (std::size_t k = 0; k < x.size(); ++k) x[k] += y[k];
  return x;
}
inline MatrixSeries operator-(MatrixSeries x, const MatrixSeries& y) {
  for (std::size_t k = 0; k < x.size(); ++k) x[k] -= y[k];
  return x;
}
inline MatrixSeries transposed(MatrixSeries x) {
  for (auto& m : x) m = DynamicMatrix<Rational>(m.transpose());
  return x;
}
/// The derivative, to as many terms: the last is 0, beyond the order.
inline MatrixSeries derivative(const MatrixSeries& x) {
  MatrixSeries result;
  for (std::size_t k = 1; k < x.size(); ++k) result.push_back(x[k] * Rational(k));
  result.push_back(DynamicMatrix<Rational>::Constant(x[0].rows(), x[0].cols(), Rational(0)));
  return result;
}

/// A polynomial in functions that have these series, to `size` terms.
inline TaylorSeries value_along(const CoordinatePolynomial& p,
                                const std::vector<TaylorSeries>& functions, std::size_t size) {
  TaylorSeries sum(size);
  for (const auto& [monomial, factor] : p.terms()) {
    TaylorSeries term(size);
    term[0] = factor;
    for (const auto& [variable, power] : monomial)
      for (int i = 0; i < power; ++i)
        term = product(term, functions[static_cast<std::size_t>(variable / 3)]);
    for (std::size_t k = 0; k < size; ++k) sum[k] += term[k];
  }
  return sum;
}
inline MatrixSeries value_along(const DynamicMatrix<CoordinatePolynomial>& m,
                                const std::vector<TaylorSeries>& functions, std::size_t size) {
  MatrixSeries result(size, DynamicMatrix<Rational>::Constant(m.rows(), m.cols(), Rational(0)));
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j) {
      const TaylorSeries entry = value_along(m(i, j), functions, size);
      for (std::size_t k = 0; k < size; ++k) result[k](i, j) = entry[k];
    }
  return result;
}

/// The terms of a motion from a start, one order after the other.
class MotionSeries {
 public:
  /// Throws std::bad_optional_access where the metric on D is degenerate at the start.
  MotionSeries(const PolynomialSystem& system, const SeriesStart& start, int order)
      : system_(system), n_(system.algebra.dimension()) {
    for (const auto& value : start.functions) functions_.push_back({value});
    u_ = {start.u};
    for (int k = 0; k < order; ++k) extend();
    evaluate();
  }

  /// Coefficients of t, ..., t^order of D^T mu, where mu' = ad*_a mu - <mu, (d_k D) u + d_k v0>_k - nu with the reaction
  /// nu of the nonholonomic motion, and mu(0) = N z with the columns of N a basis of Ann(D) at the start: rows [in z | constant].
  /// The motion is vakonomic iff some z makes all orders vanish.
  DynamicMatrix<Rational> multiplier_equations() const {
    const DynamicMatrix<Rational> annihilator =
        kernel<Rational>(DynamicMatrix<Rational>(d_[0].transpose()));
    const auto s = annihilator.cols(), r = d_[0].cols();
    const int order = static_cast<int>(u_.size()) - 1;
    const MatrixSeries reaction = derivative(metric_ * a_) - force_;
    std::vector<MatrixSeries> turned;  // (d_k D) u + d_k v0
    for (int e = 0; e < n_; ++e) turned.push_back(d_slopes_[e] * u_ + offset_slopes_[e]);
    MatrixSeries mu{DynamicMatrix<Rational>::Constant(n_, s + 1, Rational(0))};
    mu[0].leftCols(s) = annihilator;
    DynamicMatrix<Rational> rows(order * r, s + 1);
    for (int k = 0; k < order; ++k) {
      DynamicMatrix<Rational> next = DynamicMatrix<Rational>::Constant(n_, s + 1, Rational(0));
      for (int i = 0; i <= k; ++i) {
        DynamicMatrix<Rational> transport = system_.algebra.ad(a_[i].col(0)).transpose();
        for (int e = 0; e < n_; ++e) transport.row(e) -= turned[e][i].transpose();
        next += transport * mu[k - i];
      }
      next.col(s) -= reaction[k].col(0);
      mu.push_back(next * (Rational(1) / Rational(k + 1)));
      DynamicMatrix<Rational> row = DynamicMatrix<Rational>::Constant(r, s + 1, Rational(0));
      for (int i = 0; i <= k + 1; ++i) row += d_[i].transpose() * mu[k + 1 - i];
      rows.middleRows(k * r, r) = row;
    }
    return rows;
  }

 private:
  TaylorSeries value(const CoordinatePolynomial& p) const {
    return value_along(p, functions_, u_.size());
  }
  MatrixSeries value(const DynamicMatrix<CoordinatePolynomial>& m) const {
    return value_along(m, functions_, u_.size());
  }
  DynamicMatrix<CoordinatePolynomial> slope(const DynamicMatrix<CoordinatePolynomial>& m,
                                            int k) const {
    const auto& along = system_.along[static_cast<std::size_t>(k)];
    return m.unaryExpr([&](const CoordinatePolynomial& p) { return p.derivative(along); });
  }
  /// sum_k a_k slopes[k].
  MatrixSeries along_motion(const std::vector<MatrixSeries>& slopes) const {
    MatrixSeries sum(u_.size(), DynamicMatrix<Rational>::Constant(
                                    slopes[0][0].rows(), slopes[0][0].cols(), Rational(0)));
    for (int e = 0; e < n_; ++e)
      for (std::size_t k = 0; k < u_.size(); ++k)
        for (std::size_t i = 0; i <= k; ++i)
          if (!a_[i](e, 0).is_zero()) sum[k] += slopes[e][k - i] * a_[i](e, 0);
    return sum;
  }
  /// Everything that depends on functions and velocity, to the order that is known.
  void evaluate() {
    d_ = value(system_.distribution);
    metric_ = value(system_.metric);
    a_ = d_ * u_ + value(system_.offset);
    d_slopes_.clear();
    offset_slopes_.clear();
    metric_slopes_.clear();
    force_.assign(u_.size(), DynamicMatrix<Rational>::Constant(n_, 1, Rational(0)));
    for (int e = 0; e < n_; ++e) {
      d_slopes_.push_back(value(slope(system_.distribution, e)));
      offset_slopes_.push_back(value(slope(system_.offset, e)));
      metric_slopes_.push_back(value(slope(system_.metric, e)));
      const MatrixSeries kinetic = transposed(a_) * metric_slopes_.back() * a_;
      const TaylorSeries descent =
          value(system_.potential.derivative(system_.along[static_cast<std::size_t>(e)]));
      for (std::size_t k = 0; k < u_.size(); ++k)
        force_[k](e, 0) = kinetic[k](0, 0) / Rational(2) - descent[k];
    }
    const MatrixSeries p = metric_ * a_;
    for (std::size_t k = 0; k < u_.size(); ++k)
      for (std::size_t i = 0; i <= k; ++i)
        force_[k] += system_.algebra.ad_star(a_[i].col(0), p[k - i].col(0));  // ad*_a p + F
  }
  /// One more order: u' from D^T (p' - ad*_a p - F) = 0, p' = M' a + M (D' u + v0' + D u'), and the functions along a.
  void extend() {
    evaluate();
    const std::size_t k = u_.size() - 1;
    const MatrixSeries across = transposed(d_), gram = across * metric_ * d_;
    const MatrixSeries turning = along_motion(d_slopes_) * u_ + along_motion(offset_slopes_);
    const MatrixSeries right =
        across * (force_ - along_motion(metric_slopes_) * a_ - metric_ * turning);
    const DynamicMatrix<Rational> back = inverse<Rational>(gram[0]).value();
    MatrixSeries rate;
    for (std::size_t i = 0; i <= k; ++i) {
      DynamicMatrix<Rational> rest = right[i];
      for (std::size_t j = 1; j <= i; ++j) rest -= gram[j] * rate[i - j];
      rate.push_back(back * rest);
    }
    std::vector<Rational> next;
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      Rational sum;
      for (int e = 0; e < n_; ++e) {
        const TaylorSeries change = value(system_.along[static_cast<std::size_t>(e)][i]);
        for (std::size_t j = 0; j <= k; ++j) sum += change[k - j] * a_[j](e, 0);
      }
      next.push_back(sum / Rational(k + 1));
    }
    for (std::size_t i = 0; i < functions_.size(); ++i) functions_[i].push_back(next[i]);
    u_.push_back(rate[k] * (Rational(1) / Rational(k + 1)));
  }

  const PolynomialSystem& system_;
  int n_;
  std::vector<TaylorSeries> functions_;
  MatrixSeries u_, a_, d_, metric_, force_;
  std::vector<MatrixSeries> d_slopes_, offset_slopes_, metric_slopes_;
};

}  // namespace detail

/// "No": the combination (row k-1, column j multiplies the coefficient of t^k of <mu, D_j>) of the equations for a
/// multiplier reads 0 = nonzero. That the start exists, its functions being values at a point of the group, is for
/// the caller to know.
inline bool verify_no(const PolynomialSystem& system, const SeriesStart& start,
                      const DynamicMatrix<Rational>& combination) {
  const Eigen::Index r = system.distribution.cols();
  if (start.u.size() != r || combination.cols() != r || combination.rows() == 0) return false;
  const DynamicMatrix<Rational> equations =
      detail::MotionSeries(system, start, static_cast<int>(combination.rows()))
          .multiplier_equations();
  DynamicMatrix<Rational> sum = DynamicMatrix<Rational>::Constant(1, equations.cols(), Rational(0));
  for (Eigen::Index k = 0; k < combination.rows(); ++k)
    for (Eigen::Index j = 0; j < r; ++j) sum += combination(k, j) * equations.row(k * r + j);
  const Eigen::Index last = equations.cols() - 1;
  return all_zero(sum.leftCols(last)) && !sum(0, last).is_zero();
}

}  // namespace hamel
