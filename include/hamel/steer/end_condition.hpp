// Where a motion is to end: at a point, or where some coordinates are free.
#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include <Eigen/QR>

#include <hamel/core/dual.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/steer/end_map.hpp>
#include <hamel/steer/linearised_motion.hpp>
#include <hamel/system/left_derivative.hpp>

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
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(slope.transpose());
    qr.setThreshold(1e-10);
    const int rank = static_cast<int>(qr.rank());
    const auto count = [&](bool value) { return std::count(free_.begin(), free_.end(), value); };
    const int freedom = group.dim() - rank;
    if (freedom != count(true))
      throw InputError("free coordinates",
                       text(count(true)) + " that leave " + text(freedom) + " directions",
                       "coordinates that can move alone, not entries of a matrix");
    target_ = Eigen::Map<const Eigen::VectorXd>(c.data(), static_cast<int>(c.size()));
    // Coordinates that depend on each other count once: an orthonormal basis of the rates at the target.
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> image(slope);
    const Eigen::MatrixXd q = image.householderQ();
    compress_ = q.leftCols(rank).transpose();
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
    const Eigen::VectorXd nu = c.transpose().colPivHouseholderQr().solve(Eigen::VectorXd(end.p));
    const Eigen::VectorXd weights = compress_.transpose() * nu;
    Matrix<double, P::dimension> j(n, n);
    for (int k = 0; k < n; ++k) {
      const Vector<double, P::dimension> eta = end.eta.col(k);
      j.col(k).head(rank) = c * eta;
      j.col(k).tail(n - rank) = w.transpose() * (end.dp.col(k) - turning(group_, x, eta, weights));
    }
    return j;
  }

  /// How far from the end a motion is: the residual can vanish where coordinates that depend on each other are not those
  /// of the target, as a rotation and the same after half a turn.
  template <class P>
  double distance(const P& problem, const EndMap<P>& end) const {
    return std::max(residual(problem, end).norm(), off(end.x).norm());
  }

  const Element<G, double>& point() const { return at_; }
  /// The point with the coordinates of `x` where they are free.
  Element<G, double> nearest(const Element<G, double>& x) const {
    auto c = group_.coordinates(at_);
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

  template <class S>
  std::vector<S> fixed(const G& group, const Element<G, S>& x) const {
    std::vector<S> kept;
    const auto all = group.coordinates(x);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (!free_[i]) kept.push_back(all[i]);
    return kept;
  }

  /// dc_F, a row for each fixed coordinate.
  Eigen::MatrixXd slopes(const G& group, const Element<G, double>& x) const {
    Eigen::MatrixXd c(std::count(free_.begin(), free_.end(), false), group.dim());
    for (int k = 0; k < group.dim(); ++k) {
      std::vector<Dual<double, 1>> along;
      if constexpr (GenericGroup<G>) {
        const Vector<double, G::dimension> e = Vector<double, G::dimension>::Unit(group.dim(), k);
        along = group.coordinates(displaced<Dual<double, 1>>(group, x, infinitesimal_along(e)));
      } else {
        along = group.coordinates_along(x, k);
      }
      for (int i = 0, row = 0; i < static_cast<int>(along.size()); ++i)
        if (!free_[i]) c(row++, k) = along[i].derivatives()[0];
    }
    return c;
  }

  /// N(x), orthonormal columns that depend smoothly on x.
  Eigen::MatrixXd kernel(const G& group, const Element<G, double>& x) const {
    const Eigen::MatrixXd c = compress_ * slopes(group, x);
    const Eigen::MatrixXd q = Eigen::HouseholderQR<Eigen::MatrixXd>(c.transpose()).householderQ();
    return q.rightCols(group.dim() - c.rows());
  }

  /// The change of dc_F^T weights under x exp(eta): by dual numbers, or differences of order 4.
  Eigen::VectorXd turning(const G& group, const Element<G, double>& x,
                          const Vector<double, G::dimension>& eta,
                          const Eigen::VectorXd& weights) const {
    using V = Vector<double, G::dimension>;
    if constexpr (GenericGroup<G>) {
      const auto here = displaced<Dual<double, 1>>(group, x, infinitesimal_along(eta));
      const auto sum = left_gradient(group, here, [&]<class S>(const Element<G, S>& y) {
        const auto c = fixed(group, y);
        S total(0);
        for (std::size_t i = 0; i < c.size(); ++i) total += c[i] * S(weights[static_cast<int>(i)]);
        return total;
      });
      Eigen::VectorXd change(sum.size());
      for (int i = 0; i < sum.size(); ++i) change[i] = sum[i].derivatives()[0];
      return change;
    } else {
      const double h = 1e-3 / (eta.norm() + std::numeric_limits<double>::min());
      const auto at = [&](double s) {
        return Eigen::VectorXd(slopes(group, group.compose(x, group.exp(V(s * eta)))).transpose() *
                               weights);
      };
      return (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
    }
  }

  G group_;
  Element<G, double> at_;
  std::vector<bool> free_;
  Eigen::VectorXd target_;
  Eigen::MatrixXd compress_;
};

}  // namespace hamel
