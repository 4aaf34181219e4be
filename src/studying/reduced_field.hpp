// The nonholonomic flow on the functions of the coordinates that it needs: reduced by its symmetries.
#pragma once

#include <optional>
#include <vector>

#include <hamel/check/polynomial_field.hpp>

#include "integral_search.hpp"
#include "moving_flow.hpp"
#include "proving/function_values.hpp"

namespace hamel {

/// z' = rates / det in functions f, closed under the flow, and velocities u behind them.
struct ReducedField {
  PolynomialField field;  ///< det times the rates
  int functions = 0;      ///< how many f there are
  CoordinatePolynomial det;
  FunctionValues values;  ///< of the functions, on the group
};

/// The smallest closed set of functions, of those that are found, in which the rates of u are polynomials over det;
/// nothing where functions are no polynomials in coordinates, cosines, sines and entries of matrices.
std::optional<ReducedField> reduced_field(const CoordinateRing& ring, const MovingFlow& flow,
                                          IntegralSearch& search);

}  // namespace hamel
