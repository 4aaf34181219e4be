// Multiple shooting: a long way cut into pieces, each short enough for Newton's method.
#include "searching/multiple_shooting.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "searching/factors.hpp"

namespace hamel::searching {

namespace {

double scale(const Pieces& at) {
  double sum = 1;
  for (const V& p : at.p) sum += p.squaredNorm();
  return std::sqrt(sum);
}

}  // namespace

Pieces MultipleShooting::polished(Pieces at, int times) {
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

double MultipleShooting::time(const Pieces& at, int i) const {
  double t = journey_.start;
  for (int k = 0; k < i; ++k) t += at.length[std::size_t(k)];
  return t;
}

V MultipleShooting::gap(const Pieces& at, int i, const EndMap& end) const {
  return journey_.motions.group().between(at.x[std::size_t(i + 1)], end.x);
}

/// What is asked of the momenta where piece i meets the next one, the end of piece i having the momentum q_i -
/// p_{i+1}.
V MultipleShooting::meeting(int i, const EndMap& jump) const {
  const auto stop = stops_.find(i);
  return stop == stops_.end() ? jump.p : stop->second->residual(jump);
}

Eigen::VectorXd MultipleShooting::last_rows(const Pieces& at, const EndMap& end) const {
  return binds_start() ? ends_.both->residual(at.x[0], at.p[0], end)
                       : Eigen::VectorXd(ends_.last->residual(end));
}

Eigen::VectorXd MultipleShooting::residual(const Pieces& at) const {
  const int n = dim(), count = at.count();
  Eigen::VectorXd r(equations(at));
  for (int i = 0; i < count; ++i) {
    const std::size_t k = std::size_t(i);
    auto end = journey_.motions.end(at.x[k], at.p[k], time(at, i), at.length[k], steps_);
    if (!end.finite) return Eigen::VectorXd::Constant(r.size(), HUGE_VAL);
    const int row = 2 * i * n;
    if (i + 1 == count) {
      r.tail(r.size() - row) = last_rows(at, end);
      break;
    }
    end.p -= at.p[k + 1];
    r.segment(row, n) = gap(at, i, end);
    r.segment(row + n, n) = meeting(i, end);
  }
  return r;
}

std::pair<Eigen::VectorXd, M> MultipleShooting::linearised(const Pieces& at) const {
  const Group& group = journey_.motions.group();
  const int n = dim(), count = at.count(), size = equations(at);
  const M unit = M::Identity(n, n), zero = M::Zero(n, n);
  Eigen::VectorXd r(size);
  M j = M::Zero(size, size);
  EndMap end;
  for (int i = 0; i < count; ++i)
    for (const bool by_place : {true, false}) {
      if (!binds_start() && i == 0 && by_place) continue;  // x_0 is given
      const std::size_t at_i = std::size_t(i);
      end = journey_.motions.end_with_changes(at.x[at_i], at.p[at_i], time(at, i), at.length[at_i],
                                              steps_, by_place);
      if (!end.finite) return {Eigen::VectorXd::Constant(size, HUGE_VAL), j};
      const int column = place(i) + (by_place ? 0 : n), row = 2 * i * n;
      if (i + 1 == count) {
        const Eigen::VectorXd off = last_rows(at, end);
        r.tail(off.size()) = off;
        if (binds_start()) {
          const bool start = i == 0;
          j.block(row, column, 2 * n, n) =
              ends_.both->jacobian(at.x[0], at.p[0], end, start && by_place ? unit : zero,
                                   start && !by_place ? unit : zero);
        } else {
          j.block(row, column, n, n) = ends_.last->jacobian(end, off);
        }
        continue;
      }
      const V off = gap(at, i, end);
      end.p -= at.p[at_i + 1];
      const V jump = meeting(i, end);
      r.segment(row, n) = off;
      r.segment(row + n, n) = jump;
      j.block(row, column, n, n) = group.dexp_inv_columns(-off, end.eta);
      j.block(row, place(i + 1), n, n) = -group.dexp_inv_columns(off, unit);
      const auto stop = stops_.find(i);
      if (stop == stops_.end()) {
        j.block(row + n, column, n, n) = end.dp;
        j.block(row + n, place(i + 1) + n, n, n) = -unit;
      } else {
        j.block(row + n, column, n, n) = stop->second->jacobian(end, jump);
        end.eta = zero;
        end.dp = -unit;
        j.block(row + n, place(i + 1) + n, n, n) = stop->second->jacobian(end, jump);
      }
    }
  if (binds_start() && count > 1) {  // `end` is that of the last piece
    end.eta = end.dp = zero;
    const int row = size - 2 * n;
    j.block(row, 0, 2 * n, n) = ends_.both->jacobian(at.x[0], at.p[0], end, unit, zero);
    j.block(row, n, 2 * n, n) = ends_.both->jacobian(at.x[0], at.p[0], end, zero, unit);
  }
  return {r, j};
}

Pieces MultipleShooting::moved(Pieces at, const Eigen::VectorXd& update) const {
  const int n = dim();
  for (int i = 0; i < at.count(); ++i) {
    const std::size_t k = std::size_t(i);
    if (binds_start() || i > 0)
      at.x[k] = journey_.motions.group().moved(at.x[k], update.segment(place(i), n));
    at.p[k] += update.segment(place(i) + n, n);
  }
  return at;
}

std::optional<Pieces> MultipleShooting::solve(Pieces at, int most, int polish) {
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
      const Pieces next = moved(at, damping * update);
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

V sought_momentum(const Journey& journey, const Pieces& pieces) {
  return pieces.p[journey.from_middle() ? pieces.p.size() / 2 : 0];
}

Pieces straight_pieces(const Journey& journey, const Point& to, const V& bend, int count) {
  const Group& group = journey.motions.group();
  const V way = group.between(journey.from, to);
  const double pi = std::acos(-1.);
  const auto at = [&](double s) {
    return group.moved(group.moved(journey.from, s * way), std::sin(pi * s) * bend);
  };
  Pieces pieces;
  for (int i = 0; i < count; ++i) {
    const Point x = at(double(i) / count);
    const V a = group.between(x, at(double(i + 1) / count)) * (count / journey.length);
    pieces.x.push_back(x);
    pieces.p.push_back(journey.motions.metric(x) * a);
    pieces.length.push_back(journey.length / count);
  }
  return pieces;
}

}  // namespace hamel::searching
