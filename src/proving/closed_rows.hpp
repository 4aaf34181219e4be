// Linear equations for a multiplier that differentiation along motions makes no more of.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/check/coordinate_polynomial.hpp>

namespace hamel {

/// An equation <w, m> + c = 0 for a multiplier m, as [w | c], 1 x (k+1), of polynomials; times any function that is
/// not 0 it is the same.
using EquationRow = DynamicMatrix<CoordinatePolynomial>;

/// Equations of which all derivatives of all of them are combinations, the factors being functions. Where their minor
/// is not 0 they are independent: they keep what they are along a motion, so that m(0) which satisfies them begins a
/// solution.
struct ClosedRows {
  struct Pivot {
    int name, order;  ///< of the equation, and how often it is differentiated
  };
  std::vector<Pivot> pivots;
  CoordinatePolynomial minor;

  /// Rows [name from 1, order].
  DynamicMatrix<Rational> names() const;
};

/// Closes the equations with these names; nothing where they contradict each other. Each step is an identity: a minor
/// vanishes or does not. Throws BudgetExceeded where one has very many terms.
std::optional<ClosedRows> close_rows(
    const std::vector<std::pair<int, EquationRow>>& equations,
    const std::function<EquationRow(const EquationRow&)>& derivative,
    const std::function<bool(const CoordinatePolynomial&)>& vanishes);

/// With 1 for the factor of the first term.
EquationRow scaled(EquationRow row);

/// Whether rows say the same names.
bool are_names(const DynamicMatrix<Rational>& said, const ClosedRows& closed);

}  // namespace hamel
