// The motions that systems of a file in coordinates can have.
#pragma once

#include <hamel/chart/chart_problem.hpp>

#include "any_chart.hpp"

namespace hamel::running {

/// Nonholonomic motion. Free motion is the case without constraints.
using NonholonomicChart = ChartProblem<Dynamics::nonholonomic, AnyChart>;
using VakonomicChart = ChartProblem<Dynamics::vakonomic, AnyChart>;

}  // namespace hamel::running
