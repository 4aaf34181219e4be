// Where a motion is to end: at a point, or where some coordinates are free.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/error.hpp>
#include <hamel/core/factors.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/steer/coordinate_rates.hpp>
#include <hamel/steer/end_map.hpp>

namespace hamel {

/// The end is the element `at`: the residual is log(at^-1 x), whose change is dexp^-1 applied to eta.
template <class G>
struct EndPoint {
  Element<G, double> at;

  template <class P>
  Vector<double, P::dimension> residual(const P& problem, const EndMap<P>& end) const {
    const auto& group = problem.group();
    return group.log(group.compose(group.inverse(at), end.x));
  }

  template <class P>
  Matrix<double, P::dimension> jacobian(const P& problem, const EndMap<P>& end,
                                        const Vector<double, P::dimension>& residual) const {
    Matrix<double, P::dimension> j = end.eta;
    for (int k = 0; k < problem.dim(); ++k)
      j.col(k) = problem.group().dexp_inv(Vector<double, P::dimension>(-residual),
                                          Vector<double, P::dimension>(end.eta.col(k)));
    return j;
  }

  /// How far from the end a motion is.
  template <class P>
  double distance(const P& problem, const EndMap<P>& end) const {
    return residual(problem, end).norm();
  }

  /// What of the place is off, and its changes by the place.
  Eigen::VectorXd gap(const G& group, const Element<G, double>& x) const {
    return group.log(group.compose(group.inverse(at), x));
  }
  Eigen::MatrixXd gap_rates(const G& group, const Element<G, double>& x) const {
    using V = Vector<double, G::dimension>;
    const V off = -gap(group, x);
    Eigen::MatrixXd rates(group.dim(), group.dim());
    for (int k = 0; k < group.dim(); ++k)
      rates.col(k) = group.dexp_inv(off, V(V::Unit(group.dim(), k)));
    return rates;
  }

  const Element<G, double>& point() const { return at; }
  /// The end that a motion to x might have had.
  const Element<G, double>& nearest(const Element<G, double>&) const { return at; }
};
template <class G>
EndPoint(Element<G, double>) -> EndPoint<G>;

/// The end has some of the coordinates c_i of `at`, i in F, the others are free: dc_F has kernel N(x), and
///
///     c_F(x) = c_F(at),   N(x)^T p = 0   (transversality).
///
/// With p = dc_F^T nu + N(...) the change of N^T p is N^T (delta p - delta(dc_F)^T nu), exact at a solution.
template <class G>
class EndCoordinates {
 public:
  /// Throws InputError where what is fixed does not determine the point to first order up to free
  /// coordinates, which happens when single entries of a matrix are left free.
  EndCoordinates(const G& group, const Element<G, double>& at, std::vector<bool> is_free)
      : group_(group), at_(at), free_(std::move(is_free)) {
    const auto c = fixed(group, at);
    if (c.empty())
      throw InputError("free coordinates", "all of them", "at least one that is fixed");
    const auto slope = slopes(group, at);
    const int rank = Ranked(slope.transpose(), 1e-10).rank();
    const auto count = [&](bool value) { return std::count(free_.begin(), free_.end(), value); };
    const int freedom = group.dim() - rank;
    if (freedom != count(true))
      throw InputError("free coordinates",
                       text(count(true)) + " that leave " + text(freedom) + " directions",
                       "coordinates that can move alone, not entries of a matrix");
    target_ = Eigen::Map<const Eigen::VectorXd>(c.data(), static_cast<int>(c.size()));
    // Coordinates that depend on each other count once: an orthonormal basis of the rates at the target.
    compress_ = Ranked(slope).q().leftCols(rank).transpose();
  }

  template <class P>
  Vector<double, P::dimension> residual(const P& problem, const EndMap<P>& end) const {
    Vector<double, P::dimension> r(problem.dim());
    r.head(compress_.rows()) = compress_ * off(end.x);
    r.tail(problem.dim() - compress_.rows()) = kernel(group_, end.x).transpose() * end.p;
    return r;
  }

