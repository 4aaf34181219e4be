// The direct way: a motion of piecewise constant velocity that costs least near a guess, to begin Newton's method from.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/factors.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/steer/adapted_frame.hpp>

namespace hamel {

/// For kinetic problems that are the same at every x: velocities u_i in an orthonormal basis E of d, held over N pieces
/// of length h = 1/N, between places x_i, such that
///
///     (h/2) sum |u_i|^2 is least under g_i = log(x_{i+1}^-1 x_i exp(s_i)) = 0,   s_i = h E u_i,  x_0, x_N given,
///
/// by sequential quadratic programming from places that no motion need follow. The linearised equations
/// are condensed to the end, where a change of u_i counts zeta_i = Ad_{y_i}^-1 Ad_{exp g_i} dexp_{-s_i}(h E du_i), y_i
/// = x_{i+1}^-1 x_N, and has the second derivatives [zeta_i,zeta_j]/2, i < j, of log(exp(zeta_1) ... exp(zeta_N)).
/// Unlike the equations of motion, whose solutions are saddles too, it goes down (Bock & Plitt 1984; Nocedal & Wright
/// 2006, Numerical Optimization, secs. 16.2, 18.4).
template <class P>
class DirectWay {
 public:
  using G = typename P::Group;
  using Point = Element<G, double>;
  using V = Vector<double, P::dimension>;
  using M = Matrix<double, P::dimension>;

  DirectWay(const P& problem, const AdaptedFrame<P::dimension>& frame, int pieces = 16)
      : problem_(problem),
        frame_(frame.columns.leftCols(std::count(frame.layer.begin(), frame.layer.end(), 1))),
        pieces_(pieces) {}

  int iterations() const noexcept { return iterations_; }

  int pieces() const noexcept { return pieces_; }

  /// The momentum in the middle, unit time, of the way near places x = (e, ..., x_N), of which the last is the target;
  /// nothing where none is found.
  std::optional<V> momentum(std::vector<Point> x, int most = 40) {
    const auto& group = problem_.group();
    const Point target = x.back();
    At at{std::move(x), Eigen::VectorXd(pieces_ * rank()), {}};
    const auto along = LeastSquares().compute(frame_);
    for (int i = 0; i < pieces_; ++i) {
      const V step =
          group.log(group.compose(group.inverse(at.x[std::size_t(i)]), at.x[std::size_t(i + 1)]));
      if (!step.allFinite()) return {};
      at.u.segment(i * rank(), rank()) = pieces_ * along.solve(step);
    }
    find_gaps(at);
    const double h = 1. / pieces_, size = 1 + group.log(target).norm();
    for (iterations_ = 0; iterations_ < most; ++iterations_) {
      condense(at);
      if (!off_.allFinite() || !by_u_.allFinite()) return {};
      const auto step = down(at.u);
      if (!step || !step->allFinite()) return {};
      const auto moves = places(at, *step);
      const double weight = 2 * lambda_.norm();  // of the gaps in what goes down
      const double value = h / 2 * at.u.squaredNorm() + weight * at.open();
      const double slope = h * at.u.dot(*step) - weight * at.open();
      double damping = 1;
      for (;; damping /= 2) {
        At next{at.x, at.u + damping * *step, {}};
        for (int i = 1; i < pieces_; ++i)
          next.x[std::size_t(i)] =
              group.compose(at.x[std::size_t(i)], group.exp(V(damping * moves.col(i))));
        find_gaps(next);
        const double then = h / 2 * next.u.squaredNorm() + weight * next.open();
        if (!std::isfinite(then) && damping < least) return {};
        // Where the model is far off, a short step leads on, downwards or not.
        if (damping < least || then <= value + 1e-3 * damping * slope) {
          at = std::move(next);
          break;
        }
      }
      if (damping == 1 && step->norm() <= near * at.u.norm() && at.open() <= near * size) {
        const V covector = -lambda_;
        const Point rest = group.compose(group.inverse(at.x[std::size_t(pieces_ / 2)]), target);
        return V(group.Ad_star(group.inverse(rest), covector));
      }
    }
    return {};
  }

 private:
  static constexpr double yields = 0.001, least = 1. / 8;
  static constexpr double near = 0.02;  // as Newton's method goes on from there

  struct At {
    std::vector<Point> x;  ///< x_0, ..., x_N
    Eigen::VectorXd u;
    Eigen::MatrixXd gaps;  ///< g_i, a column each
    double open() const { return gaps.colwise().norm().sum(); }
  };

  int rank() const { return static_cast<int>(frame_.cols()); }
  V piece(const At& at, int i) const {
    const V sum = frame_ * at.u.segment(i * rank(), rank());
    return sum / pieces_;
  }

