// "No" where metric, potential and constraint vary: motions as Taylor series over the rationals, and what they ask of a
// multiplier. A short proof reader that believes the equations of motion and nothing else.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/structure_constants.hpp>
#include <hamel/check/coordinate_polynomial.hpp>

#include "exact/linear_algebra.hpp"

namespace hamel {

/// A part of a force: a covector, n x 1, times a product of velocities.
struct ForceTerm {
  std::vector<int> velocities;  ///< i for each factor a_i
  DynamicMatrix<CoordinatePolynomial> covector;
};

/// L = 1/2 g(a,a) - U with a in v0 + D, and a force, all polynomials in functions g_0, g_1, ... on the group (variables
/// of the polynomials) that the left-invariant fields map to polynomials in each other.
struct PolynomialSystem {
  StructureConstants<Rational> algebra;
  std::vector<std::vector<CoordinatePolynomial>>
      along;                                   ///< along[k][i]: derivative of g_i along e_k
  DynamicMatrix<CoordinatePolynomial> metric;  ///< n x n
  CoordinatePolynomial potential;
  DynamicMatrix<CoordinatePolynomial> distribution;  ///< D, n x r, of rank r
  DynamicMatrix<CoordinatePolynomial> offset;        ///< v0, n x 1
  std::vector<ForceTerm> force = {};                 ///< polynomial in the velocity a
};

/// A motion that starts where the functions have these values, with the velocity a = v0 + D u.
template <class S>
struct SeriesStartOver {
  std::vector<S> functions;
  DynamicVector<S> u;
};
using SeriesStart = SeriesStartOver<Rational>;

namespace detail {

/// Coefficients of 1, t, t^2, ..., cut off after `order`.
template <class S>
using SeriesOver = std::vector<S>;
using TaylorSeries = SeriesOver<Rational>;

template <class S>
SeriesOver<S> product(const SeriesOver<S>& x, const SeriesOver<S>& y) {
  SeriesOver<S> result(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!x[i].is_zero())
      for (std::size_t j = 0; i + j < x.size(); ++j)
        if (!y[j].is_zero()) result[i + j] += x[i] * y[j];
  return result;
}

/// A matrix of series as one matrix for each power of t.
template <class S>
using MatrixSeriesOver = std::vector<DynamicMatrix<S>>;
using MatrixSeries = MatrixSeriesOver<Rational>;

template <class S>
MatrixSeriesOver<S> operator*(const MatrixSeriesOver<S>& x, const MatrixSeriesOver<S>& y) {
  MatrixSeriesOver<S> result;
  for (std::size_t k = 0; k < x.size(); ++k) {
    DynamicMatrix<S> sum = DynamicMatrix<S>::Constant(x[0].rows(), y[0].cols(), S(0));
    for (std::size_t i = 0; i <= k; ++i) sum += x[i] * y[k - i];
    result.push_back(std::move(sum));
  }
  return result;
}
template <class S>
MatrixSeriesOver<S> operator+(MatrixSeriesOver<S> x, const MatrixSeriesOver<S>& y) {
  for (std::size_t k = 0; k < x.size(); ++k) x[k] += y[k];
  return x;
}
template <class S>
MatrixSeriesOver<S> operator-(MatrixSeriesOver<S> x, const MatrixSeriesOver<S>& y) {
  for (std::size_t k = 0; k < x.size(); ++k) x[k] -= y[k];
  return x;
}
template <class S>
MatrixSeriesOver<S> transposed(MatrixSeriesOver<S> x) {
  for (auto& m : x) m = DynamicMatrix<S>(m.transpose());
  return x;
}
/// The derivative, to as many terms: the last is 0, beyond the order.
template <class S>
MatrixSeriesOver<S> derivative(const MatrixSeriesOver<S>& x) {
  MatrixSeriesOver<S> result;
  for (std::size_t k = 1; k < x.size(); ++k) result.push_back(x[k] * S(Rational(k)));
  result.push_back(DynamicMatrix<S>::Constant(x[0].rows(), x[0].cols(), S(0)));
  return result;
}

/// A polynomial in functions that have these series, to `size` terms.
template <class S>
SeriesOver<S> value_along(const CoordinatePolynomial& p,
                          const std::vector<SeriesOver<S>>& functions, std::size_t size) {
  SeriesOver<S> sum(size);
  for (const auto& [monomial, factor] : p.terms()) {
    SeriesOver<S> term(size);
    term[0] = S(factor);
    for (const auto& [variable, power] : monomial)
      for (int i = 0; i < power; ++i)
        term = product<S>(term, functions[static_cast<std::size_t>(index_of(variable))]);
    for (std::size_t k = 0; k < size; ++k) sum[k] += term[k];
  }
  return sum;
}
template <class S>
MatrixSeriesOver<S> value_along(const DynamicMatrix<CoordinatePolynomial>& m,
                                const std::vector<SeriesOver<S>>& functions, std::size_t size) {
  MatrixSeriesOver<S> result(size, DynamicMatrix<S>::Constant(m.rows(), m.cols(), S(0)));
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j) {
      const SeriesOver<S> entry = value_along<S>(m(i, j), functions, size);
      for (std::size_t k = 0; k < size; ++k) result[k](i, j) = entry[k];
    }
  return result;
}

/// What series divide by, over a field where it is known what is 0.
template <class S>
struct SeriesAlgebra {
  /// Throws std::bad_optional_access where there is none.
  static DynamicMatrix<S> inverse(const DynamicMatrix<S>& m) {
    return hamel::inverse<S>(m).value();
  }
  /// A basis of the covectors that annihilate the columns.
  static DynamicMatrix<S> annihilator(const DynamicMatrix<S>& d) {
    return kernel<S>(DynamicMatrix<S>(d.transpose()));
  }
};

/// The terms of a motion from a start, one order after the other.
template <class S>
class MotionSeries {
  using TaylorSeries = SeriesOver<S>;
  using MatrixSeries = MatrixSeriesOver<S>;
  using Table = DynamicMatrix<S>;

