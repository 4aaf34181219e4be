// The order that each method of fixed steps really has on a system of a file.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <hamel/diagnostics/order.hpp>
#include <hamel/io/simulate.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// What is measured: runs to t_end with `steps` steps and their doubles, by the methods of these names.
struct ConvergencePlan {
  Dynamics dynamics = Dynamics::nonholonomic;
  double t_end = 1;
  long steps = 20;                        ///< of the coarsest run
  std::vector<std::string> methods = {};  ///< none: all of fixed steps
  /// Called at every step, where there is one; what it throws ends the study.
  std::function<void()> at_step = {};
};

/// What is found of a method; without points, why not.
struct MethodOrder {
  std::string method;
  int order;  ///< which it declares
  std::vector<ConvergencePoint> points;
  std::string reason;
  /// The slope between the two finest steps whose errors stand clear of those of the reference; NaN where none do.
  double measured() const;
};

/// Errors of coordinates and velocities at t_end against the default method, relative where numbers exceed 1.
struct Convergence {
  std::string name;
  Dynamics dynamics;
  double t_end;
  RunStatus
      reference;  ///< of the motion that the others are measured against: without it, no methods
  std::vector<MethodOrder> methods;
};

/// Throws InputError on an unknown method, one with error control, options without meaning, a file without a start.
Convergence convergence_of(const SystemFile& file, const ConvergencePlan& plan);

/// In words, as `hamel converge` prints it.
std::string words(const Convergence& found);
/// The same as a JSON object.
std::string as_json(const Convergence& found);

}  // namespace hamel
