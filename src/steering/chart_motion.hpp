// The vakonomic motions of a file in coordinates, by position and momentum.
#pragma once

#include <memory>

#include <hamel/core/types.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/io/system_file.hpp>
#include <hamel/io/system_group.hpp>

#include "running/chart_problems.hpp"

namespace hamel::steering {

/// The Hamiltonian side of L(q,v) with phi(q,v) = 0: at (q,p) the velocity and multiplier solve
///
///     p = L_v + lambda phi_v,   phi = 0,   and   q' = v,   p' = L_q + lambda phi_q,
///
/// by Newton's method from the velocity of the file; one step where phi is linear and L quadratic in v. On R^n, whose
/// elements are the coordinates.
class ChartMotion {
 public:
  using Point = SystemGroup::Point;
  using V = SystemGroup::V;
  using M = SystemGroup::M;

  explicit ChartMotion(const ChartSystem& file);

  const SystemGroup& group() const noexcept { return group_; }
  int dim() const noexcept { return group_.dim(); }
  int constraints() const noexcept { return problem_.number_of_constraints(); }

  /// L_vv at the velocity of the file.
  M metric(const Point& x) const;
  /// The kernel of phi_v there, orthonormal columns.
  M basis(const Point& x) const;
  /// The Hessian of L + lambda phi on the kernel of phi_v at (q,p).
  M hessian_on_d(const Point& x, const V& p) const;
  V velocity(const Point& x, const V& p) const;
  V multiplier(const Point& x, const V& p) const;
  double lagrangian(const Point& x, const V& a) const;
  Velocity<double, dynamic, dynamic> field(const Point& x, const V& p) const;

 private:
  /// Where Newton's method arrived; not numbers where it did not.
  struct Solved {
    V v, lambda;
    LagrangianJet<double, dynamic> jet;
  };
  Solved solved(const V& q, const V& p) const;
  M kernel(const V& q, const V& v) const;

  std::shared_ptr<const ChartSystem> file_;  // whose formulas the problem refers to
  running::VakonomicChart problem_;
  SystemGroup group_;
  V usual_;  // the velocity of the file
};

}  // namespace hamel::steering