 public:
  /// Throws std::bad_optional_access where the metric on D is degenerate at the start.
  MotionSeries(const PolynomialSystem& system, const SeriesStartOver<S>& start, int order)
      : system_(system), n_(system.algebra.dimension()) {
    for (const auto& value : start.functions) functions_.push_back({value});
    u_ = {start.u};
    for (int k = 0; k < order; ++k) extend();
    evaluate();
  }

  /// Functions and velocity stay as they are, where at least one order is known: their rates are functions of them.
  bool stays() const {
    const auto still = [](const TaylorSeries& f) { return f[1].is_zero(); };
    return std::all_of(functions_.begin(), functions_.end(), still) && all_zero(u_[1]);
  }

  /// N, the columns a basis of Ann(D) at the start.
  Table annihilator() const { return SeriesAlgebra<S>::annihilator(d_[0]); }

  /// Coefficients of t, ..., t^order of D^T mu, where mu' = ad*_a mu - <mu, (d_k D) u + d_k v0>_k - nu with the
  /// reaction nu of the nonholonomic motion, and mu(0) = N z with the columns of N a basis of Ann(D) at the start: rows
  /// [in z | constant]. The motion is vakonomic iff some z makes all orders vanish.
  Table multiplier_equations() const {
    const Table annihilator = this->annihilator();
    const auto s = annihilator.cols(), r = d_[0].cols();
    const int order = static_cast<int>(u_.size()) - 1;
    const MatrixSeries reaction = derivative(metric_ * a_) - force_;
    std::vector<MatrixSeries> turned;  // (d_k D) u + d_k v0
    for (int e = 0; e < n_; ++e)
      turned.push_back(d_slopes_[std::size_t(e)] * u_ + offset_slopes_[std::size_t(e)]);
    MatrixSeries mu{Table::Constant(n_, s + 1, S(0))};
    mu[0].leftCols(s) = annihilator;
    Table rows(order * r, s + 1);
    for (int k = 0; k < order; ++k) {
      Table next = Table::Constant(n_, s + 1, S(0));
      for (int i = 0; i <= k; ++i) {
        Table transport = ad_star(a_[std::size_t(i)]);
        for (int e = 0; e < n_; ++e)
          transport.row(e) -= turned[std::size_t(e)][std::size_t(i)].transpose();
        next += transport * mu[std::size_t(k - i)];
      }
      next.col(s) -= reaction[std::size_t(k)].col(0);
      mu.push_back(next * S(Rational(1) / Rational(k + 1)));
      Table row = Table::Constant(r, s + 1, S(0));
      for (int i = 0; i <= k + 1; ++i)
        row += d_[std::size_t(i)].transpose() * mu[std::size_t(k + 1 - i)];
      rows.middleRows(k * r, r) = row;
    }
    return rows;
  }

