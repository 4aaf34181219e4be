// The flows of a file as polynomial fields, with the coordinate functions that its potential needs.
#pragma once

#include <optional>
#include <vector>

#include <hamel/io/system_file.hpp>

#include "flows/first_integrals.hpp"
#include "flows/polynomial_field.hpp"
#include "lowering/coordinate_ring.hpp"
#include "lowering/function_values.hpp"
#include "turning.hpp"

namespace hamel {

/// z' of the velocities u (a = D u) or the momenta p, behind them the functions of the coordinates that the potential
/// leads to. Made only of potentials that are polynomials in coordinates, cosines and sines: else InputError.
struct ReducedFlow {
  PolynomialField field;
  CoordinatePolynomial energy;
  std::vector<FirstIntegral>
      relations;          ///< polynomials in the functions that are constant on the group
  FunctionValues values;  ///< of the functions, on the group
  std::optional<DynamicVector<Rational>> at_start;  ///< the start of the file, where it is rational
  std::vector<Turning> turnings = {};               ///< of all variables
};
ReducedFlow nonholonomic_flow(const GroupSystem& file, const Splitting<Rational>& split);
/// Of the Hamiltonian 1/2 p^T K p + U; a constrained one starts with the multiplier of the file. Beside the functions
/// that the potential leads to it has those of `more`, polynomials in coordinates, cosines and sines.
ReducedFlow momentum_flow(const GroupSystem& file, const DynamicMatrix<Rational>& k,
                          bool constrained, const std::vector<CoordinatePolynomial>& more = {});

/// U in the coordinates, and the functions that it and more such polynomials lead to.
CoordinatePolynomial potential_of(const GroupSystem& file);
CoordinateRing functions_beside_potential(const GroupSystem& file,
                                          std::vector<CoordinatePolynomial> more);

}  // namespace hamel
