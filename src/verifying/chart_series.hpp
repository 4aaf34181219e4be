// "No" in coordinates, for any Lagrangian and any constraints: a motion as Taylor series over the rationals, and what
// it asks of lambda. A short proof reader that believes the equations of motion and nothing else.
#pragma once

#include <cstddef>
#include <vector>

#include <hamel/algebra/linear.hpp>

#include "lowering/chart_polynomials.hpp"
#include "lowering/motion_series.hpp"

namespace hamel {

/// How far motions are followed as series.
inline constexpr int most_orders = 12;
/// How many more are looked at from a start that is given: what a generic one shows may vanish there by a symmetry.
inline constexpr int orders_of_symmetry = 3;

/// Where the functions of the ring, and the velocities, have these values.
template <class S>
struct ChartJetOver {
  std::vector<S> functions;
  std::vector<S> velocities;
};
using ChartJet = ChartJetOver<Rational>;

/// Whether every phi is 0 there.
inline bool is_admissible(const ChartPolynomials& chart, const ChartJet& start) {
  for (const auto& phi : chart.constraints)
    if (!phi.at_identity(start.functions).is_zero()) return false;
  return true;
}

/// The nonholonomic motion from a start, v' and nu by
///     [L_vv, phi_v^T; phi_v, 0] [v'; nu] = [L_q + f - L_vq v; -phi_q v].
template <class S>
class ChartSeries {
 public:
  /// Throws std::bad_optional_access where the matrix is singular at the start.
  ChartSeries(const ChartPolynomials& chart, const ChartJetOver<S>& start, int order)
      : n_(chart.n), m_(static_cast<int>(chart.constraints.size())), along_(chart.ring.along()) {
    for (const auto& value : start.functions) functions_.push_back({value});
    for (const auto& value : start.velocities) velocities_.push_back({value});
    bordered_ = Table::Constant(n_ + m_, n_ + m_, CoordinatePolynomial());
    pull_ = Table::Constant(n_ + m_, n_ + 1, CoordinatePolynomial());
    slopes_ = Table(m_, n_);
    for (int i = 0; i < n_; ++i) {
      const CoordinatePolynomial momentum = chart.by_v(chart.lagrangian, i);
      pull_(i, n_) = chart.pull[static_cast<std::size_t>(i)];
      for (int j = 0; j < n_; ++j) {
        bordered_(i, j) = chart.by_v(momentum, j);
        pull_(i, j) = -chart.by_q(momentum, j);
      }
      for (int a = 0; a < m_; ++a) {
        const auto& phi = chart.constraints[static_cast<std::size_t>(a)];
        bordered_(i, n_ + a) = bordered_(n_ + a, i) = chart.by_v(phi, i);
        slopes_(a, i) = chart.by_q(phi, i);
        pull_(n_ + a, i) = -slopes_(a, i);
      }
    }
    for (int k = 0; k < order; ++k) extend();
  }

  /// The coefficients of 1, t, ..., t^(order-1) of the vakonomic equations along the motion,
  ///     phi_v^T (lambda' - nu) + (d/dt phi_v - phi_q)^T lambda = 0,
  /// n rows each: columns are the m entries of each of the coefficients lambda_0 .. lambda_order, then the constant.
  /// With one constraint lambda vanishes, and so nu must, where d/dt phi_v - phi_q is not parallel to phi_v.
  DynamicMatrix<S> multiplier_equations() const {
    using namespace detail;
    const std::size_t size = functions_.empty() ? rates_.size() + 1 : functions_[0].size();
    const int order = static_cast<int>(size) - 1;
    const MatrixSeriesOver<S> normals = value_along<S>(bordered_, functions_, size),
                              slopes = value_along<S>(slopes_, functions_, size);
    const auto a = [&](int k) {  // phi_v^T
      return DynamicMatrix<S>(normals[static_cast<std::size_t>(k)].topRightCorner(n_, m_));
    };
    DynamicMatrix<S> equations = DynamicMatrix<S>::Constant(order * n_, (order + 1) * m_ + 1, S(0));
    for (int k = 0; k < order; ++k)
      for (int i = 0; i <= k; ++i) {
        const int rest = k - i;
        const DynamicMatrix<S> w = a(rest + 1) * S(Rational(rest + 1)) -
                                   slopes[static_cast<std::size_t>(rest)].transpose();
        equations.block(k * n_, i * m_, n_, m_) += w;
        equations.block(k * n_, (i + 1) * m_, n_, m_) += a(rest) * S(Rational(i + 1));
        equations.block(k * n_, (order + 1) * m_, n_, 1) -=
            a(rest) * rates_[static_cast<std::size_t>(i)].bottomRows(m_);
      }
    return equations;
  }

