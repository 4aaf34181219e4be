// The vakonomic motions of a file in coordinates, by position and momentum.
#pragma once

#include <memory>

#include <hamel/core/types.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/io/system_file.hpp>
#include <hamel/io/system_group.hpp>
#include <hamel/steer/linearised_motion.hpp>

#include "formulas/curvature_tape.hpp"
#include "running/any_chart.hpp"

namespace hamel::steering {

/// The Hamiltonian side of L(q,v) with phi(q,v) = 0. With A(q,v,lambda) = L + lambda phi the velocity and multiplier at
/// (q,p) solve
///
///     p = A_v,   0 = A_lambda,   and   q' = v,   p' = A_q,
///
/// by Newton's method from the velocity of the file; one step where phi is linear and L quadratic in v. The Hessian of
/// A, compiled like its gradient, gives the derivatives of the field too. On R^n, whose elements are the coordinates.
class ChartMotion {
 public:
  using Point = SystemGroup::Point;
  using V = SystemGroup::V;
  using M = SystemGroup::M;

  explicit ChartMotion(const ChartSystem& file);

  const SystemGroup& group() const noexcept { return group_; }
  int dim() const noexcept { return group_.dim(); }
  int constraints() const noexcept { return static_cast<int>(file_->constraints.size()); }

  /// L_vv at the velocity of the file.
  M metric(const Point& x) const;
  /// The kernel of phi_v there, orthonormal columns.
  M basis(const Point& x) const;
  /// The Hessian of L + lambda phi on the kernel of phi_v at (q,p).
  M hessian_on_d(const Point& x, const V& p) const;
  V velocity(const Point& x, const V& p) const;
  V multiplier(const Point& x, const V& p) const;
  /// L_v + lambda phi_v.
  V momentum(const Point& x, const V& a, const V& lambda) const;
  double lagrangian(const Point& x, const V& a) const;
  Velocity<double, dynamic, dynamic> field(const Point& x, const V& p) const;
  LinearisedField<double, dynamic> linearised_field(const Point& x, const V& p) const;

 private:
  /// z = (q,v,lambda) with the gradient and the Hessian of A there.
  struct Jet {
    Eigen::VectorXd z, gradient;
    Eigen::MatrixXd hessian;
  };
  void differentiate(Jet& at) const;
  /// Without constraint forces, at the velocity of the file.
  Jet usual(const Point& x) const;
  /// Where Newton's method arrived; not numbers where it did not. The Hessian is the last that it asked for.
  Jet solved(const Point& x, const V& p) const;
  /// The kernel of phi_v, orthonormal columns.
  M kernel(const Jet& at) const;

  std::shared_ptr<const ChartSystem> file_;  // whose formulas the problem refers to
  running::AnyChart chart_;
  running::CurvatureTape tape_;
  SystemGroup group_;
  V usual_;  // the velocity of the file
};

}  // namespace hamel::steering
