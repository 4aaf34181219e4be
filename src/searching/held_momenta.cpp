// A way of momenta held for a while each, that costs least near a guess.
#include "searching/held_momenta.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

#include "searching/adapted_frame.hpp"
#include "searching/factors.hpp"

namespace hamel::searching {

namespace {

/// The update of Broyden, Fletcher, Goldfarb and Shanno, damped.
void update(M& hessian, const Eigen::VectorXd& step, Eigen::VectorXd y) {
  const Eigen::VectorXd hs = hessian * step;
  const double whole = step.dot(hs), sy = step.dot(y);
  if (sy < 0.2 * whole) {  // so that it stays positive
    const double part = 0.8 * whole / (whole - sy);
    y = part * y + (1 - part) * hs;
  }
  hessian += y * y.transpose() / step.dot(y) - hs * hs.transpose() / whole;
}

}  // namespace

M waves(int rank, int pieces, double length, int i) {
  constexpr std::array scales{1.5, 3., 6.};
  constexpr int terms = 5;
  double root = 1.5;
  for (int k = 0; k < 30; ++k) root = std::pow(1 + root, 1. / (rank * terms + 1));
  double power = i + 1;
  const auto next = [&] {
    power /= root;
    return 2 * (power - std::floor(power)) - 1;
  };
  M u(rank, pieces);
  for (int k = 0; k < rank; ++k) {
    std::array<double, terms> c;
    for (double& one : c)
      one = length * scales[static_cast<std::size_t>(i) % scales.size()] * next();
    for (int at = 0; at < pieces; ++at) {
      const double s = 2 * std::numbers::pi * (at + 0.5) / pieces;
      u(k, at) = c[0] + c[1] * std::sin(s) + c[2] * std::cos(s) + c[3] * std::sin(2 * s) +
                 c[4] * std::cos(2 * s);
    }
  }
  return u;
}

M HeldMomenta::admissible(double t, const Point& x, const M& columns) const {
  const M m = motions().metric(x);
  const V rest = motions().velocity(t, x, V::Zero(motions().dim()));
  M d(motions().dim(), columns.cols());
  for (int k = 0; k < d.cols(); ++k) d.col(k) = motions().velocity(t, x, m * columns.col(k)) - rest;
  return orthonormal(m, d);
}

bool HeldMomenta::begin(const M& u) {
  rank_ = static_cast<int>(u.rows());
  M along = motions().basis(journey_.from);
  const double h = journey_.length / count;
  Point x = journey_.from;
  way_ = std::vector<Piece>(count);
  for (int i = 0; i < count; ++i) {
    Piece& piece = way_[std::size_t(i)];
    piece.along = along = admissible(time(i), x, along);
    const V rest = motions().velocity(time(i), x, V::Zero(motions().dim()));
    const V a = rest + along * u.col(i);
    piece.w = motions().metric(x) * a;
    x = motions().group().moved(x, h * a);
  }
  way_[0].x = journey_.from;
  find_freedom();
  return roll(Eigen::VectorXd::Zero(size()));
}

bool HeldMomenta::roll(const Eigen::VectorXd& change) {
  const Group& group = motions().group();
  const double h = journey_.length / count;
  Point x = way_[0].x;
  if (moving() > 0) x = group.moved(x, freedom_ * change.head(moving()));
  cost_ = 0;
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    Piece& piece = way_[std::size_t(i)];
    if (piece.by_u.size() > 0)
      piece.w +=
          V(motions().metric(piece.middle) * V(piece.along * change.segment(place(i), rank_)));
    piece.x = x;
    const V first = motions().velocity(time(i), x, piece.w);
    piece.middle = group.moved(x, h / 2 * first);
    piece.a = motions().velocity(time(i) + h / 2, piece.middle, piece.w);
    cost_ += h * motions().lagrangian(time(i) + h / 2, piece.middle, piece.a);
    sum += piece.a.dot(V(motions().metric(piece.middle) * piece.a));
    x = group.moved(x, h * piece.a);
    if (!piece.a.allFinite()) return false;
  }
  last_ = x;
  length_ = std::sqrt(std::abs(sum));
  off_ = gap();
  return std::isfinite(cost_) && off_.allFinite();
}

bool HeldMomenta::close() {
  for (int k = 0; off_.norm() > closed; ++k) {
    const Eigen::VectorXd step = LeastSquares().compute(by_u_).solve(-off_);
    const double still = off_.norm(), first = std::min(1., longest * (1 + length_) / step.norm());
    const auto from = way_;
    double damping = first;
    for (;; damping /= 2) {
      if (k == most_to_close || !(damping >= first / 64)) return false;
      way_ = from;
      if (roll(damping * step) && off_.norm() <= (1 - damping / 4) * still) break;
    }
    if (!linearise()) return false;
  }
  return true;
}

