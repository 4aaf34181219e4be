// Where a motion is to end: at a point, or where some coordinates are free.
#include <algorithm>
#include <cstddef>

#include <hamel/core/error.hpp>
#include <hamel/steer/end_condition.hpp>

#include "searching/factors.hpp"

namespace hamel::searching {

M EndPoint::jacobian(const EndMap& end, const V& residual) const {
  return group_.dexp_inv_columns(-residual, end.eta);
}

M EndPoint::gap_rates(const Point& x) const {
  return group_.dexp_inv_columns(-group_.between(at_, x), M::Identity(group_.dim(), group_.dim()));
}

EndCoordinates::EndCoordinates(std::shared_ptr<const Coordinates> coordinates, Point at,
                               std::vector<bool> is_free)
    : coordinates_(std::move(coordinates)), at_(std::move(at)), free_(std::move(is_free)) {
  target_ = fixed(at_);
  if (target_.size() == 0)
    throw InputError("free coordinates", "all of them", "at least one that is fixed");
  const M slope = slopes(at_);
  const int rank = Ranked(slope.transpose(), 1e-10).rank();
  const auto is_so = std::count(free_.begin(), free_.end(), true);
  const int freedom = coordinates_->dim() - rank;
  if (freedom != is_so)
    throw InputError("free coordinates",
                     text(is_so) + " that leave " + text(freedom) + " directions",
                     "coordinates that can move alone, not entries of a matrix");
  // Coordinates that depend on each other count once: an orthonormal basis of the rates at the target.
  compress_ = Ranked(slope).q().leftCols(rank).transpose();
}

V EndCoordinates::residual(const EndMap& end) const {
  const Eigen::Index n = coordinates_->dim(), rank = compress_.rows();
  V r(n);
  r.head(rank) = compress_ * off(end.x);
  r.tail(n - rank) = kernel(end.x).transpose() * end.p;
  return r;
}

M EndCoordinates::jacobian(const EndMap& end, const V&) const {
  const Eigen::Index n = coordinates_->dim(), rank = compress_.rows();
  const M c = compress_ * slopes(end.x), w = kernel(end.x);
  const Eigen::VectorXd nu = Ranked(c.transpose()).solve(end.p);
  const Eigen::VectorXd weights = of_all(compress_.transpose() * nu);
  M j(n, n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const V eta = end.eta.col(k);
    j.col(k).head(rank) = c * eta;
    j.col(k).tail(n - rank) =
        w.transpose() * (end.dp.col(k) - coordinates_->turning(end.x, eta, weights));
  }
  return j;
}

double EndCoordinates::distance(const EndMap& end) const {
  return std::max(residual(end).norm(), off(end.x).norm());
}

Point EndCoordinates::nearest(const Point& x) const {
  std::vector<double> c = coordinates_->of(at_);
  const std::vector<double> other = coordinates_->of(x);
  for (std::size_t i = 0; i < c.size(); ++i)
    if (free_[i]) c[i] = other[i];
  return coordinates_->point(c);
}

Eigen::VectorXd EndCoordinates::fixed(const Point& x) const {
  std::vector<double> kept;
  const std::vector<double> all = coordinates_->of(x);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!free_[i]) kept.push_back(all[i]);
  return Eigen::VectorXd::Map(kept.data(), static_cast<int>(kept.size()));
}

M EndCoordinates::slopes(const Point& x) const {
  const M all = coordinates_->rates(x);
  M c(std::count(free_.begin(), free_.end(), false), coordinates_->dim());
  for (int i = 0, row = 0; i < all.rows(); ++i)
    if (!free_[std::size_t(i)]) c.row(row++) = all.row(i);
  return c;
}

M EndCoordinates::kernel(const Point& x) const {
  const M c = compress_ * slopes(x);
  return orthogonal_factor(c.transpose()).rightCols(coordinates_->dim() - c.rows());
}

Eigen::VectorXd EndCoordinates::of_all(const Eigen::VectorXd& weights) const {
  Eigen::VectorXd all = Eigen::VectorXd::Zero(static_cast<int>(free_.size()));
  for (int i = 0, row = 0; i < all.size(); ++i)
    if (!free_[std::size_t(i)]) all[i] = weights[row++];
  return all;
}

}  // namespace hamel::searching
