// Conditions on both ends of a motion: coordinates that come back to where they began.
#include <algorithm>
#include <cstddef>

#include <hamel/steer/both_ends.hpp>

#include "searching/factors.hpp"

namespace hamel::searching {

namespace {

/// An orthonormal basis of the image, as rows: coordinates that depend on each other count once.
M image(const M& rates) {
  const Ranked qr(rates, 1e-10);
  return qr.q().leftCols(qr.rank()).transpose();
}

Eigen::VectorXd both(const Eigen::VectorXd& start, const Eigen::VectorXd& end) {
  Eigen::VectorXd all(start.size() + end.size());
  all << start, end;
  return all;
}

}  // namespace

BothEnds::BothEnds(std::shared_ptr<const Coordinates> coordinates, const Point& from,
                   const Point& to, std::vector<bool> is_free, std::vector<bool> is_periodic)
    : BothEnds(coordinates, from, to, coordinates->of(from), coordinates->of(to),
               std::move(is_free), std::move(is_periodic)) {}

BothEnds::BothEnds(std::shared_ptr<const Coordinates> coordinates, const Point& x0, const Point& x1,
                   std::vector<double> from, std::vector<double> to, std::vector<bool> is_free,
                   std::vector<bool> is_periodic)
    : coordinates_(std::move(coordinates)),
      from_(std::move(from)),
      to_(std::move(to)),
      free_(std::move(is_free)),
      periodic_(std::move(is_periodic)) {
  compress_ = image(slopes(x0, x1));
  M at_end = coordinates_->rates(x1);
  for (int i = 0; i < at_end.rows(); ++i)
    if (!is_bound(std::size_t(i))) at_end.row(i).setZero();
  compress_end_ = image(at_end);
}

BothEnds BothEnds::held_at(const Point& x0) const {
  const std::vector<double> from = coordinates_->of(x0);
  std::vector<double> to = to_;
  for (std::size_t i = 0; i < count(); ++i)
    if (periodic_[i]) to[i] += from[i] - from_[i];
  return {coordinates_, x0, x0, from, to, free_, std::vector<bool>(count(), false)};
}

M BothEnds::freedom(const Point& x0) const {
  M kept = coordinates_->rates(x0);
  for (int i = 0; i < kept.rows(); ++i)
    if (periodic_[std::size_t(i)]) kept.row(i).setZero();
  const Ranked qr(kept.transpose(), 1e-10);
  return qr.q().rightCols(dim() - qr.rank());
}

Eigen::VectorXd BothEnds::gap(const Point& x0, const Point& x1) const {
  const auto c0 = coordinates_->of(x0), c1 = coordinates_->of(x1);
  Eigen::VectorXd rows = Eigen::VectorXd::Zero(static_cast<int>(count()));
  for (std::size_t i = 0; i < count(); ++i)
    if (is_bound(i)) rows[Eigen::Index(i)] = c1[i] - to_[i] - (periodic_[i] ? c0[i] - from_[i] : 0);
  return compress_end_ * rows;
}

M BothEnds::gap_rates(const Point& x1) const {
  return compress_end_ * coordinates_->rates(x1);
}

M BothEnds::gap_rates_of_start(const Point& x0) const {
  M rates = -coordinates_->rates(x0);
  for (int i = 0; i < rates.rows(); ++i)
    if (!periodic_[std::size_t(i)]) rates.row(i).setZero();
  return compress_end_ * rates;
}

Eigen::VectorXd BothEnds::slope(const Point& x0, const V& p0, const Point& x1, const V& p1,
                                const M& directions) const {
  M rates1 = coordinates_->rates(x1), moved = coordinates_->rates(x0) * directions;
  for (int i = 0; i < rates1.rows(); ++i) {
    if (periodic_[std::size_t(i)]) continue;
    moved.row(i).setZero();
    if (free_[std::size_t(i)]) rates1.row(i).setZero();
  }
  const M following = LeastSquares().compute(rates1).solve_columns(moved);
  return following.transpose() * p1 - directions.transpose() * p0;
}

Eigen::VectorXd BothEnds::residual(const Point& x0, const V& p0, const EndMap& end) const {
  Eigen::VectorXd r(2 * dim());
  r << compress_ * off(x0, end.x), kernel(x0, end.x).transpose() * both(-p0, end.p);
  return r;
}

M BothEnds::jacobian(const Point& x0, const V& p0, const EndMap& end, const M& eta0,
                     const M& dp0) const {
  const Eigen::Index n = dim(), rank = compress_.rows();
  const M c = compress_ * slopes(x0, end.x), w = kernel(x0, end.x);
  const Eigen::VectorXd nu = Ranked(c.transpose()).solve(both(-p0, end.p));
  const auto [start, last] = weights(compress_.transpose() * nu);
  M j(2 * n, eta0.cols());
  for (Eigen::Index k = 0; k < j.cols(); ++k) {
    const V away0 = eta0.col(k), away = end.eta.col(k);
    j.col(k).head(rank) = c * both(away0, away);
    j.col(k).tail(2 * n - rank) =
        w.transpose() * both(-dp0.col(k) - coordinates_->turning(x0, away0, start),
                             end.dp.col(k) - coordinates_->turning(end.x, away, last));
  }
  return j;
}

double BothEnds::distance(const Point& x0, const V& p0, const EndMap& end) const {
  return std::max(residual(x0, p0, end).norm(), off(x0, end.x).norm());
}

M BothEnds::kernel(const Point& x0, const Point& x1) const {
  const M c = compress_ * slopes(x0, x1);
  return orthogonal_factor(c.transpose()).rightCols(c.cols() - c.rows());
}

Eigen::VectorXd BothEnds::off(const Point& x0, const Point& x1) const {
  const auto c0 = coordinates_->of(x0), c1 = coordinates_->of(x1);
  std::vector<double> rows;
  for (std::size_t i = 0; i < count(); ++i) {
    if (periodic_[i]) {
      rows.push_back(c1[i] - c0[i] - (to_[i] - from_[i]));
      continue;
    }
    rows.push_back(c0[i] - from_[i]);
    if (!free_[i]) rows.push_back(c1[i] - to_[i]);
  }
  return Eigen::VectorXd::Map(rows.data(), static_cast<int>(rows.size()));
}

M BothEnds::slopes(const Point& x0, const Point& x1) const {
  const int n = dim();
  const M c0 = coordinates_->rates(x0), c1 = coordinates_->rates(x1);
  M rows = M::Zero(2 * static_cast<int>(count()), 2 * n);
  int row = 0;
  for (int i = 0; i < c0.rows(); ++i) {
    if (periodic_[std::size_t(i)]) {
      rows.row(row++) << -c0.row(i), c1.row(i);
      continue;
    }
    rows.row(row++).head(n) = c0.row(i);
    if (!free_[std::size_t(i)]) rows.row(row++).tail(n) = c1.row(i);
  }
  rows.conservativeResize(row, 2 * n);
  return rows;
}

std::pair<Eigen::VectorXd, Eigen::VectorXd> BothEnds::weights(
    const Eigen::VectorXd& of_rows) const {
  Eigen::VectorXd start = Eigen::VectorXd::Zero(static_cast<int>(count())), last = start;
  for (int i = 0, row = 0; i < start.size(); ++i) {
    if (periodic_[std::size_t(i)]) {
      start[i] = -of_rows[row];
      last[i] = of_rows[row++];
      continue;
    }
    start[i] = of_rows[row++];
    if (!free_[std::size_t(i)]) last[i] = of_rows[row++];
  }
  return {start, last};
}

}  // namespace hamel::searching
