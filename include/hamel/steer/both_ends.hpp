// Conditions on both ends of a motion: coordinates that come back to where they began.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/factors.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/steer/coordinate_rates.hpp>
#include <hamel/steer/end_map.hpp>

namespace hamel {

/// What a motion from x0 to x1 keeps of its coordinates c_i,
///
///     c_i(x0) = c_i(from),  c_i(x1) = c_i(to) unless i is free;
///     c_i(x1) - c_i(x0) = c_i(to) - c_i(from) alone where i is periodic,
///
/// in short C(x0, x1) = 0, and that no other choice of its ends costs less to first order: (-p0, p1) vanishes on the
/// kernel of dC. The momentum of a periodic coordinate is periodic then too.
template <class G>
class BothEnds {
 public:
  static constexpr bool binds_start = true;
  using Point = Element<G, double>;
  using V = Vector<double, G::dimension>;

  BothEnds(const G& group, const Point& from, const Point& to, std::vector<bool> is_free,
           std::vector<bool> is_periodic)
      : BothEnds(group, from, to, group.coordinates(from), group.coordinates(to),
                 std::move(is_free), std::move(is_periodic)) {}

  /// The same with the periodic coordinates held where the start `x0` has them.
  BothEnds held_at(const Point& x0) const {
    const std::vector<double> from = group_.coordinates(x0);
    std::vector<double> to = to_;
    for (std::size_t i = 0; i < count(); ++i)
      if (periodic_[i]) to[i] += from[i] - from_[i];
    return {group_, x0, x0, from, to, free_, std::vector<bool>(count(), false)};
  }

  /// Columns: directions (of x0) in which periodic coordinates, and no others, move at the start.
  Eigen::MatrixXd freedom(const Point& x0) const {
    const Eigen::MatrixXd rates = coordinate_rates(group_, x0);
    Eigen::MatrixXd kept = rates;
    for (int i = 0; i < kept.rows(); ++i)
      if (periodic_[i]) kept.row(i).setZero();
    const Ranked qr(kept.transpose(), 1e-10);
    return qr.q().rightCols(group_.dim() - qr.rank());
  }

  /// What of the end is off, and its changes by the end, or by the start where that moves along `freedom`.
  Eigen::VectorXd gap(const Point& x0, const Point& x1) const {
    const auto c0 = group_.coordinates(x0), c1 = group_.coordinates(x1);
    Eigen::VectorXd rows = Eigen::VectorXd::Zero(static_cast<int>(count()));
    for (std::size_t i = 0; i < count(); ++i)
      if (is_bound(i)) rows[i] = c1[i] - to_[i] - (periodic_[i] ? c0[i] - from_[i] : 0);
    return compress_end_ * rows;
  }
  Eigen::MatrixXd gap_rates(const Point& x1) const {
    return compress_end_ * coordinate_rates(group_, x1);
  }
  Eigen::MatrixXd gap_rates_of_start(const Point& x0) const {
    Eigen::MatrixXd rates = -coordinate_rates(group_, x0);
    for (int i = 0; i < rates.rows(); ++i)
      if (!periodic_[i]) rates.row(i).setZero();
    return compress_end_ * rates;
  }

  /// The changes of the cost as the start moves along these directions and the end follows: p1 eta1 - p0 eta0.
  Eigen::VectorXd slope(const Point& x0, const V& p0, const Point& x1, const V& p1,
                        const Eigen::MatrixXd& directions) const {
    const Eigen::MatrixXd rates0 = coordinate_rates(group_, x0);
    Eigen::MatrixXd rates1 = coordinate_rates(group_, x1), moved = rates0 * directions;
    for (int i = 0; i < rates1.rows(); ++i) {
      if (periodic_[i]) continue;
      moved.row(i).setZero();
      if (free_[i]) rates1.row(i).setZero();
    }
    const Eigen::MatrixXd following = LeastSquares().compute(rates1).solve_columns(moved);
    return following.transpose() * p1 - directions.transpose() * p0;
  }

  /// 2n rows: C and the transversality.
  template <class P>
  Eigen::VectorXd residual(const Point& x0, const V& p0, const EndMap<P>& end) const {
    const int n = group_.dim(), rank = static_cast<int>(compress_.rows());
    Eigen::VectorXd r(2 * n), p(2 * n);
    p << -p0, end.p;
    r.head(rank) = compress_ * off(x0, end.x);
    r.tail(2 * n - rank) = kernel(x0, end.x).transpose() * p;
    return r;
  }