  void find_gaps(At& at) const {
    const auto& group = problem_.group();
    at.gaps.resize(problem_.dim(), pieces_);
    for (int i = 0; i < pieces_; ++i)
      at.gaps.col(i) =
          group.log(group.compose(group.inverse(at.x[std::size_t(i + 1)]),
                                  group.compose(at.x[std::size_t(i)], group.exp(piece(at, i)))));
  }

  /// The matrix of Ad.
  M turned(const Point& x) const {
    const int n = problem_.dim();
    M rows(n, n);  // by its transpose
    for (int k = 0; k < n; ++k)
      rows.row(k) = problem_.group().Ad_star(x, V(V::Unit(n, k))).transpose();
    return rows;
  }

  /// The linearised equations: what u_i does to x_{i+1}, and all of it at the end.
  void condense(const At& at) {
    const auto& group = problem_.group();
    const int n = problem_.dim(), r = rank();
    by_u_.resize(n, pieces_ * r);
    local_.resize(n, pieces_ * r);
    off_ = V::Zero(n);
    for (int i = 0; i < pieces_; ++i) {
      const V s = -piece(at, i), gap = at.gaps.col(i);
      const M here = turned(group.exp(gap));
      const M there = turned(
          group.compose(group.inverse(at.x[std::size_t(pieces_)]), at.x[std::size_t(i + 1)]));
      for (int k = 0; k < r; ++k) {
        const V own = here * group.dexp(s, V(frame_.col(k) / pieces_));
        local_.col(i * r + k) = own;
        by_u_.col(i * r + k) = there * own;
      }
      off_ += there * gap;
    }
  }

  /// The change of u that is least for the quadratic model; its covector becomes lambda.
  std::optional<Eigen::VectorXd> down(const Eigen::VectorXd& u) {
    const double h = 1. / pieces_;
    const double firm = 30 * h * problem_.dim() / by_u_.squaredNorm();
    // The covector that fits u best: that of the quadratic model is far from any where the model is.
    lambda_ = LeastSquares().compute(by_u_.transpose()).solve(-h * u);
    Eigen::MatrixXd hessian = second();
    hessian += firm * by_u_.transpose() * by_u_;
    hessian.diagonal().array() += h;
    Cholesky factor;
    for (double more = h / 2;; more *= 3) {  // until it is convex where the equations hold
      if (factor.compute(hessian)) break;
      if (more > 1e6 * h) return {};
      hessian.diagonal().array() += more;
    }
    const Eigen::VectorXd free = factor.solve(h * u + firm * by_u_.transpose() * off_);
    const Eigen::MatrixXd across = factor.solve_columns(by_u_.transpose());
    Eigen::MatrixXd closing = by_u_ * across;  // gives way where the equations are nearly dependent
    const double mean = closing.trace() / static_cast<double>(closing.rows());
    closing.diagonal().array() += yields * std::min(1., off_.norm()) * mean;
    const Eigen::VectorXd covector = PivotedCholesky(closing).solve(off_ - by_u_ * free);
    return Eigen::VectorXd(-free - across * covector);
  }

  /// How the places change with u, a column each, in their own frames.
  Eigen::MatrixXd places(const At& at, const Eigen::VectorXd& du) const {
    const auto& group = problem_.group();
    const int r = rank();
    Eigen::MatrixXd moves = Eigen::MatrixXd::Zero(problem_.dim(), pieces_ + 1);
    for (int i = 0; i + 1 < pieces_; ++i)
      moves.col(i + 1) =
          turned(group.compose(group.inverse(at.x[std::size_t(i + 1)]), at.x[std::size_t(i)])) *
              moves.col(i) +
          local_.middleCols(i * r, r) * du.segment(i * r, r) + at.gaps.col(i);
    return moves;
  }

  /// <lambda, [zeta_i, zeta_j]>/2, i before j, with the lambda of the step before.
  Eigen::MatrixXd second() const {
    const auto& group = problem_.group();
    const int r = rank(), size = pieces_ * r;
    Eigen::MatrixXd h = Eigen::MatrixXd::Zero(size, size);
    for (int i = 0; i < size; ++i) {
      const V bent = group.ad_star(V(by_u_.col(i)), V(lambda_));
      for (int j = (i / r + 1) * r; j < size; ++j) h(i, j) = h(j, i) = bent.dot(by_u_.col(j)) / 2;
    }
    return h;
  }

  const P& problem_;
  Eigen::MatrixXd frame_;
  int pieces_, iterations_ = 0;
  Eigen::MatrixXd by_u_, local_;
  Eigen::VectorXd off_, lambda_;
};

}  // namespace hamel
