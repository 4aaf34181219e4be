// A way of momenta held for a while each, that costs least near a guess: where to begin Newton's method from.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/factors.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/steer/adapted_frame.hpp>
#include <hamel/steer/linearised_motion.hpp>
#include <hamel/steer/multiple_shooting.hpp>

namespace hamel {

/// Velocities to begin from, a column for each piece: waves of about that length in all directions, the i-th of a
/// sequence that fills them evenly, that of the powers of 1/x with x^(d+1) = x + 1.
inline Eigen::MatrixXd waves(int rank, int pieces, double length, int i) {
  constexpr std::array scales{1.5, 3., 6.};
  constexpr int terms = 5;
  double root = 1.5;
  for (int k = 0; k < 30; ++k) root = std::pow(1 + root, 1. / (rank * terms + 1));
  double power = i + 1;
  const auto next = [&] {
    power /= root;
    return 2 * (power - std::floor(power)) - 1;
  };
  Eigen::MatrixXd u(rank, pieces);
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

/// For any problem, also where metric and constraint vary: with w_i held over piece i of N,
///
///     x' = x_* a(t, x, w_i),   the integral of L is least under the end condition,
///
/// where a(t,x,w) is the velocity that maximises <w,a> - L(x,a) among the admissible ones, so that every way is
/// admissible (by the midpoint rule in each piece). The w_i change along M E_i u_i, E_i an orthonormal basis of D where
/// the piece is; sequential quadratic programming with the damped update of Broyden, Fletcher, Goldfarb and Shanno
/// (Nocedal & Wright 2006, Numerical Optimization, secs. 18.3, 18.4). Unlike shots, such ways do not part like e^t; the
/// covector of the end condition, carried back, is the momentum. Where the condition binds both ends to each other the
/// start moves too, along the directions in which it is free.
template <class P, class End>
class HeldMomenta {
 public:
  using G = typename P::Group;
  using Point = Element<G, double>;
  using V = Vector<double, P::dimension>;

  static constexpr int count = 24;  ///< of pieces

  HeldMomenta(const Journey<P>& journey, const End& end) : journey_(journey), end_(end) {}

  int iterations() const noexcept { return iterations_; }

  /// The way near that of velocities E_i u_i, u a column for each piece; nothing where none is found.
  std::optional<Pieces<P>> solve(const Eigen::MatrixXd& u, int most = 80);

  /// What the way costs.
  double cost() const noexcept { return cost_; }

 private:
  static constexpr double near = 3e-3;  // as Newton's method goes on from there
  static constexpr double longest = 0.7, least = 1. / 256, closed = 1e-3;
  static constexpr int most_to_close = 30, corrections = 6, joined = 3;

  struct Piece {
    Point x, middle;
    V w, a;                      ///< what is held, and the velocity in the middle
    Eigen::MatrixXd along;       ///< E
    Eigen::MatrixXd by_x, by_u;  ///< of the end of the piece
    Eigen::VectorXd cost_x, cost_u;
  };

  const P& problem() const { return journey_.problem; }
  /// Unknowns: how far the start moves, in pieces of the way like u, then u.
  int moving() const { return static_cast<int>(freedom_.cols()); }
  int place(int i) const { return moving() + i * rank_; }
  int size() const { return place(count); }
  double time(int i) const { return journey_.start + journey_.length * i / count; }

  /// What is in D of the columns, made orthonormal.
  Eigen::MatrixXd admissible(double t, const Point& x, const Eigen::MatrixXd& columns) const {
    const auto m = problem().metric(x);
    const int n = problem().dim();
    const V rest = problem().velocity(t, x, V(V::Zero(n)));
    Matrix<double, P::dimension, dynamic> d(n, columns.cols());
    for (int k = 0; k < d.cols(); ++k)
      d.col(k) = problem().velocity(t, x, V(m * V(columns.col(k)))) - rest;
    return orthonormal(m, d);
  }

  /// The pieces that the velocities lead along.
  bool begin(const Eigen::MatrixXd& u) {
    rank_ = static_cast<int>(u.rows());
    const auto& group = problem().group();
    Eigen::MatrixXd along = problem().basis(journey_.from);
    const double h = journey_.length / count;
    Point x = journey_.from;
    way_ = std::vector<Piece>(count);
    for (int i = 0; i < count; ++i) {
      Piece& piece = way_[std::size_t(i)];
      piece.along = along = admissible(time(i), x, along);
      const V rest = problem().velocity(time(i), x, V(V::Zero(problem().dim())));
      const V a = rest + along * u.col(i);
      piece.w = problem().metric(x) * a;
      x = group.compose(x, group.exp(V(h * a)));
    }
    way_[0].x = journey_.from;
    find_freedom();
    return roll(Eigen::VectorXd::Zero(size()));
  }

  /// The way after a change of u.
  bool roll(const Eigen::VectorXd& change) {
    const auto& group = problem().group();
    const double h = journey_.length / count;
    const LinearisedMotion<P, 0> motion(problem(), 0);
    Point x = way_[0].x;
    if (moving() > 0) x = group.compose(x, group.exp(V(freedom_ * change.head(moving()))));
    cost_ = 0;
    double sum = 0;
    for (int i = 0; i < count; ++i) {
      Piece& piece = way_[std::size_t(i)];
      if (piece.by_u.size() > 0)
        piece.w +=
            problem().metric(piece.middle) * V(piece.along * change.segment(place(i), rank_));
      piece.x = x;
      const V first = problem().velocity(time(i), x, piece.w);
      piece.middle = group.compose(x, group.exp(V(h / 2 * first)));
      piece.a = problem().velocity(time(i) + h / 2, piece.middle, piece.w);
      cost_ += h * motion.lagrangian(time(i) + h / 2, piece.middle, piece.a);
      sum += piece.a.dot(problem().metric(piece.middle) * piece.a);
      x = group.compose(x, group.exp(V(h * piece.a)));
      if (!piece.a.allFinite()) return false;
    }
    last_ = x;
    length_ = std::sqrt(std::abs(sum));
    off_ = gap();
    return std::isfinite(cost_) && off_.allFinite();
  }

  /// To the end by least changes of u, whatever that costs: Newton's method, damped.
  bool close() {
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

  /// Derivatives of cost and end by u.
  bool linearise() {
    const auto& group = problem().group();
    const int n = problem().dim();
    const double h = journey_.length / count;
    for (int i = 0; i < count; ++i) {
      Piece& piece = way_[std::size_t(i)];
      piece.along = admissible(time(i) + h / 2, piece.middle, piece.along);
      const Eigen::MatrixXd dw = problem().metric(piece.middle) * piece.along;
      const auto first = linearised_field(problem(), time(i), piece.x, piece.w);
      const auto there = linearised_field(problem(), time(i) + h / 2, piece.middle, piece.w);
      const auto moved = [&](double part, const V& a, const Eigen::MatrixXd& by) {
        Eigen::MatrixXd columns(n, by.cols());
        for (int k = 0; k < by.cols(); ++k)
          columns.col(k) = group.dexp(V(-part * a), V(part * by.col(k)));
        return columns;
      };
      const V& a = there.rate.a;
      const Eigen::MatrixXd half_x =
          moved(h / 2, first.rate.a, first.a_x) + turned(group.exp(V(-h / 2 * first.rate.a)));
      const Eigen::MatrixXd half_u = moved(h / 2, first.rate.a, first.a_p * dw);
      const Eigen::MatrixXd a_x = there.a_x * half_x, a_u = there.a_x * half_u + there.a_p * dw;
      piece.by_x = moved(h, a, a_x) + turned(group.exp(V(-h * a)));
      piece.by_u = moved(h, a, a_u);
      // L = <w,a> - H(x,w), p' = ad*_a p - H_x: dL = <w, da> - H_x eta.
      const V force = there.rate.m_dot - group.ad_star(a, piece.w);
      piece.cost_x = h * (a_x.transpose() * piece.w + half_x.transpose() * force);
      piece.cost_u = h * (a_u.transpose() * piece.w + half_u.transpose() * force);
    }
    Eigen::MatrixXd back = gap_rates();
    by_u_.resize(back.rows(), size());
    slope_.resize(size());
    Eigen::VectorXd cost = Eigen::VectorXd::Zero(n);
    for (int i = count - 1; i >= 0; --i) {
      const Piece& piece = way_[std::size_t(i)];
      by_u_.middleCols(place(i), rank_) = back * piece.by_u;
      slope_.segment(place(i), rank_) = piece.cost_u + piece.by_u.transpose() * cost;
      back = back * piece.by_x;
      cost = piece.cost_x + piece.by_x.transpose() * cost;
    }
    if constexpr (BindsStart<End>) {
      find_freedom();
      by_u_.leftCols(moving()) = (back + end_.gap_rates_of_start(way_[0].x)) * freedom_;
      slope_.head(moving()) = freedom_.transpose() * cost;
    }
    return by_u_.allFinite() && slope_.allFinite();
  }

  void find_freedom() {
    if constexpr (BindsStart<End>)
      freedom_ = journey_.length / std::sqrt(count) * end_.freedom(way_[0].x);
  }

  /// What of the end is off, and its changes by the end.
  Eigen::VectorXd gap() const {
    if constexpr (BindsStart<End>)
      return end_.gap(way_[0].x, last_);
    else
      return end_.gap(problem().group(), last_);
  }
  Eigen::MatrixXd gap_rates() const {
    if constexpr (BindsStart<End>)
      return end_.gap_rates(last_);
    else
      return end_.gap_rates(problem().group(), last_);
  }

  static void update(Eigen::MatrixXd& hessian, const Eigen::VectorXd& step, Eigen::VectorXd y) {
    const Eigen::VectorXd hs = hessian * step;
    const double whole = step.dot(hs), sy = step.dot(y);
    if (sy < 0.2 * whole) {  // so that it stays positive
      const double part = 0.8 * whole / (whole - sy);
      y = part * y + (1 - part) * hs;
    }
    hessian += y * y.transpose() / step.dot(y) - hs * hs.transpose() / whole;
  }

  /// Minus the change of the cost that is still to come, by the place, where each third piece begins.
  Pieces<P> momenta() const {
    Pieces<P> pieces;
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

  /// The matrix of Ad.
  Eigen::MatrixXd turned(const Point& x) const {
    const int n = problem().dim();
    Eigen::MatrixXd rows(n, n);  // by its transpose
    for (int k = 0; k < n; ++k)
      rows.row(k) = problem().group().Ad_star(x, V(V::Unit(n, k))).transpose();
    return rows;
  }

  const Journey<P>& journey_;
  const End& end_;
  int rank_ = 0, iterations_ = 0;
  std::vector<Piece> way_;
  Point last_;
  double cost_ = 0, length_ = 0;
  Eigen::VectorXd off_, slope_, covector_;
  Eigen::MatrixXd by_u_, freedom_;
};

// Outside the class, so that a program may have it compiled once.
template <class P, class End>
std::optional<Pieces<P>> HeldMomenta<P, End>::solve(const Eigen::MatrixXd& u, int most) {
  if (!begin(u) || !linearise() || !close()) return {};
  const double h = journey_.length / count;
  Eigen::MatrixXd hessian = h * Eigen::MatrixXd::Identity(size(), size());
  for (iterations_ = 0; iterations_ < most; ++iterations_) {
    const Cholesky factor(hessian);
    if (!factor.exists()) return {};
    const Eigen::MatrixXd across = factor.solve_columns(by_u_.transpose());
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

}  // namespace hamel
