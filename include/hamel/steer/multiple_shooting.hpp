// Multiple shooting: a long way cut into pieces, each short enough for Newton's method.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <Eigen/QR>

#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/steer/end_map.hpp>

namespace hamel {

/// Where each of N equal pieces of a motion begins.
template <class P>
struct Pieces {
  std::vector<Element<typename P::Group, double>> x;
  std::vector<Vector<double, P::dimension>> p;

  int count() const { return static_cast<int>(x.size()); }
};

/// The pieces are motions from (x_i, p_i), x_0 given, over T/N each, and solve
///
///     log(x_{i+1}^-1 y_i) = 0,   q_i - p_{i+1} = 0,   the end condition at (y_{N-1}, q_{N-1}),
///
/// (y_i, q_i) being the end of piece i (Bock & Plitt 1984; Stoer & Bulirsch 2002, sec. 7.3.5). Motions that part like e^t do
/// so only over a piece. Newton's method of least-norm updates, damped as in `newton`.
template <class P, class End>
class MultipleShooting {
 public:
  using V = Vector<double, P::dimension>;

  MultipleShooting(const Journey<P>& journey, const End& end, int steps = 8)
      : journey_(journey), end_(end), steps_(steps) {}

  int iterations() const noexcept { return iterations_; }

  /// The momentum sought of the journey, from a guess of the pieces; nothing where it does not converge.
  std::optional<V> solve(Pieces<P> at, int most) {
    constexpr double least_damping = 1. / 64, near = 1e-7, there = 1e-5;
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
    solver.setThreshold(1e-11);
    double damping = 1;
    Eigen::VectorXd update;
    for (iterations_ = 0; iterations_ < most; ++iterations_) {
      const auto [r, j] = linearised(at);
      if (!r.allFinite() || !j.allFinite()) return {};
      solver.compute(j);
      update = solver.solve(-r);
      const double size = update.norm();
      if (!std::isfinite(size)) return {};
      for (;;) {
        const Pieces<P> next = moved(at, damping * update);
        const Eigen::VectorXd off = residual(next);
        const double then = off.allFinite() ? solver.solve(-off).norm() : HUGE_VAL;
        if (then <= (1 - damping / 4) * size || then <= near * scale(next)) {
          at = next;
          if (damping == 1 && then <= near * scale(next)) {
            // Where the derivative is singular, updates may vanish before the equations do.
            if (off.norm() > there * scale(next)) return {};
            return at.p[journey_.from_middle() ? at.p.size() / 2 : 0];
          }
          break;
        }
        damping /= 2;
        if (damping < least_damping) return {};
      }
      damping = std::min(1., 2 * damping);
    }
    return {};
  }

 private:
  int dim() const { return journey_.problem.dim(); }
  /// Where the unknowns of piece i begin: (xi_i, dp_i), dp_0 alone.
  int place(int i) const { return i == 0 ? -dim() : (2 * i - 1) * dim(); }
  static double scale(const Pieces<P>& at) {
    double sum = 1;
    for (const V& p : at.p) sum += p.squaredNorm();
    return std::sqrt(sum);
  }

  /// The end of piece i, with its changes by the columns of eta or those of dp.
  template <Changes changes>
  EndMap<P> piece(const Pieces<P>& at, int i, bool by_place) const {
    const double length = journey_.length / at.count();
    const double t = journey_.start + i * length;
    const P& problem = journey_.problem;
    if constexpr (changes == Changes::without) {
      return end_map<Changes::without>(problem, at.x[i], at.p[i], t, length, steps_);
    } else {
      return end_map<Changes::with>(problem, at.x[i], at.p[i], t, length, steps_, by_place);
    }
  }

  V gap(const Pieces<P>& at, int i, const EndMap<P>& end) const {
    const auto& group = journey_.problem.group();
    return group.log(group.compose(group.inverse(at.x[i + 1]), end.x));
  }

  Eigen::VectorXd residual(const Pieces<P>& at) const {
    const int n = dim(), count = at.count();
    Eigen::VectorXd r((2 * count - 1) * n);
    for (int i = 0; i < count; ++i) {
      const auto end = piece<Changes::without>(at, i, false);
      if (!end.finite) return Eigen::VectorXd::Constant(r.size(), HUGE_VAL);
      if (i + 1 == count)
        r.tail(n) = end_.residual(journey_.problem, end);
      else
        r.segment(2 * i * n, 2 * n) << gap(at, i, end), end.p - at.p[i + 1];
    }
    return r;
  }

  std::pair<Eigen::VectorXd, Eigen::MatrixXd> linearised(const Pieces<P>& at) const {
    const P& problem = journey_.problem;
    const int n = dim(), count = at.count(), size = (2 * count - 1) * n;
    Eigen::VectorXd r(size);
    Eigen::MatrixXd j = Eigen::MatrixXd::Zero(size, size);
    for (int i = 0; i < count; ++i)
      for (const bool by_place : {true, false}) {
        if (i == 0 && by_place) continue;  // x_0 is given
        const auto end = piece<Changes::with>(at, i, by_place);
        if (!end.finite) return {Eigen::VectorXd::Constant(size, HUGE_VAL), j};
        const int column = place(i) + (by_place ? 0 : n), row = 2 * i * n;
        if (i + 1 == count) {
          const V off = end_.residual(problem, end);
          r.tail(n) = off;
          j.block(row, column, n, n) = end_.jacobian(problem, end, off);
          continue;
        }
        const V off = gap(at, i, end);
        r.segment(row, 2 * n) << off, end.p - at.p[i + 1];
        for (int k = 0; k < n; ++k) {
          j.block(row, column + k, n, 1) = problem.group().dexp_inv(V(-off), V(end.eta.col(k)));
          j.block(row, place(i + 1) + k, n, 1) = -problem.group().dexp_inv(off, V(V::Unit(n, k)));
          j(row + n + k, place(i + 1) + n + k) = -1;
        }
        j.block(row + n, column, n, n) = end.dp;
      }
    return {r, j};
  }

  Pieces<P> moved(Pieces<P> at, const Eigen::VectorXd& update) const {
    const auto& group = journey_.problem.group();
    const int n = dim();
    for (int i = 0; i < at.count(); ++i) {
      if (i > 0) at.x[i] = group.compose(at.x[i], group.exp(V(update.segment(place(i), n))));
      at.p[i] += update.segment(place(i) + n, n);
    }
    return at;
  }

  const Journey<P>& journey_;
  const End& end_;
  int steps_, iterations_ = 0;
};

/// Pieces along the straight way to `to`, bent aside by exp(sin(pi s) bend), with the momenta M a of that way.
template <class P>
Pieces<P> straight_pieces(const Journey<P>& journey, const Element<typename P::Group, double>& to,
                          const Vector<double, P::dimension>& bend, int count) {
  using V = Vector<double, P::dimension>;
  const auto& group = journey.problem.group();
  const V way = group.log(group.compose(group.inverse(journey.from), to));
  const double pi = std::acos(-1.);
  const auto at = [&](double s) {
    return group.compose(group.compose(journey.from, group.exp(V(s * way))),
                         group.exp(V(std::sin(pi * s) * bend)));
  };
  Pieces<P> pieces;
  for (int i = 0; i < count; ++i) {
    const auto x = at(double(i) / count), next = at(double(i + 1) / count);
    const V a = group.log(group.compose(group.inverse(x), next)) * (count / journey.length);
    pieces.x.push_back(x);
    pieces.p.push_back(journey.problem.metric(x) * a);
  }
  return pieces;
}

}  // namespace hamel
