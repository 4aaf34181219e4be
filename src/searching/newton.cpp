// Newton's method for the initial momentum of a motion that ends where it should.
#include "searching/newton.hpp"

#include <algorithm>
#include <utility>

#include "searching/factors.hpp"

namespace hamel::searching {

NewtonResult newton(const Journey& journey, const EndCondition& condition, const V& p,
                    const NewtonPlan& plan, StepCount& steps,
                    const std::function<bool(const NewtonResult&)>& worth) {
  constexpr double finest = 1e-14, least_damping = 1. / 256;
  constexpr double fast = 0.02;  // a motion without its derivative costs so much less
  const auto* dilation = plan.dilation;
  const double least = dilation != nullptr ? dilation->least : 1;
  const double coarse = plan.coarse * least;
  const double loose = std::max(plan.tolerance, std::min(1e-15 / least, 1e-4));
  const auto length_of = [&](const V& momentum) {
    return dilation != nullptr ? V(dilation->acting * momentum).norm() : momentum.norm();
  };
  NewtonResult result;
  LeastSquares solver(1e-10);
  V r, update;
  const auto asked_by = [&](const V& off) {
    if (dilation == nullptr) return V(solver.solve(V(-off)));
    return V(dilation->momentum * V(solver.solve(V(-(dilation->place * off)))));
  };
  /// The motion from `at` with its derivative, and the update that it asks for.
  const auto look = [&](const V& at, double accuracy) {
    result.p = at;
    result.end = steps.end(journey, at, accuracy, Changes::with);
    if (!result.end.finite) return false;
    r = condition.residual(result.end);
    if (!r.allFinite()) return false;
    const M j = condition.jacobian(result.end, r);
    solver.compute(dilation != nullptr ? M(dilation->place * j * dilation->momentum) : j);
    update = asked_by(r);
    return true;
  };
  if (!look(p, coarse)) return result;
  if (r.norm() <= 1e-15 * least) {  // at rest where it should be
    result.update = 0;
    result.converged = true;
    return result;
  }
  double damping = 1, rate = 0;  // of contraction, while the derivative is an old one
  for (int k = 1; k <= plan.iterations; ++k) {
    const double size = length_of(update), reach = length_of(result.p), scale = reach + size;
    if (!std::isfinite(size)) return result;
    const double expected = rate > 0 ? rate : size / scale;
    // Derivatives know nothing farther away than p is long.
    if (reach > 0) damping = std::min(damping, reach / size);
    double accuracy = coarse;
    for (;;) {
      const V next = result.p + damping * update;
      const double goal = damping < 1 ? coarse : expected * size / scale * 0.1 * least;
      accuracy = std::clamp(goal, std::min(finest, coarse), coarse);
      EndMap end = steps.end(journey, next, accuracy, Changes::without);
      result.iterations = k;
      if (end.finite) {
        const V off = condition.residual(end);
        const V after = asked_by(off);
        const double then = length_of(after);
        // Short ways end in fewer digits than long ones: there an update that shrinks no more is rounding, too.
        const double least_update = std::min(size, then);
        const bool stays = dilation != nullptr && then > size / 2;
        const bool at_rounding = damping == 1 &&
                                 accuracy <= std::max(finest, plan.tolerance * least) &&
                                 least_update <= (stays ? loose : plan.tolerance) * scale;
        // An update as small as the error of the motion that asked for it need not shrink.
        const bool in_error = damping == 1 && size <= 1e3 * result.end.error / least * scale;
        if (at_rounding || in_error || then <= (1 - damping / 4) * size) {
          rate = damping == 1 && then <= fast * size ? std::max(then / size, 1e-9) : 0;
          result.p = next;
          result.update = damping * size / scale;
          result.converged = at_rounding;
          end.eta = result.end.eta;
          end.dp = result.end.dp;
          result.end = end;
          r = off;
          update = after;
          break;
        }
      }
      damping /= 2;
      if (damping < least_damping) return result;
    }
    if (result.converged || (worth && !worth(result))) return result;
    if (rate == 0 && !look(V(result.p), accuracy)) return result;
    damping = std::min(1., 2 * damping);
  }
  return result;
}

}  // namespace hamel::searching