  /// Its changes where the start changes by (eta0, dp0) and the end by the columns of `end`, exact at a solution.
  template <class P>
  Eigen::MatrixXd jacobian(const Point& x0, const V& p0, const EndMap<P>& end,
                           const Eigen::MatrixXd& eta0, const Eigen::MatrixXd& dp0) const {
    const int n = group_.dim(), rank = static_cast<int>(compress_.rows());
    const Eigen::MatrixXd c = compress_ * slopes(x0, end.x), w = kernel(x0, end.x);
    Eigen::VectorXd p(2 * n);
    p << -p0, end.p;
    const Eigen::VectorXd nu = Ranked(c.transpose()).solve(p);
    const auto [start, last] = weights(compress_.transpose() * nu);
    Eigen::MatrixXd j(2 * n, eta0.cols());
    for (int k = 0; k < j.cols(); ++k) {
      const V away0 = eta0.col(k), away = end.eta.col(k);
      Eigen::VectorXd away_both(2 * n), change(2 * n);
      away_both << away0, away;
      change << -dp0.col(k) - turning_rates(group_, x0, away0, start),
          end.dp.col(k) - turning_rates(group_, end.x, away, last);
      j.col(k).head(rank) = c * away_both;
      j.col(k).tail(2 * n - rank) = w.transpose() * change;
    }
    return j;
  }

  /// How far off the ends are, also where the residual cannot tell (see EndCoordinates).
  template <class P>
  double distance(const Point& x0, const V& p0, const EndMap<P>& end) const {
    return std::max(residual(x0, p0, end).norm(), off(x0, end.x).norm());
  }

  /// The kernel of dC, in which the ends (2n) may move together: orthonormal columns that depend smoothly on the ends.
  Eigen::MatrixXd kernel(const Point& x0, const Point& x1) const {
    const Eigen::MatrixXd c = compress_ * slopes(x0, x1);
    return orthogonal_factor(c.transpose()).rightCols(c.cols() - c.rows());
  }

 private:
  BothEnds(const G& group, const Point& x0, const Point& x1, std::vector<double> from,
           std::vector<double> to, std::vector<bool> is_free, std::vector<bool> is_periodic)
      : group_(group),
        from_(std::move(from)),
        to_(std::move(to)),
        free_(std::move(is_free)),
        periodic_(std::move(is_periodic)) {
    // Coordinates that depend on each other count once.
    const auto image = [](const Eigen::MatrixXd& rates) -> Eigen::MatrixXd {
      const Ranked qr(rates, 1e-10);
      return qr.q().leftCols(qr.rank()).transpose();
    };
    compress_ = image(slopes(x0, x1));
    Eigen::MatrixXd at_end = coordinate_rates(group_, x1);
    for (int i = 0; i < at_end.rows(); ++i)
      if (!is_bound(i)) at_end.row(i).setZero();
    compress_end_ = image(at_end);
  }

  std::size_t count() const { return from_.size(); }
  bool is_bound(std::size_t i) const { return periodic_[i] || !free_[i]; }  // at the end

  /// C, a row for each condition: start and end of coordinate after coordinate.
  Eigen::VectorXd off(const Point& x0, const Point& x1) const {
    const auto c0 = group_.coordinates(x0), c1 = group_.coordinates(x1);
    std::vector<double> rows;
    for (std::size_t i = 0; i < count(); ++i) {
      if (periodic_[i]) {
        rows.push_back(c1[i] - c0[i] - (to_[i] - from_[i]));
        continue;
      }
      rows.push_back(c0[i] - from_[i]);
      if (!free_[i]) rows.push_back(c1[i] - to_[i]);
    }
    return Eigen::Map<const Eigen::VectorXd>(rows.data(), static_cast<int>(rows.size()));
  }

  /// dC in (x0, x1), left trivialised.
  Eigen::MatrixXd slopes(const Point& x0, const Point& x1) const {
    const int n = group_.dim();
    const Eigen::MatrixXd c0 = coordinate_rates(group_, x0), c1 = coordinate_rates(group_, x1);
    Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(2 * static_cast<int>(count()), 2 * n);
    int row = 0;
    for (int i = 0; i < c0.rows(); ++i) {
      if (periodic_[i]) {
        rows.row(row++) << -c0.row(i), c1.row(i);
        continue;
      }
      rows.row(row++).head(n) = c0.row(i);
      if (!free_[i]) rows.row(row++).tail(n) = c1.row(i);
    }
    rows.conservativeResize(row, 2 * n);
    return rows;
  }

  /// Weights of the conditions as those of the coordinates of the start and of the end.
  std::pair<Eigen::VectorXd, Eigen::VectorXd> weights(const Eigen::VectorXd& of_rows) const {
    Eigen::VectorXd start = Eigen::VectorXd::Zero(static_cast<int>(count())), last = start;
    for (int i = 0, row = 0; i < start.size(); ++i) {
      if (periodic_[i]) {
        start[i] = -of_rows[row];
        last[i] = of_rows[row++];
        continue;
      }
      start[i] = of_rows[row++];
      if (!free_[i]) last[i] = of_rows[row++];
    }
    return {start, last};
  }

  G group_;
  std::vector<double> from_, to_;
  std::vector<bool> free_, periodic_;
  Eigen::MatrixXd compress_, compress_end_;
};

}  // namespace hamel
