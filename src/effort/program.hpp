// Least effort as a nonlinear program.
#pragma once

#include <array>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "steering/step_equations.hpp"

namespace hamel::effort {

/// A motion at the nodes of N equal steps, and between them.
struct Path {
  std::vector<StepEquations::Point> x;  ///< N + 1 elements
  std::vector<Eigen::VectorXd> m;       ///< N + 1 momenta D^T p
  std::vector<Eigen::VectorXd> a, u;    ///< N velocities of the steps and their coordinates in D
  std::vector<Eigen::VectorXd> w;       ///< N inputs

  int steps() const { return static_cast<int>(a.size()); }
};

/// The least and greatest value of a coordinate along the way, or of an input; infinite where there is none.
struct Limit {
  int index;
  double least, greatest;
};

/// What is asked of the motion beside the equations of its steps. It starts where its path does.
struct Task {
  double t_end = 1;
  /// Coordinates of the end and their values, independent of each other. None: the end of the path.
  std::vector<std::pair<int, double>> end;
  bool end_is_point = true;  ///< the end is that of the path, `end` is not asked
  bool at_rest = true;       ///< m = 0 at the end
  std::vector<Limit> inputs, coordinates;
};

struct Solution {
  bool solved = false;
  std::string status;  ///< why not, as Ipopt has it
  int iterations = 0;
  double cost = 0;    ///< 1/2 sum h |w|^2
  double defect = 0;  ///< the largest of all equations
  Path path;
};

/// Minimises 1/2 sum h |w_k|^2 over all paths near the given one, by Ipopt (Waechter & Biegler 2006, Math. Program.
/// 106) with exact first derivatives.
Solution least_effort(const StepEquations& step, const Task& task, const Path& guess);

}  // namespace hamel::effort
