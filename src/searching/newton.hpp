// Newton's method for the initial momentum of a motion that ends where it should.
#pragma once

#include <cmath>
#include <functional>

#include <hamel/steer/end_condition.hpp>
#include <hamel/steer/motions.hpp>

#include "searching/dilation.hpp"
#include "searching/journey.hpp"

namespace hamel::searching {

/// What Newton's method asks for.
struct NewtonPlan {
  double tolerance = 1e-12;  ///< of the update, relative to p
  int iterations = 40;
  double coarse = 1e-3;                ///< accuracy of motions far from the solution
  const Dilation* dilation = nullptr;  ///< of short ways
};

/// How it ended.
struct NewtonResult {
  V p;  ///< the momentum sought, see Journey
  EndMap end;
  double update = HUGE_VAL;  ///< size of the last update, relative to p
  int iterations = 0;
  bool converged = false;
};

/// Solves end condition = 0 by the Newton method of least-norm updates, damped by the natural monotonicity
/// test (Deuflhard 2004, Newton Methods for Nonlinear Problems, sec. 3.3): the update that the old derivative
/// would make next must shrink, a test that does not depend on the units of the end. While it shrinks fast, the old
/// derivative is kept (simplified Newton method, sec. 2.1). Motions are computed as accurately as the next update
/// deserves. It is given up where `worth(result)` says that an iterate leads nowhere of interest.
NewtonResult newton(const Journey& journey, const EndCondition& condition, const V& p,
                    const NewtonPlan& plan, StepCount& steps,
                    const std::function<bool(const NewtonResult&)>& worth = nullptr);

}  // namespace hamel::searching
