// Multiple shooting: a long way cut into pieces, each short enough for Newton's method.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/factors.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/steer/end_condition.hpp>
#include <hamel/steer/end_map.hpp>

namespace hamel {

/// Where each piece of a motion begins, and for how long it goes.
template <class P>
struct Pieces {
  std::vector<Element<typename P::Group, double>> x;
  std::vector<Vector<double, P::dimension>> p;
  std::vector<double> length;

  int count() const { return static_cast<int>(x.size()); }
};

/// A condition that chooses the start too, as BothEnds; others hold the place x_0 where it is.
template <class End>
concept BindsStart = requires {
  End::binds_start;
};

/// The pieces are motions from (x_i, p_i), and solve
///
///     log(x_{i+1}^-1 y_i) = 0,   q_i - p_{i+1} = 0,   the end condition at (y_{N-1}, q_{N-1}),
///
/// (y_i, q_i) being the end of piece i (Bock & Plitt 1984; Stoer & Bulirsch 2002, sec. 7.3.5). Motions that part like
/// e^t do so only over a piece. Where a coordinate condition stands at the end of a piece, y_i keeps it and the
/// momentum jumps by what vanishes on the free directions: q_i - p_{i+1} takes the place of the momentum in it.
/// Newton's method of least-norm updates, damped as in `newton`.
template <class P, class End>
class MultipleShooting {
 public:
  using G = typename P::Group;
  using V = Vector<double, P::dimension>;
  /// What is asked at the end of a piece, by its number.
  using Stops = std::map<int, EndCoordinates<G>>;

  MultipleShooting(const Journey<P>& journey, const End& end, int steps = 8, Stops stops = {})
      : journey_(journey), end_(end), steps_(steps), stops_(std::move(stops)) {}

  int iterations() const noexcept { return iterations_; }

  /// The pieces that solve it, from a guess; nothing where it does not converge. Then so many updates more.
  std::optional<Pieces<P>> solve(Pieces<P> at, int most, int polish = 0);

 private:
  static constexpr bool binds_start = BindsStart<End>;

  int dim() const { return journey_.problem.dim(); }
  /// Where the unknowns of piece i begin: (xi_i, dp_i); dp_0 alone where the start is given.
  int place(int i) const { return (2 * i - (binds_start ? 0 : 1)) * dim(); }
  int equations(const Pieces<P>& at) const {
    return (2 * at.count() - (binds_start ? 0 : 1)) * dim();
  }
  static double scale(const Pieces<P>& at) {
    double sum = 1;
    for (const V& p : at.p) sum += p.squaredNorm();
    return std::sqrt(sum);
  }

  Pieces<P> polished(Pieces<P> at, int times) {
    LeastSquares solver(1e-11);
    for (; times > 0; --times, ++iterations_) {
      const auto [r, j] = linearised(at);
      solver.compute(j);
      const Eigen::VectorXd update = solver.solve(-r);
      if (!update.allFinite()) break;
      at = moved(at, update);
    }
    return at;
  }

  /// The end of piece i, with its changes by the columns of eta or those of dp.
  template <Changes changes>
  EndMap<P> piece(const Pieces<P>& at, int i, bool by_place) const {
    double t = journey_.start;
    for (int k = 0; k < i; ++k) t += at.length[std::size_t(k)];
    const P& problem = journey_.problem;
    if constexpr (changes == Changes::without) {
      return end_map<Changes::without>(problem, at.x[std::size_t(i)], at.p[std::size_t(i)], t,
                                       at.length[std::size_t(i)], steps_);
    } else {
      return end_map<Changes::with>(problem, at.x[std::size_t(i)], at.p[std::size_t(i)], t,
                                    at.length[std::size_t(i)], steps_, by_place);
    }
  }

  V gap(const Pieces<P>& at, int i, const EndMap<P>& end) const {
    const auto& group = journey_.problem.group();
    return group.log(group.compose(group.inverse(at.x[std::size_t(i + 1)]), end.x));
  }

  /// What is asked of the momenta where piece i meets the next one, the end of piece i having the momentum q_i -
  /// p_{i+1}.
  V meeting(int i, const EndMap<P>& jump) const {
    const auto stop = stops_.find(i);
    return stop == stops_.end() ? jump.p : stop->second.residual(journey_.problem, jump);
  }

  Eigen::VectorXd last_rows(const Pieces<P>& at, const EndMap<P>& end) const {
    if constexpr (binds_start)
      return end_.residual(at.x[0], at.p[0], end);
    else
      return end_.residual(journey_.problem, end);
  }

