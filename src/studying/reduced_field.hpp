// A flow on the functions of the coordinates that it needs: reduced by its symmetries.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flows/polynomial_field.hpp"
#include "integral_search.hpp"
#include "lowering/function_values.hpp"
#include "momentum_flow.hpp"
#include "moving_flow.hpp"
#include "turning.hpp"

namespace hamel {

/// z' = rates / det in functions f, closed under the flow, and velocities or what momenta are made of behind them.
struct ReducedField {
  PolynomialField field;  ///< det times the rates
  int functions = 0;      ///< how many f there are
  CoordinatePolynomial det;
  FunctionValues values;  ///< of the functions, on the group
  /// 0 where the rates are and det is not; where there are none the rates themselves.
  std::vector<CoordinatePolynomial> balance = {};
  std::vector<int> acting =
      {};  ///< basis fields whose velocities stand in `balance` for the rates of functions
  std::vector<Turning> turnings = {};  ///< symmetries, in these variables
  /// The last variables are rates c of the turnings, one each, and no part of the state: the field is that of the
  /// flow less c times the turnings, and the first c is not 0.
  int turns = 0;

  /// What is not 0 at a steady motion.
  CoordinatePolynomial nonzero() const {
    return turns == 0 ? det : det * CoordinatePolynomial::variable(field.dimension() - turns);
  }
};

/// Those that one function leads to, or all together.
enum class FunctionSets { closed, whole };

/// A closed set of functions in which the rates of u are polynomials over det; nothing where functions are no
/// polynomials in coordinates, cosines, sines and entries of matrices. Where all functions are coordinates, cosines and
/// sines it is the smallest one.
std::optional<ReducedField> reduced_field(const CoordinateRing& ring, const MovingFlow& flow,
                                          IntegralSearch& search, FunctionSets which);
/// The vakonomic flow likewise, in u and l of its momenta, with multipliers for these rows of D. Where functions are
/// more than coordinates, cosines and sines it is in all of them.
std::optional<ReducedField> reduced_field(const PolynomialFile& about, const MomentumFlow& flow,
                                          const std::vector<int>& rows, IntegralSearch& search);
/// mu = C l of such a flow, `(sin(theta) l1, ...)`.
std::string multiplier_in_words(const PolynomialFile& about, const MomentumFlow& flow,
                                const std::vector<int>& rows);

}  // namespace hamel
