// Where motions of a file end, for differences that derivatives are held against.
#pragma once

#include <cmath>
#include <string>

#include <Eigen/Core>
#include <doctest/doctest.h>

#include <hamel/io/simulate.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// The state after a time, to rounding.
inline Sample end_of_run(const std::string& json, Dynamics dynamics, double time) {
  RunPlan plan;
  plan.dynamics = dynamics;
  plan.t_end = time;
  plan.step = time;
  Sample end;
  REQUIRE(simulate(parse_system_file(json), plan, [&](const Sample& s) { end = s; }));
  return end;
}

/// The central difference of f, a vector, of order 4.
template <class F>
Eigen::VectorXd slope_at_zero(const F& f, double e = 2e-3) {
  const auto apart = [&](double way) -> Eigen::VectorXd { return (f(way) - f(-way)) / (2 * way); };
  return (4 * apart(e / 2) - apart(e)) / 3;
}

}  // namespace hamel
