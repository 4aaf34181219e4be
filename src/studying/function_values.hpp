// The values that functions of the coordinates take together on a group.
#pragma once

#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/check/coordinate_polynomial.hpp>

namespace hamel {

/// Of functions that the left-invariant fields change among themselves the values are an orbit of these fields: through those
/// at the identity, and at the start of a file.
struct FunctionValues {
  std::vector<int> places = {};  ///< the functions, among the variables of a field
  /// along[k][i]: how e_k changes the function places[i], in the variables.
  std::vector<std::vector<CoordinatePolynomial>> along = {};
  std::vector<DynamicVector<Rational>> known = {};  ///< values at elements, the first at the identity

  /// Whether the fields span as many directions at a point as at known values: else no element has its functions.
  bool has_directions(const DynamicVector<Rational>& point) const;
  /// That, and a path of elements leads there from known values, found in rounded numbers: of several components that
  /// polynomials do not tell apart (a positive entry of a matrix, a sheet of a hyperboloid) it is the right one. Other
  /// relations are for others to ask.
  bool reach(const DynamicVector<Rational>& point) const;
};

}  // namespace hamel
