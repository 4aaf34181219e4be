// Conjugate times: until when a motion costs less than every motion near it between its ends.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <optional>
#include <vector>

#include <Eigen/LU>
#include <Eigen/QR>

#include <hamel/core/factors.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/steer/adapted_frame.hpp>
#include <hamel/steer/end_map.hpp>
#include <hamel/steer/linearised_motion.hpp>
#include <hamel/steer/moving_frame.hpp>
#include <hamel/steer/unitary.hpp>

namespace hamel {

/// What is known of a motion among its neighbours with the same ends.
enum class Optimality {
  unknown,           ///< L is not positive definite on d, or the end is as good as conjugate
  locally_optimal,   ///< no conjugate time up to the end
  beyond_conjugate,  ///< a conjugate time before the end: some motion nearby costs less
  cheaper_ends  ///< none, but where its ends may move some motion with other ends nearby costs less
};

/// The words for it; `beyond conjugate point` comes with a time.
constexpr const char* text(Optimality optimality) noexcept {
  switch (optimality) {
    case Optimality::locally_optimal:
      return "locally optimal";
    case Optimality::beyond_conjugate:
      return "beyond conjugate point";
    case Optimality::cheaper_ends:
      return "not locally optimal";
    case Optimality::unknown:
      break;
  }
  return "unknown";
}

/// Conjugate times of a motion.
struct Conjugacy {
  Optimality optimality = Optimality::unknown;
  std::optional<double> first;  ///< the first conjugate time after the start
  int abnormality =
      0;  ///< dimension of the covectors that the motion does not feel at any time, beyond those
          ///< that annihilate every bracket of d
};

/// Motions that begin at one point with all momenta near that of a given motion, linearised: a plane (eta, xi)
/// of T*G, Lagrangian in the coordinates xi = delta p - ad*_eta p/2. A time is conjugate where the plane meets
/// eta = 0 in more than the covectors that have eta = 0 at all times (abnormal lifts), which are divided out.
///
/// The plane is the unitary symmetric matrix U = V V^T of V = xi + i eta, columns orthonormal. As t grows from the
/// start, eigenvalues of U leave 1 and turn counterclockwise (Arnold 1985, The Sturm theorems and symplectic
/// geometry; Agrachev & Sachkov 2004, Control Theory from the Geometric Viewpoint, ch. 21), so that the first to
/// come back to 1 is found whatever its multiplicity. Directions are scaled by powers of t, by layers of the
/// frame, as U then turns evenly from the start on, and time by the horizon: in s = t/T the momentum is T p, so that
/// what is slow and what is fast are judged alike.
template <class P>
class JacobiPlane {
 public:
  using V = Vector<double, P::dimension>;
  using M = Matrix<double, P::dimension>;

  JacobiPlane(const P& problem, const Element<typename P::Group, double>& x, const V& p, double t0,
              double horizon, int grid = 48)
      : problem_(problem), frame_(frame_at(problem, x)), start_(t0), horizon_(horizon) {
    const int n = problem.dim();
    At at{x, p, M::Zero(n, n), frame_.inverse.transpose(), 0};
    for (int k = 0; k < n; ++k) at.dp.col(k) /= horizon;
    double shortest = horizon;  // times from the start on, a power series of them
    for (int k = 0; k < 6; ++k) shortest /= 2;
    visit(at, shortest);
    for (int k = 1; k <= 5; ++k)
      visit(at, shortest * std::pow(2., k - 1) * 1.5), visit(at, shortest * std::pow(2., k));
    for (int k = grid / 2 + 1; k <= grid; ++k) visit(at, horizon * k / grid);
    divide_out();
  }

  bool finite() const { return seen_.back().eta.allFinite() && seen_.back().dp.allFinite(); }
  /// L is positive definite on d at every time visited.
  bool positive() const {
    return std::all_of(seen_.begin(), seen_.end(), [&](const At& at) {
      return Cholesky<double>(hessian_on_d(at.x, at.p)).exists();
    });
  }
  int abnormality() const noexcept {
    return static_cast<int>(constant_.cols()) - (problem_.dim() - frame_.reached);
  }

  /// The first conjugate time within the horizon, after the start.
  std::optional<double> first() const {
    for (std::size_t k = 0; k + 1 < seen_.size(); ++k)
      if (const auto t = between(seen_[k], seen_[k + 1], 0)) return t;
    return {};
  }

 private:
  using Complex = Eigen::MatrixXcd;
  struct At {
    Element<typename P::Group, double> x;
    V p;
    M eta, dp;
    double t;  ///< since the start
  };

  /// L_aa on d, by the problem's own member where L is not quadratic.
  Eigen::MatrixXd hessian_on_d(const Element<typename P::Group, double>& x, const V& p) const {
    if constexpr (requires { problem_.hessian_on_d(x, p); }) {
      return problem_.hessian_on_d(x, p);
    } else {
      const auto d = problem_.basis(x);
      return d.transpose() * problem_.metric(x) * d;
    }
  }

  /// s^(w - 1/2) for a vector of layer w, s = t/T.
  double scale(int k, double t) const {
    return std::pow(t / horizon_, std::max(frame_.layer[k], 1) - 0.5);
  }