  Eigen::VectorXd residual(const Pieces<P>& at) const {
    const int n = dim(), count = at.count();
    Eigen::VectorXd r(equations(at));
    for (int i = 0; i < count; ++i) {
      auto end = piece<Changes::without>(at, i, false);
      if (!end.finite) return Eigen::VectorXd::Constant(r.size(), HUGE_VAL);
      const int row = 2 * i * n;
      if (i + 1 == count) {
        r.tail(r.size() - row) = last_rows(at, end);
        break;
      }
      end.p -= at.p[std::size_t(i + 1)];
      r.segment(row, 2 * n) << gap(at, i, end), meeting(i, end);
    }
    return r;
  }

  std::pair<Eigen::VectorXd, Eigen::MatrixXd> linearised(const Pieces<P>& at) const {
    const P& problem = journey_.problem;
    const int n = dim(), count = at.count(), size = equations(at);
    const Eigen::MatrixXd unit = Eigen::MatrixXd::Identity(n, n), zero = 0 * unit;
    Eigen::VectorXd r(size);
    Eigen::MatrixXd j = Eigen::MatrixXd::Zero(size, size);
    EndMap<P> end;
    for (int i = 0; i < count; ++i)
      for (const bool by_place : {true, false}) {
        if (!binds_start && i == 0 && by_place) continue;  // x_0 is given
        end = piece<Changes::with>(at, i, by_place);
        if (!end.finite) return {Eigen::VectorXd::Constant(size, HUGE_VAL), j};
        const int column = place(i) + (by_place ? 0 : n), row = 2 * i * n;
        if (i + 1 == count) {
          const Eigen::VectorXd off = last_rows(at, end);
          r.tail(off.size()) = off;
          if constexpr (binds_start) {
            const bool start = i == 0;
            j.block(row, column, 2 * n, n) =
                end_.jacobian(at.x[0], at.p[0], end, start && by_place ? unit : zero,
                              start && !by_place ? unit : zero);
          } else {
            j.block(row, column, n, n) = end_.jacobian(problem, end, V(off));
          }
          continue;
        }
        const V off = gap(at, i, end);
        end.p -= at.p[std::size_t(i + 1)];
        const V jump = meeting(i, end);
        r.segment(row, 2 * n) << off, jump;
        for (int k = 0; k < n; ++k) {
          j.block(row, column + k, n, 1) = problem.group().dexp_inv(V(-off), V(end.eta.col(k)));
          j.block(row, place(i + 1) + k, n, 1) = -problem.group().dexp_inv(off, V(V::Unit(n, k)));
        }
        const auto stop = stops_.find(i);
        if (stop == stops_.end()) {
          j.block(row + n, column, n, n) = end.dp;
          j.block(row + n, place(i + 1) + n, n, n) = -unit;
        } else {
          j.block(row + n, column, n, n) = stop->second.jacobian(problem, end, jump);
          end.eta = zero;
          end.dp = -unit;
          j.block(row + n, place(i + 1) + n, n, n) = stop->second.jacobian(problem, end, jump);
        }
      }
    if constexpr (binds_start) {
      if (count > 1) {  // `end` is that of the last piece
        end.eta = end.dp = zero;
        const int row = size - 2 * n;
        j.block(row, 0, 2 * n, n) = end_.jacobian(at.x[0], at.p[0], end, unit, zero);
        j.block(row, n, 2 * n, n) = end_.jacobian(at.x[0], at.p[0], end, zero, unit);
      }
    }
    return {r, j};
  }

  Pieces<P> moved(Pieces<P> at, const Eigen::VectorXd& update) const {
    const auto& group = journey_.problem.group();
    const int n = dim();
    for (int i = 0; i < at.count(); ++i) {
      if (binds_start || i > 0)
        at.x[std::size_t(i)] =
            group.compose(at.x[std::size_t(i)], group.exp(V(update.segment(place(i), n))));
      at.p[std::size_t(i)] += update.segment(place(i) + n, n);
    }
    return at;
  }

  const Journey<P>& journey_;
  const End& end_;
  int steps_, iterations_ = 0;
  Stops stops_;
};

// Outside the class, so that a program may have it compiled once.
template <class P, class End>
std::optional<Pieces<P>> MultipleShooting<P, End>::solve(Pieces<P> at, int most, int polish) {
  constexpr double least_damping = 1. / 64, near = 1e-7, there = 1e-5;
  LeastSquares solver(1e-11);
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
          return polished(at, polish);
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

/// The momentum that a journey seeks, of an even number of equal pieces.
template <class P>
Vector<double, P::dimension> sought_momentum(const Journey<P>& journey, const Pieces<P>& pieces) {
  return pieces.p[journey.from_middle() ? pieces.p.size() / 2 : 0];
}

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
    pieces.length.push_back(journey.length / count);
  }
  return pieces;
}

}  // namespace hamel