 private:
  using Table = DynamicMatrix<CoordinatePolynomial>;

  /// One more order of velocities and functions.
  void extend() {
    using namespace detail;
    const std::size_t size = velocities_[0].size();
    const MatrixSeriesOver<S> bordered = value_along<S>(bordered_, functions_, size);
    MatrixSeriesOver<S> right = value_along<S>(pull_, functions_, size), speeds;
    for (std::size_t k = 0; k < size; ++k) {
      DynamicMatrix<S> column = DynamicMatrix<S>::Constant(n_ + 1, 1, S(0));
      for (int i = 0; i < n_; ++i) column(i, 0) = velocities_[static_cast<std::size_t>(i)][k];
      if (k == 0) column(n_, 0) = S(1);
      speeds.push_back(std::move(column));
    }
    right = right * speeds;
    const DynamicMatrix<S> back = SeriesAlgebra<S>::inverse(bordered[0]);
    rates_.clear();
    for (std::size_t k = 0; k < size; ++k) {
      DynamicMatrix<S> rest = right[k];
      for (std::size_t i = 1; i <= k; ++i) rest -= bordered[i] * rates_[k - i];
      rates_.push_back(back * rest);
    }
    const S below(Rational(1) / Rational(size));
    std::vector<S> next;
    for (std::size_t f = 0; f < functions_.size(); ++f) {
      S sum;
      for (int e = 0; e < 2 * n_; ++e) {
        const SeriesOver<S> change =
            value_along<S>(along_[static_cast<std::size_t>(e)][f], functions_, size);
        for (std::size_t k = 0; k < size; ++k)
          sum += change[size - 1 - k] *
                 (e < n_ ? velocities_[static_cast<std::size_t>(e)][k] : rates_[k](e - n_, 0));
      }
      next.push_back(sum * below);
    }
    for (std::size_t f = 0; f < functions_.size(); ++f) functions_[f].push_back(next[f]);
    for (int i = 0; i < n_; ++i)
      velocities_[static_cast<std::size_t>(i)].push_back(rates_.back()(i, 0) * below);
  }

  int n_, m_;
  const std::vector<std::vector<CoordinatePolynomial>>& along_;
  Table bordered_, pull_, slopes_;  ///< [-L_vq, L_q + f; -phi_q, 0], phi_q
  std::vector<detail::SeriesOver<S>> functions_, velocities_;
  detail::MatrixSeriesOver<S> rates_;  ///< [v'; nu]
};

/// "No": the combination (row k, column j multiplies entry j of the coefficient of t^k) of the equations for lambda
/// reads 0 = nonzero.
inline bool verify_chart_no(const ChartPolynomials& chart, const ChartJet& start,
                            const DynamicMatrix<Rational>& combination) {
  if (combination.cols() != chart.n || combination.rows() == 0 || !is_admissible(chart, start))
    return false;
  const DynamicMatrix<Rational> equations =
      ChartSeries<Rational>(chart, start, static_cast<int>(combination.rows()))
          .multiplier_equations();
  return contradict<Rational>(equations, combination);
}

}  // namespace hamel