  At carried(const At& from, double t) const {
    constexpr int K = P::dimension;
    const int n = problem_.dim(), together = columns_at_once(problem_);
    At to = from;
    to.t = t;
    for (int k = 0; k < n; k += together) {
      const int count = std::min(together, n - k);
      Shot<P, K> shot;
      shot.x = from.x;
      shot.p = from.p;
      shot.eta = from.eta.middleCols(k, count);
      shot.dp = from.dp.middleCols(k, count);
      double error = 0;
      for (int steps = 2; steps <= 512; steps *= 2) {
        Shot<P, K> trial = shot;
        carry<K>(problem_, trial, start_ + from.t, t - from.t, steps);
        error = trial.error;
        to.x = trial.x;
        to.p = trial.p;
        to.eta.middleCols(k, count) = trial.eta;
        to.dp.middleCols(k, count) = trial.dp;
        if (trial.finite && error < 1e-14) break;
      }
    }
    return to;
  }
  void visit(At& at, double t) {
    at = carried(at, t);
    seen_.push_back(at);
  }

  /// Finds the covectors with eta = 0 at all times.
  void divide_out() {
    const int n = problem_.dim();
    Eigen::MatrixXd all(n * seen_.size(), n);
    for (std::size_t k = 0; k < seen_.size(); ++k) {
      const auto [eta, xi] = scaled(seen_[k]);
      all.middleRows(static_cast<int>(k) * n, n) = eta;
    }
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(all);
    qr.setThreshold(1e-11);
    const int rank = static_cast<int>(qr.rank());
    Eigen::MatrixXd kernel(n, n - rank);
    if (rank < n) {
      const Eigen::MatrixXd r = qr.matrixR().topRows(rank).template triangularView<Eigen::Upper>();
      kernel.topRows(rank) =
          -r.leftCols(rank).template triangularView<Eigen::Upper>().solve(r.rightCols(n - rank));
      kernel.bottomRows(n - rank).setIdentity();
      kernel = (qr.colsPermutation() * kernel).eval();
    }
    const Eigen::MatrixXd q = orthogonal_factor<double>(kernel);
    constant_ = q.leftCols(n - rank);
    other_ = q.rightCols(rank);
  }

  /// eta and xi in the scaled frame.
  std::pair<Eigen::MatrixXd, Eigen::MatrixXd> scaled(const At& at) const {
    const int n = problem_.dim();
    Eigen::MatrixXd eta(n, n), xi(n, n);
    for (int k = 0; k < n; ++k) {
      const V change = at.eta.col(k);
      eta.col(k) = frame_.inverse * change;
      xi.col(k) = frame_.columns.transpose() *
                  V(at.dp.col(k) - 0.5 * problem_.group().ad_star(change, at.p));
    }
    for (int k = 0; k < n; ++k) {
      eta.row(k) /= scale(k, at.t);
      xi.row(k) *= horizon_ * scale(k, at.t);
    }
    return {eta, xi};
  }

  /// U.
  Complex unitary(const At& at) const {
    auto [eta, xi] = scaled(at);
    if (constant_.cols() > 0) {  // divide by the constant covectors: symplectic reduction
      const Eigen::MatrixXd q = orthogonal_factor<double>(xi * constant_);
      const Eigen::MatrixXd rest = q.rightCols(other_.cols());
      eta = (rest.transpose() * eta * other_).eval();
      xi = (rest.transpose() * xi * other_).eval();
    }
    const int m = static_cast<int>(eta.cols());
    Eigen::MatrixXd both(2 * m, m);
    both << xi, eta;
    const Eigen::MatrixXd q = Eigen::HouseholderQR<Eigen::MatrixXd>(both).householderQ() *
                              Eigen::MatrixXd::Identity(2 * m, m);
    Complex v(m, m);
    v.real() = q.topRows(m);
    v.imag() = q.bottomRows(m);
    return v * v.transpose();
  }

  std::optional<double> between(const At& a, const At& b, int depth) const {
    const Complex u = unitary(a), v = unitary(b);
    const double near = std::min(0.5, 2.5 / static_cast<double>(u.rows()));
    if ((v - u).norm() > near && depth < 12) {
      const At middle = carried(a, (a.t + b.t) / 2);
      if (const auto t = between(a, middle, depth + 1)) return t;
      return between(middle, b, depth + 1);
    }
    if (detail::passed_one(u, v) <= 0) return {};
    At low = a;
    double high = b.t;
    while (high - low.t > 4e-16 * high) {
      const double t = (low.t + high) / 2;
      if (t <= low.t || t >= high) break;
      const At middle = carried(low, t);
      if (detail::passed_one(unitary(low), unitary(middle)) > 0)
        high = t;
      else
        low = middle;
    }
    return high;
  }

  const P& problem_;
  AdaptedFrame<P::dimension> frame_;
  double start_, horizon_;
  std::vector<At> seen_;
  Eigen::MatrixXd constant_, other_;
};

/// The first conjugate time of the motion from (x, p) within `horizon`, and what it means for the motion over
/// `length`.
template <class P>
Conjugacy conjugacy(const P& problem, const typename P::template State<double>& start,
                    double length, double horizon, double t0 = 0) {
  const JacobiPlane<P> plane(problem, start.x, start.m, t0, std::max(length, horizon));
  Conjugacy found;
  if (!plane.finite()) return found;
  found.abnormality = plane.abnormality();
  if (!plane.positive()) return found;
  found.first = plane.first();
  constexpr double sure = 1e-9;  // relative distance at which a time differs from another
  if (!found.first || *found.first > length * (1 + sure))
    found.optimality = Optimality::locally_optimal;
  else if (*found.first < length * (1 - sure))
    found.optimality = Optimality::beyond_conjugate;
  return found;
}
template <class P>
Conjugacy conjugacy(const P& problem, const typename P::template State<double>& start,
                    double length) {
  return conjugacy(problem, start, length, length);
}

}  // namespace hamel
