// The direct way: a motion of piecewise constant velocity that costs least near a guess.
#include "searching/direct.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "searching/factors.hpp"

namespace hamel::searching {

DirectWay::DirectWay(const Group& group, const AdaptedFrame& frame, int pieces)
    : group_(group),
      frame_(frame.columns.leftCols(std::count(frame.layer.begin(), frame.layer.end(), 1))),
      pieces_(pieces) {}

std::optional<V> DirectWay::momentum(std::vector<Point> x, int most) {
  const Point target = x.back();
  At at{std::move(x), Eigen::VectorXd(pieces_ * rank()), {}};
  const auto along = LeastSquares().compute(frame_);
  for (int i = 0; i < pieces_; ++i) {
    const V step = group_.between(at.x[std::size_t(i)], at.x[std::size_t(i + 1)]);
    if (!step.allFinite()) return {};
    at.u.segment(i * rank(), rank()) = pieces_ * along.solve(step);
  }
  find_gaps(at);
  const double h = 1. / pieces_, size = 1 + group_.log(target).norm();
  for (iterations_ = 0; iterations_ < most; ++iterations_) {
    condense(at);
    if (!off_.allFinite() || !by_u_.allFinite()) return {};
    const auto step = down(at.u);
    if (!step || !step->allFinite()) return {};
    const M moves = places(at, *step);
    const double weight = 2 * lambda_.norm();  // of the gaps in what goes down
    const double value = h / 2 * at.u.squaredNorm() + weight * at.open();
    const double slope = h * at.u.dot(*step) - weight * at.open();
    double damping = 1;
    for (;; damping /= 2) {
      At next{at.x, at.u + damping * *step, {}};
      for (int i = 1; i < pieces_; ++i)
        next.x[std::size_t(i)] = group_.moved(at.x[std::size_t(i)], damping * moves.col(i));
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
      const Point rest = group_.compose(group_.inverse(at.x[std::size_t(pieces_ / 2)]), target);
      return group_.Ad_star(group_.inverse(rest), -lambda_);
    }
  }
  return {};
}

void DirectWay::find_gaps(At& at) const {
  at.gaps.resize(group_.dim(), pieces_);
  for (int i = 0; i < pieces_; ++i)
    at.gaps.col(i) =
        group_.between(at.x[std::size_t(i + 1)], group_.moved(at.x[std::size_t(i)], piece(at, i)));
}

void DirectWay::condense(const At& at) {
  const int n = group_.dim(), r = rank();
  const M each = frame_ / pieces_;
  const Point back = group_.inverse(at.x[std::size_t(pieces_)]);
  by_u_.resize(n, pieces_ * r);
  local_.resize(n, pieces_ * r);
  off_ = Eigen::VectorXd::Zero(n);
  for (int i = 0; i < pieces_; ++i) {
    const V gap = at.gaps.col(i);
    const M there = group_.Ad(group_.compose(back, at.x[std::size_t(i + 1)]));
    local_.middleCols(i * r, r) =
        group_.Ad(group_.exp(gap)) * group_.dexp_columns(-piece(at, i), each);
    by_u_.middleCols(i * r, r) = there * local_.middleCols(i * r, r);
    off_ += there * gap;
  }
}

std::optional<Eigen::VectorXd> DirectWay::down(const Eigen::VectorXd& u) {
  const double h = 1. / pieces_;
  const double firm = 30 * h * group_.dim() / by_u_.squaredNorm();
  // The covector that fits u best: that of the quadratic model is far from any where the model is.
  lambda_ = LeastSquares().compute(by_u_.transpose()).solve(-h * u);
  M hessian = second();
  hessian += firm * by_u_.transpose() * by_u_;
  hessian.diagonal().array() += h;
  Cholesky factor;
  for (double more = h / 2;; more *= 3) {  // until it is convex where the equations hold
    if (factor.compute(hessian)) break;
    if (more > 1e6 * h) return {};
    hessian.diagonal().array() += more;
  }
  const Eigen::VectorXd free = factor.solve(h * u + firm * by_u_.transpose() * off_);
  const M across = factor.solve_columns(by_u_.transpose());
  M closing = by_u_ * across;  // gives way where the equations are nearly dependent
  const double mean = closing.trace() / static_cast<double>(closing.rows());
  closing.diagonal().array() += yields * std::min(1., off_.norm()) * mean;
  const Eigen::VectorXd covector = PivotedCholesky(closing).solve(off_ - by_u_ * free);
  return Eigen::VectorXd(-free - across * covector);
}

M DirectWay::places(const At& at, const Eigen::VectorXd& du) const {
  const int r = rank();
  M moves = M::Zero(group_.dim(), pieces_ + 1);
  for (int i = 0; i + 1 < pieces_; ++i) {
    const Point step =
        group_.compose(group_.inverse(at.x[std::size_t(i + 1)]), at.x[std::size_t(i)]);
    moves.col(i + 1) = group_.Ad(step) * moves.col(i) +
                       local_.middleCols(i * r, r) * du.segment(i * r, r) + at.gaps.col(i);
  }
  return moves;
}

M DirectWay::second() const {
  const int r = rank(), size = pieces_ * r;
  M h = M::Zero(size, size);
  for (int i = 0; i < size; ++i) {
    const V bent = group_.ad_star(by_u_.col(i), lambda_);
    for (int j = (i / r + 1) * r; j < size; ++j) h(i, j) = h(j, i) = by_u_.col(j).dot(bent) / 2;
  }
  return h;
}

}  // namespace hamel::searching
