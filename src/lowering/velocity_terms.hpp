// Formulas in coordinates and velocities as sums of products of velocities, and the force of a file so.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/check/coordinate_polynomial.hpp>
#include <hamel/io/system_file.hpp>

#include "formula_reader.hpp"
#include "motion_series.hpp"

namespace hamel {

/// Which variables of polynomials stand for what: coordinates first, then time, then n velocities.
struct FormulaVariables {
  int coordinates, velocities;
  bool timed;  ///< there is a variable for time

  int time() const { return coordinates; }
  int first_velocity() const { return coordinates + (timed ? 1 : 0); }
  int count() const { return first_velocity() + velocities; }
  /// Those of a formula in coordinates and velocities.
  std::vector<int> without_time() const;
};

/// Coefficients by the velocities of a term, each as often as it is a factor.
using ByVelocities = std::map<std::vector<int>, CoordinatePolynomial>;

/// Nothing when p is not known or holds a function of a velocity.
std::optional<ByVelocities> by_velocities(const CoordinatePolynomial& p,
                                          const FormulaVariables& variables,
                                          const AdjoinedFunctions& adjoined);

/// Whether the force of a file, or a signal of its inputs, names t.
bool force_names_time(const GroupSystem& file);
bool force_names_time(const ChartSystem& file);

/// The force with all inputs that have signals, as a sum of covectors of n components (0 in those behind: of time)
/// times products of velocities; nothing where it is no such sum of finitely many.
std::optional<std::vector<ForceTerm>> force_terms(const GroupSystem& file, FormulaReader& read,
                                                  const FormulaVariables& variables, int n);
std::optional<std::vector<ForceTerm>> force_terms(const ChartSystem& file, FormulaReader& read,
                                                  const FormulaVariables& variables, int n);

}  // namespace hamel
