// A step of a system file and its derivative, for controllers.
#pragma once

#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/core/status.hpp>
#include <hamel/io/simulate.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// Where a step starts, and what is held over it.
struct StepStart {
  double t = 0, h = 1e-2;
  std::vector<double> x;       ///< coordinates, in the order of the group's names
  std::vector<double> a;       ///< velocity, in v0(t,x) + d
  std::vector<double> u;       ///< where there are any, a = v0 + D u in its place
  std::vector<double> inputs;  ///< one number for each input of the file; none: zeros
};

/// A variational step and its derivative: near the start x exp(dx), m + dm and the inputs w + dw it ends at x+
/// exp(dx+), m+ + dm+ with
///
///     (dx+, dm+) = A (dx, dm) + B dw,    m = D(x)^T p, p = M(x) a.
///
/// Rows and columns are ordered: the n components of dx in the basis of the algebra, then the r of dm.
struct LinearisedStep {
  StepStatus status;         ///< what follows has a meaning where it is ok
  std::vector<double> x, a;  ///< the end: coordinates, velocity
  DynamicMatrix<double> D;   ///< n x r, at the start
  DynamicMatrix<double> A;   ///< (n + r) x (n + r)
  DynamicMatrix<double> B;   ///< (n + r) x inputs
};

/// A place on a run of variational steps.
struct LinearisedNode {
  double t = 0;
  std::vector<double> x, a;  ///< coordinates, velocity
  DynamicMatrix<double> X;   ///< the coordinates of x exp(dx) by dx at 0
  DynamicMatrix<double> V;   ///< the velocity by (dx, dm), n x (n + r)
};

/// A run of variational steps, each with its derivative as a LinearisedStep has it.
struct LinearisedRun {
  StepStatus status;                     ///< of the last step that was tried
  std::vector<LinearisedNode> nodes;     ///< the start and the end of each step that succeeded
  std::vector<DynamicMatrix<double>> A;  ///< of each step, (n + r) x (n + r)
  std::vector<DynamicMatrix<double>> B;  ///< of each step, (n + r) x inputs
  DynamicMatrix<double> start_by_u;      ///< (dx, dm) by (dx, du) at the start, a = v0 + D u
};

/// The start of a file at time 0, with inputs zero. Throws InputError where the file has none.
StepStart step_start(const SystemFile& file);

/// The nonholonomic step of the method `variational`, or the free one, solved by Newton's method and differentiated at
/// its solution (the implicit function theorem; exact to rounding). Throws InputError for vakonomic motion, systems in
/// coordinates, an algebra without a group, a velocity off its constraint, an element off its group, and numbers that
/// are too few, too many or not finite.
LinearisedStep linearised_step(const SystemFile& file, Dynamics dynamics, const StepStart& start);

/// The run of such steps from a start, step k under the inputs of row k; none: zeros. Throws as linearised_step.
LinearisedRun linearised_run(const SystemFile& file, Dynamics dynamics, const StepStart& start,
                             int steps, const std::vector<std::vector<double>>& inputs);

}  // namespace hamel
