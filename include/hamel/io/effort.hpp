// Inputs of least effort: how motors bring the system of a file from one state to another.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <hamel/diagnostics/sample.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// A coordinate and the least and greatest value it may have on the way; infinite where there is none.
struct CoordinateLimit {
  std::string name;
  double least, greatest;
};

/// Where to, and how. Coordinates that are not named keep their value at the start, or in the target of the
/// file where `to` is empty.
struct EffortRequest {
  std::vector<std::pair<std::string, double>> to{};  ///< coordinates of the end by name
  std::vector<std::string> free{};                   ///< coordinates that the end leaves free
  std::vector<std::string> wrap{};        ///< angles that may end a turn less or more than nearest
  std::vector<CoordinateLimit> within{};  ///< limits at every node of the motion
  bool at_rest = true;                    ///< ends with velocity 0, else with any
  double t_end = 1;                       ///< time of the motion
  int steps = 100;                        ///< inputs are held over each
};

/// The inputs that were found.
struct EffortAnswer {
  bool solved = false;
  std::string status;  ///< why there are none, in words
  int iterations = 0;  ///< of Ipopt, over all meshes and starts
  double cost = 0;     ///< 1/2 integral |w|^2 of the inputs found
  /// About how far the infimum near it is, by comparison with half as many steps, or with twice as many where those are
  /// few; not a number where neither was solved.
  double cost_error = 0;
  double residual = 0;  ///< of the end, when the same integrator runs once more under the inputs
  double miss = 0;  ///< of the end, when the equations of motion are solved accurately under them
  double t_end = 1;
  std::vector<std::string> names;           ///< of the inputs
  std::vector<std::vector<double>> inputs;  ///< step by step
  std::vector<double> end;                  ///< coordinates at the end
};

/// Finds the inputs w, held over equal steps, that minimise 1/2 integral |w|^2 for the nonholonomic motion (the free
/// one where there is no constraint) from the start of a file, its velocity included, to an end. Inputs stay within
/// their `bounds`; signals of the file are not asked. The motion is transcribed by the variational integrator, with
/// exact derivatives of its equations, on meshes that are refined. What is found is a local minimum.
///
/// Throws InputError on systems in coordinates and those without inputs, on names that are no coordinates, and on
/// limits that the ends do not keep.
EffortAnswer least_effort(const SystemFile& file, const EffortRequest& request);

/// Runs the motion under the inputs that were found; `observe` sees every node with the inputs held from there on.
void follow(const SystemFile& file, const EffortAnswer& answer,
            const std::function<void(const Sample&, std::span<const double>)>& observe);

}  // namespace hamel
