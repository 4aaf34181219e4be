// A way of momenta held for a while each, that costs least near a guess: where to begin Newton's method from.
#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

#include <hamel/steer/motions.hpp>

#include "searching/journey.hpp"
#include "searching/multiple_shooting.hpp"

namespace hamel::searching {

/// Velocities to begin from, a column for each piece: waves of about that length in all directions, the i-th of a
/// sequence that fills them evenly, that of the powers of 1/x with x^(d+1) = x + 1.
M waves(int rank, int pieces, double length, int i);

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
class HeldMomenta {
 public:
  static constexpr int count = 24;  ///< of pieces

  HeldMomenta(const Journey& journey, const Ends& ends) : journey_(journey), ends_(ends) {}

  int iterations() const noexcept { return iterations_; }

  /// The way near that of velocities E_i u_i, u a column for each piece; nothing where none is found.
  std::optional<Pieces> solve(const M& u, int most = 80);

  /// What the way costs.
  double cost() const noexcept { return cost_; }

 private:
  static constexpr double near = 3e-3;  // as Newton's method goes on from there
  static constexpr double longest = 0.7, least = 1. / 256, closed = 1e-3;
  static constexpr int most_to_close = 30, corrections = 6, joined = 3;

  struct Piece {
    Point x, middle;
    V w, a;        ///< what is held, and the velocity in the middle
    M along;       ///< E
    M by_x, by_u;  ///< of the end of the piece
    Eigen::VectorXd cost_x, cost_u;
  };

  const Motions& motions() const { return journey_.motions; }
  /// Unknowns: how far the start moves, in pieces of the way like u, then u.
  int moving() const { return static_cast<int>(freedom_.cols()); }
  int place(int i) const { return moving() + i * rank_; }
  int size() const { return place(count); }
  double time(int i) const { return journey_.start + journey_.length * i / count; }

  /// What is in D of the columns, made orthonormal.
  M admissible(double t, const Point& x, const M& columns) const;
  /// The pieces that the velocities lead along.
  bool begin(const M& u);
  /// The way after a change of u.
  bool roll(const Eigen::VectorXd& change);
  /// To the end by least changes of u, whatever that costs: Newton's method, damped.
  bool close();
  /// Derivatives of cost and end by u.
  bool linearise();
  void find_freedom();
  /// What of the end is off, and its changes by the end.
  Eigen::VectorXd gap() const;
  M gap_rates() const;
  /// Minus the change of the cost that is still to come, by the place, where each third piece begins.
  Pieces momenta() const;

  const Journey& journey_;
  Ends ends_;
  int rank_ = 0, iterations_ = 0;
  std::vector<Piece> way_;
  Point last_;
  double cost_ = 0, length_ = 0;
  Eigen::VectorXd off_, slope_, covector_;
  M by_u_, freedom_;
};

}  // namespace hamel::searching
