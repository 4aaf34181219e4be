// What is found of the flows of a system: first integrals, invariant measures, steady motions and their stability.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "densities.hpp"
#include "first_integrals.hpp"
#include "polynomial_field.hpp"
#include "steady_motions.hpp"

namespace hamel {

/// Integrals are searched for up to this degree.
inline constexpr int study_degree = 4;

/// What is known of one of the flows, exactly.
struct FlowStudy {
  std::string flow;       ///< `nonholonomic`, `free` or `vakonomic`
  std::string variables;  ///< what the names mean
  PolynomialField field;
  FirstIntegrals integrals;
  InvariantMeasures measures;
  std::optional<SteadyMotions> steady;  ///< where they were looked for
  std::optional<int>
      casimirs;  ///< on g*: how many independent Casimir functions of any kind there are
  std::string integrability;  ///< what follows by the theorems of Euler & Jacobi and of Liouville
  /// Metric, constraint or offset vary, or the system is in coordinates: `field` has names alone, as rates are
  /// quotients of polynomials, `measures` are densities times the right-invariant measure of the group and du or dp,
  /// their divergence 1 where it is not 0.
  bool varies = false;
  /// Of the space of functions and velocities or momenta; where nothing varies relations of the group count as integrals
  /// do.
  int dimension = 0;
  bool on_all_coordinates = false;  ///< the names hold coordinates beside those that the file names
};

/// A flow that is not studied.
struct OpenFlow {
  std::string flow, reason;
};

struct Study {
  std::string name;
  std::vector<FlowStudy> flows;
  std::vector<OpenFlow> not_covered = {};
  double projected = 0;  ///< how far the start was off its constraint before it was moved onto it
  std::string projection{};  ///< the same in words; empty where it was not
};

}  // namespace hamel