  template <class P>
  Matrix<double, P::dimension> jacobian(const P& problem, const EndMap<P>& end,
                                        const Vector<double, P::dimension>&) const {
    const auto& x = end.x;
    const int n = problem.dim(), rank = static_cast<int>(compress_.rows());
    const Eigen::MatrixXd c = compress_ * slopes(group_, x), w = kernel(group_, x);
    const Eigen::VectorXd nu = Ranked(c.transpose()).solve(end.p);
    const Eigen::VectorXd weights = of_all(compress_.transpose() * nu);
    Matrix<double, P::dimension> j(n, n);
    for (int k = 0; k < n; ++k) {
      const Vector<double, P::dimension> eta = end.eta.col(k);
      j.col(k).head(rank) = c * eta;
      j.col(k).tail(n - rank) =
          w.transpose() * (end.dp.col(k) - turning_rates(group_, x, eta, weights));
    }
    return j;
  }

  /// How far from the end a motion is: the residual can vanish where coordinates that depend on each other are not
  /// those of the target, as a rotation and the same after half a turn.
  template <class P>
  double distance(const P& problem, const EndMap<P>& end) const {
    return std::max(residual(problem, end).norm(), off(end.x).norm());
  }

  /// What of the place is off, and its changes by the place.
  Eigen::VectorXd gap(const G&, const Element<G, double>& x) const { return compress_ * off(x); }
  Eigen::MatrixXd gap_rates(const G& group, const Element<G, double>& x) const {
    return compress_ * slopes(group, x);
  }

  const Element<G, double>& point() const { return at_; }
  /// The point with the coordinates of `x` where they are free.
  Element<G, double> nearest(const Element<G, double>& x) const {
    std::vector<double> c = group_.coordinates(at_);
    const auto other = group_.coordinates(x);
    for (std::size_t i = 0; i < c.size(); ++i)
      if (free_[i]) c[i] = other[i];
    return group_.from_coordinates(c);
  }

 private:
  Eigen::VectorXd off(const Element<G, double>& x) const {
    const auto c = fixed(group_, x);
    return Eigen::Map<const Eigen::VectorXd>(c.data(), static_cast<int>(c.size())) - target_;
  }

  std::vector<double> fixed(const G& group, const Element<G, double>& x) const {
    std::vector<double> kept;
    const auto all = group.coordinates(x);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (!free_[i]) kept.push_back(all[i]);
    return kept;
  }

  /// dc_F, a row for each fixed coordinate.
  Eigen::MatrixXd slopes(const G& group, const Element<G, double>& x) const {
    const Eigen::MatrixXd all = coordinate_rates(group, x);
    Eigen::MatrixXd c(std::count(free_.begin(), free_.end(), false), group.dim());
    for (int i = 0, row = 0; i < all.rows(); ++i)
      if (!free_[std::size_t(i)]) c.row(row++) = all.row(i);
    return c;
  }

  /// N(x), orthonormal columns that depend smoothly on x.
  Eigen::MatrixXd kernel(const G& group, const Element<G, double>& x) const {
    const Eigen::MatrixXd c = compress_ * slopes(group, x);
    return orthogonal_factor(c.transpose()).rightCols(group.dim() - c.rows());
  }

  /// Weights of fixed coordinates as those of all.
  Eigen::VectorXd of_all(const Eigen::VectorXd& weights) const {
    Eigen::VectorXd all = Eigen::VectorXd::Zero(static_cast<int>(free_.size()));
    for (int i = 0, row = 0; i < all.size(); ++i)
      if (!free_[std::size_t(i)]) all[i] = weights[row++];
    return all;
  }

  G group_;
  Element<G, double> at_;
  std::vector<bool> free_;
  Eigen::VectorXd target_;
  Eigen::MatrixXd compress_;
};

}  // namespace hamel