 private:
  /// The matrix of ad*_a.
  Table ad_star(const Table& a) const {
    Table m = Table::Constant(n_, n_, S(0));
    for (const auto& c : system_.algebra.entries()) {
      m(c.j, c.k) += S(c.value) * a(c.i, 0);
      m(c.i, c.k) -= S(c.value) * a(c.j, 0);
    }
    return m;
  }
  TaylorSeries value(const CoordinatePolynomial& p) const {
    return value_along<S>(p, functions_, u_.size());
  }
  MatrixSeries value(const DynamicMatrix<CoordinatePolynomial>& m) const {
    return value_along<S>(m, functions_, u_.size());
  }
  DynamicMatrix<CoordinatePolynomial> slope(const DynamicMatrix<CoordinatePolynomial>& m,
                                            int k) const {
    const auto& along = system_.along[static_cast<std::size_t>(k)];
    return m.unaryExpr([&](const CoordinatePolynomial& p) { return p.derivative(along); });
  }
  static MatrixSeries component(const MatrixSeries& x, int i) {
    MatrixSeries row;
    for (const Table& term : x) row.push_back(term.row(i));
    return row;
  }
  /// sum_k a_k slopes[k].
  MatrixSeries along_motion(const std::vector<MatrixSeries>& slopes) const {
    MatrixSeries sum(u_.size(), Table::Constant(slopes[0][0].rows(), slopes[0][0].cols(), S(0)));
    for (int e = 0; e < n_; ++e)
      for (std::size_t k = 0; k < u_.size(); ++k)
        for (std::size_t i = 0; i <= k; ++i)
          if (!a_[i](e, 0).is_zero()) sum[k] += slopes[std::size_t(e)][k - i] * a_[i](e, 0);
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
    force_.assign(u_.size(), Table::Constant(n_, 1, S(0)));
    for (int e = 0; e < n_; ++e) {
      d_slopes_.push_back(value(slope(system_.distribution, e)));
      offset_slopes_.push_back(value(slope(system_.offset, e)));
      metric_slopes_.push_back(value(slope(system_.metric, e)));
      const MatrixSeries kinetic = transposed(a_) * metric_slopes_.back() * a_;
      const TaylorSeries descent =
          value(system_.potential.derivative(system_.along[static_cast<std::size_t>(e)]));
      for (std::size_t k = 0; k < u_.size(); ++k)
        force_[k](e, 0) = kinetic[k](0, 0) * S(Rational(1) / Rational(2)) - descent[k];
    }
    for (const ForceTerm& term : system_.force) {
      MatrixSeries part = value(term.covector);
      for (const int i : term.velocities) part = part * component(a_, i);
      force_ = force_ + part;
    }
    const MatrixSeries p = metric_ * a_;
    for (std::size_t k = 0; k < u_.size(); ++k)
      for (std::size_t i = 0; i <= k; ++i) force_[k] += ad_star(a_[i]) * p[k - i];  // ad*_a p + F
  }
  /// One more order: u' from D^T (p' - ad*_a p - F) = 0, p' = M' a + M (D' u + v0' + D u'), and the functions along a.
  void extend() {
    evaluate();
    const std::size_t k = u_.size() - 1;
    const MatrixSeries across = transposed(d_), gram = across * metric_ * d_;
    const MatrixSeries turning = along_motion(d_slopes_) * u_ + along_motion(offset_slopes_);
    const MatrixSeries right =
        across * (force_ - along_motion(metric_slopes_) * a_ - metric_ * turning);
    const Table back = SeriesAlgebra<S>::inverse(gram[0]);
    MatrixSeries rate;
    for (std::size_t i = 0; i <= k; ++i) {
      Table rest = right[i];
      for (std::size_t j = 1; j <= i; ++j) rest -= gram[j] * rate[i - j];
      rate.push_back(back * rest);
    }
    std::vector<S> next;
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      S sum;
      for (int e = 0; e < n_; ++e) {
        const TaylorSeries change = value(system_.along[static_cast<std::size_t>(e)][i]);
        for (std::size_t j = 0; j <= k; ++j) sum += change[k - j] * a_[j](e, 0);
      }
      next.push_back(sum * S(Rational(1) / Rational(k + 1)));
    }
    for (std::size_t i = 0; i < functions_.size(); ++i) functions_[i].push_back(next[i]);
    u_.push_back(rate[k] * S(Rational(1) / Rational(k + 1)));
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
      detail::MotionSeries<Rational>(system, start, static_cast<int>(combination.rows()))
          .multiplier_equations();
  return contradict<Rational>(equations, combination);
}

}  // namespace hamel
