// The linear map from one time of a motion to another: discrete equations for controllers, and Floquet multipliers.
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/integrator/trajectory.hpp>
#include <hamel/io/linear_flow.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// What a perturbation z of the state at t is at t + h, under inputs changed by dw over the time between: z+ = A z + B dw.
/// Components as in LinearFlow, of xi in x(t) exp(xi) and x(t + h) exp(xi+).
struct LinearMap {
  RunStatus status;  ///< what follows has a meaning where it is ok
  double t = 0, h = 0;
  std::string method;
  std::vector<std::string> names, inputs;
  DynamicMatrix<double> A, B;
  std::vector<std::complex<double>> multipliers;  ///< eigenvalues of A, the largest first
};

/// From the start of the file, or from where its motion is at `at`. By `dop853` along the motion of the equations, together
/// with their derivative, to 1e-13 a step; by `variational` the exact derivative of one step of this method. Throws
/// InputError for other methods, for `variational` of what linearised_step does not take, and as linear_flow.
LinearMap linear_map(const SystemFile& file, Dynamics dynamics, double h,
                     const std::string& method = "dop853", std::optional<double> at = {});

/// A motion whose state returns after a time, but for where symmetries carry it: the map over that time, its Floquet
/// multipliers, and what they say.
struct PeriodicOrbit {
  LinearMap map;
  double missing =
      0;  ///< how far velocities and the equations themselves are from where they were, relative
  int symmetries = 0;  ///< directions along which symmetries carry the motion; the others decide
  int neutral =
      0;  ///< of these the multipliers 1: along the motion, and along motions of other energies
  std::vector<std::complex<double>> multipliers;  ///< of these, the largest first
  FlowStability stability = FlowStability::not_judged;
};

/// Throws InputError where the start does not return to 1e-6 in the time `period`, and as linear_flow.
PeriodicOrbit periodic_orbit(const SystemFile& file, Dynamics dynamics, double period);

std::string as_json(const LinearMap& map);
std::string as_json(const PeriodicOrbit& orbit);
std::string words(const LinearMap& map);
std::string words(const PeriodicOrbit& orbit);

}  // namespace hamel
