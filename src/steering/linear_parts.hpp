// The linear equations about a motion, and their parts: symmetries, what is steady, and the rest.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include <hamel/io/linear_flow.hpp>
#include <hamel/io/system_file.hpp>

#include "steering/flow_symmetries.hpp"
#include "steering/spectrum.hpp"
#include "steering/state_field.hpp"

namespace hamel::steering {

/// A linear flow, and its equations modulo symmetries.
struct LinearParts {
  LinearFlow flow;
  Eigen::MatrixXd moving;  ///< A modulo the directions of symmetries, in an orthonormal basis
  Eigen::VectorXd power;   ///< the derivative of the energy in it, where energy is kept; else none
  WithoutZeros rest;       ///< of `moving`
  SymmetryCounts counts;   ///< of the symmetries that were found

  /// Finds modes and verdict.
  void judge();
};

/// About a state, of a field of this file; with so many symmetries, see flow_symmetries.
LinearParts linear_parts(const SystemFile& file, const StateField& field, const PlaceAndRates& at,
                         const SymmetryCounts* counts = nullptr);

/// The state of the file's motion at a time, its start without one. Throws InputError.
PlaceAndRates state_at(const SystemFile& file, Dynamics dynamics, const StateField& field,
                       std::optional<double> at);

std::vector<std::string> input_names(const SystemFile& file);

}  // namespace hamel::steering
