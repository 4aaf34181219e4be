// The direct way: a motion of piecewise constant velocity that costs least near a guess, to begin Newton's method from.
#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

#include <hamel/steer/motions.hpp>

#include "searching/adapted_frame.hpp"

namespace hamel::searching {

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
class DirectWay {
 public:
  DirectWay(const Group& group, const AdaptedFrame& frame, int pieces = 16);

  int iterations() const noexcept { return iterations_; }
  int pieces() const noexcept { return pieces_; }

  /// The momentum in the middle, unit time, of the way near places x = (e, ..., x_N), of which the last is the target;
  /// nothing where none is found.
  std::optional<V> momentum(std::vector<Point> x, int most = 40);

 private:
  static constexpr double yields = 0.001, least = 1. / 8;
  static constexpr double near = 0.02;  // as Newton's method goes on from there

  struct At {
    std::vector<Point> x;  ///< x_0, ..., x_N
    Eigen::VectorXd u;
    M gaps;  ///< g_i, a column each
    double open() const { return gaps.colwise().norm().sum(); }
  };

  int rank() const { return static_cast<int>(frame_.cols()); }
  V piece(const At& at, int i) const {
    return V(frame_ * at.u.segment(i * rank(), rank())) / pieces_;
  }
  void find_gaps(At& at) const;
  /// The linearised equations: what u_i does to x_{i+1}, and all of it at the end.
  void condense(const At& at);
  /// The change of u that is least for the quadratic model; its covector becomes lambda.
  std::optional<Eigen::VectorXd> down(const Eigen::VectorXd& u);
  /// How the places change with u, a column each, in their own frames.
  M places(const At& at, const Eigen::VectorXd& du) const;
  /// <lambda, [zeta_i, zeta_j]>/2, i before j, with the lambda of the step before.
  M second() const;

  const Group& group_;
  M frame_;
  int pieces_, iterations_ = 0;
  M by_u_, local_;
  Eigen::VectorXd off_, lambda_;
};

}  // namespace hamel::searching
