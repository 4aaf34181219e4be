// The equations of one step under chosen inputs, with their derivative.
#pragma once

#include <memory>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/types.hpp>
#include <hamel/io/system_file.hpp>
#include <hamel/io/system_group.hpp>

namespace hamel::effort {

/// The variational step of nonholonomic motion (free motion where there is no constraint) as equations between its
/// ends, see MomentumBalance: from x exp(e) with m = D^T p, by the velocity a = D u + v0 at the middle and the inputs w
/// held over the step, to x+ exp(e+) with m+. The unknowns are
///
///     z = (e, m, a, u, w, e+, m+),  n + r + n + r + k + n + r numbers,
///
/// and the equations, 2n + 2r, the discrete momentum balance, the constraint, and both ends.
class StepEquations {
 public:
  using Point = SystemGroup::Point;

  /// Throws as Split and MovingSplit do.
  explicit StepEquations(const GroupSystem& file);
  ~StepEquations();

  int dim() const noexcept { return n_; }
  int rank() const noexcept { return r_; }
  int inputs() const noexcept { return k_; }
  int equations() const noexcept { return 2 * (n_ + r_); }
  int unknowns() const noexcept { return 3 * (n_ + r_) + k_; }

  /// Holds the inputs at these numbers for what is asked of a velocity; `evaluate` has its own.
  void hold(const Eigen::VectorXd& w) const;

  /// A step of size h from time t, its ends near `from` and `to`: the values and the derivative by z, exact.
  void evaluate(double t, double h, const Point& from, const Point& to, const Eigen::VectorXd& z,
                Eigen::VectorXd& values, Eigen::MatrixXd& derivative) const;

  /// The coordinates of x exp(e), with their derivative by e.
  void coordinates(const Point& x, const Eigen::VectorXd& e, Eigen::VectorXd& values,
                   Eigen::MatrixXd& derivative) const;

  /// x exp(e).
  Point moved(const Point& x, const Eigen::VectorXd& e) const {
    return group_.compose(x, group_.exp(SystemGroup::V(e)));
  }
  const SystemGroup& group() const noexcept { return group_; }

  /// The momentum D^T M a of a velocity at time t, and the u of a = D u + v0 nearest to it.
  Eigen::VectorXd momentum(const Point& x, const Eigen::VectorXd& a) const;
  Eigen::VectorXd rates(double t, const Point& x, const Eigen::VectorXd& a) const;
  /// D u + v0.
  Eigen::VectorXd velocity(double t, const Point& x, const Eigen::VectorXd& u) const;
  /// The velocity that has the momentum m.
  Eigen::VectorXd velocity_of(double t, const Point& x, const Eigen::VectorXd& m) const;
  /// The derivative of the velocity D u + v0 at x exp(e) by (e, u) at e = 0, n x (n + r).
  Eigen::MatrixXd velocity_slopes(double t, const Point& x, const Eigen::VectorXd& u) const;
  /// The derivative of its momentum D^T M (D u + v0), r x (n + r).
  Eigen::MatrixXd momentum_slopes(double t, const Point& x, const Eigen::VectorXd& u) const;

 private:
  struct Data;
  std::unique_ptr<const Data> data_;
  SystemGroup group_;
  int n_, r_, k_;
};

}  // namespace hamel::effort
