// Paths that a search for inputs of least effort begins from.
#pragma once

#include <Eigen/Core>

#include "program.hpp"
#include "steering/step_equations.hpp"

namespace hamel::effort {

/// The straight way between two elements, the first momentum m, the last 0; bent in a manner that `attempt` numbers, 0
/// is straight.
Path first_guess(const StepEquations& step, const StepEquations::Point& from,
                 const Eigen::VectorXd& m, const StepEquations::Point& to, double t_end, int steps,
                 int attempt);

/// The same path with another number of steps.
Path resampled(const StepEquations& step, const Path& path, double t_end, int steps);

}  // namespace hamel::effort
