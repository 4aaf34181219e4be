// Newton's method for the initial momentum of a motion that ends where it should.
#pragma once

#include <algorithm>
#include <cmath>

#include <Eigen/QR>

#include <hamel/core/types.hpp>
#include <hamel/steer/end_map.hpp>

namespace hamel {

/// What Newton's method asks for.
struct NewtonPlan {
  double tolerance = 1e-12;  ///< of the update, relative to p
  int iterations = 40;
  double coarse = 1e-3;  ///< accuracy of motions far from the solution
};

/// How it ended.
template <class P>
struct NewtonResult {
  Vector<double, P::dimension> p;  ///< the momentum sought, see Journey
  EndMap<P> end;
  double update = HUGE_VAL;  ///< size of the last update, relative to p
  int iterations = 0;
  bool converged = false;
};

/// Solves end condition = 0 by the Newton method of least-norm updates, damped by the natural monotonicity
/// test (Deuflhard 2004, Newton Methods for Nonlinear Problems, sec. 3.3): the update that the old derivative
/// would make next must shrink, a test that does not depend on the units of the end. Motions are computed as
/// accurately as the next update deserves.
template <class P, class End>
NewtonResult<P> newton(const Journey<P>& journey, const End& condition,
                       Vector<double, P::dimension> p, const NewtonPlan& plan, StepCount& steps) {
  using V = Vector<double, P::dimension>;
  using M = Matrix<double, P::dimension>;
  constexpr double finest = 1e-14, least_damping = 1. / 256;
  const P& problem = journey.problem;
  NewtonResult<P> result;
  double accuracy = plan.coarse;
  result.p = p;
  result.end = steps(journey, p, accuracy);
  if (!result.end.finite) return result;
  V r = condition.residual(problem, result.end);
  if (r.norm() <= 1e-15) {  // at rest where it should be
    result.update = 0;
    result.converged = true;
    return result;
  }
  double damping = 1;
  for (int k = 1; k <= plan.iterations; ++k) {
    if (!r.allFinite()) return result;
    Eigen::CompleteOrthogonalDecomposition<M> solver(problem.dim(), problem.dim());
    solver.setThreshold(1e-10);
    solver.compute(condition.jacobian(problem, result.end, r));
    const V update = solver.solve(V(-r));
    const double size = update.norm(), scale = result.p.norm() + size;
    if (!std::isfinite(size)) return result;
    // Derivatives know nothing farther away than p is long.
    if (result.p.norm() > 0) damping = std::min(damping, result.p.norm() / size);
    for (;;) {
      const V next = result.p + damping * update;
      const double goal = damping < 1 ? plan.coarse : std::pow(size / scale, 2) * 0.1;
      accuracy = std::clamp(goal, finest, plan.coarse);
      EndMap<P> end = steps(journey, next, accuracy);
      result.iterations = k;
      if (end.finite) {
        const V off = condition.residual(problem, end);
        const double then = V(solver.solve(off)).norm();
        const bool at_rounding = damping == 1 && accuracy <= plan.tolerance &&
                                 std::min(size, then) <= plan.tolerance * scale;
        // An update as small as the error of the motion that asked for it need not shrink.
        const bool in_error = damping == 1 && size <= 1e3 * result.end.error * scale;
        if (at_rounding || in_error || then <= (1 - damping / 4) * size) {
          result.p = next;
          result.end = end;
          r = off;
          result.update = damping * size / scale;
          result.converged = at_rounding;
          break;
        }
      }
      damping /= 2;
      if (damping < least_damping) return result;
    }
    if (result.converged) return result;
    damping = std::min(1., 2 * damping);
  }
  return result;
}

}  // namespace hamel