bool HeldMomenta::linearise() {
  const Group& group = motions().group();
  const double h = journey_.length / count;
  for (int i = 0; i < count; ++i) {
    Piece& piece = way_[std::size_t(i)];
    piece.along = admissible(time(i) + h / 2, piece.middle, piece.along);
    const M dw = motions().metric(piece.middle) * piece.along;
    const FieldWithSlopes first = motions().field(time(i), piece.x, piece.w);
    const FieldWithSlopes there = motions().field(time(i) + h / 2, piece.middle, piece.w);
    const auto moved = [&](double part, const V& a, const M& by) {
      return group.dexp_columns(-part * a, part * by);
    };
    const V& a = there.a;
    const M half_x = moved(h / 2, first.a, first.a_x) + group.Ad(group.exp(-h / 2 * first.a));
    const M half_u = moved(h / 2, first.a, first.a_p * dw);
    const M a_x = there.a_x * half_x, a_u = there.a_x * half_u + there.a_p * dw;
    piece.by_x = moved(h, a, a_x) + group.Ad(group.exp(-h * a));
    piece.by_u = moved(h, a, a_u);
    // L = <w,a> - H(x,w), p' = ad*_a p - H_x: dL = <w, da> - H_x eta.
    const V force = there.m_dot - group.ad_star(a, piece.w);
    piece.cost_x = h * (a_x.transpose() * piece.w + half_x.transpose() * force);
    piece.cost_u = h * (a_u.transpose() * piece.w + half_u.transpose() * force);
  }
  M back = gap_rates();
  by_u_.resize(back.rows(), size());
  slope_.resize(size());
  Eigen::VectorXd cost = Eigen::VectorXd::Zero(motions().dim());
  for (int i = count - 1; i >= 0; --i) {
    const Piece& piece = way_[std::size_t(i)];
    by_u_.middleCols(place(i), rank_) = back * piece.by_u;
    slope_.segment(place(i), rank_) = piece.cost_u + piece.by_u.transpose() * cost;
    back = back * piece.by_x;
    cost = piece.cost_x + piece.by_x.transpose() * cost;
  }
  if (ends_.both != nullptr) {
    find_freedom();
    by_u_.leftCols(moving()) = (back + ends_.both->gap_rates_of_start(way_[0].x)) * freedom_;
    slope_.head(moving()) = freedom_.transpose() * cost;
  }
  return by_u_.allFinite() && slope_.allFinite();
}

void HeldMomenta::find_freedom() {
  if (ends_.both != nullptr)
    freedom_ = journey_.length / std::sqrt(count) * ends_.both->freedom(way_[0].x);
}

Eigen::VectorXd HeldMomenta::gap() const {
  return ends_.both != nullptr ? ends_.both->gap(way_[0].x, last_) : ends_.last->gap(last_);
}

M HeldMomenta::gap_rates() const {
  return ends_.both != nullptr ? ends_.both->gap_rates(last_) : ends_.last->gap_rates(last_);
}

Pieces HeldMomenta::momenta() const {
  Pieces pieces;
  pieces.x.resize(count / joined);
  pieces.p.resize(count / joined);
  pieces.length.assign(count / joined, joined * journey_.length / count);
  Eigen::VectorXd p = -gap_rates().transpose() * covector_;
  for (int i = count - 1; i >= 0; --i) {
    p = way_[std::size_t(i)].by_x.transpose() * p - way_[std::size_t(i)].cost_x;
    if (i % joined != 0) continue;
    pieces.x[std::size_t(i / joined)] = way_[std::size_t(i)].x;
    pieces.p[std::size_t(i / joined)] = p;
  }
  return pieces;
}

std::optional<Pieces> HeldMomenta::solve(const M& u, int most) {
  if (!begin(u) || !linearise() || !close()) return {};
  const double h = journey_.length / count;
  M hessian = h * M::Identity(size(), size());
  for (iterations_ = 0; iterations_ < most; ++iterations_) {
    const Cholesky factor(hessian);
    if (!factor.exists()) return {};
    const M across = factor.solve_columns(by_u_.transpose());
    const Eigen::VectorXd free = factor.solve(slope_);
    const PivotedCholesky closing(by_u_ * across);
    covector_ = closing.solve(off_ - by_u_ * free);
    const Eigen::VectorXd step = -free - across * covector_;
    if (!step.allFinite()) return {};
    const double length = step.norm();
    if (length <= near * (1 + length_) && off_.norm() <= closed) return momenta();
    const double value = cost_ + covector_.dot(off_), down = -step.dot(hessian * step);
    const Eigen::VectorXd before = slope_ + by_u_.transpose() * covector_;
    const auto from = way_;
    const double first = std::min(1., longest * (1 + length_) / length);
    Eigen::VectorXd change;
    for (double damping = first;; damping /= 2) {
      if (!(damping >= least * first)) return {};
      way_ = from;
      change = damping * step;
      if (!roll(change)) continue;
      for (int k = 0; k < corrections && off_.norm() > closed; ++k) {
        const Eigen::VectorXd back = -across * closing.solve(off_);
        if (!roll(back)) break;
        change += back;
      }
      if (off_.norm() <= closed && cost_ + covector_.dot(off_) <= value + 1e-3 * damping * down)
        break;
    }
    if (!linearise()) return {};
    update(hessian, change, slope_ + by_u_.transpose() * covector_ - before);
  }
  return {};
}

}  // namespace hamel::searching
